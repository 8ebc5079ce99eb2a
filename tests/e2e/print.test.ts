import type { Page } from '@playwright/test';
import { aBid } from '#tests/support/a-bid.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

async function sheetsOf(page: Page, format: 'Letter' | 'A4' = 'Letter'): Promise<number> {
  const pdf = await page.pdf({ format });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('prints products and contacts on one page each, with name, phone number and date at the top', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ now: '2026-11-20T18:00:00.000Z' });
  for (const path of ['/products', '/contact-us']) {
    await visit(path);
    await page.emulateMedia({ media: 'print' });
    const head = page.getByText('November 20, 2026').locator('..');
    await expect(head).toHaveText('Hickory Bend Farmers Cooperative 660-555-0142 November 20, 2026');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    expect(await sheetsOf(page)).toBe(1);
    await page.emulateMedia({ media: 'screen' });
    await expect(head).toBeHidden();
  }
});

test('prints the home page on one sheet of Letter or A4, with the bids and without video and weather', async ({
  page,
  visit,
}) => {
  await visit('/');
  const terminal = page.getByRole('table', { name: 'River Terminal' });
  await expect(terminal).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(terminal.getByRole('row')).toHaveText([
    'River TerminalBasisCash, $/bu',
    'CornSpot−0.234.10',
    'CornNew crop−0.294.30',
    'SoybeansSpot−0.4310.32',
    'SoybeansNew crop−0.4810.42',
  ]);
  await expect(page.getByText('Local Weather')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Sign up for market alerts' })).toBeHidden();
  const panel = page.getByRole('heading', { name: 'Local Cash Bids' }).locator('../..');
  const [rows, box] = [await terminal.boundingBox(), await panel.boundingBox()];
  // Less than 80 px for the disclaimer, so there is no hole.
  expect((box?.y ?? 0) + (box?.height ?? 0) - (rows?.y ?? 0) - (rows?.height ?? 0)).toBeLessThan(80);
  expect([await sheetsOf(page), await sheetsOf(page, 'A4')]).toEqual([1, 1]);
});

test('prints the history without its filters and buttons', async ({ page, visit, signIn }) => {
  await signIn();
  await visit('/admin/history');
  const changes = page.getByRole('list', { name: 'Changes, newest first' });
  await expect(changes.getByRole('listitem')).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(changes).toBeVisible();
  await expect(page.getByRole('search')).toBeHidden();
  await expect(changes.getByRole('button').first()).toBeHidden();
});

test('prints black on white, also in the dark color scheme', async ({ page, visit }) => {
  await visit('/products');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const colours = await page.evaluate(() =>
    ['body', 'h1', 'h2', 'tbody td', 'footer'].map((selector) => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector(selector) ?? document.body);
      return `${color} on ${backgroundColor}`;
    }),
  );
  for (const colour of colours) {
    expect(colour).toMatch(/^rgb\(0, 0, 0\) on (rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\))$/);
  }
});

test('prints a long table on several pages, with its header on each', async ({ page, visit, site }) => {
  const rows = Array.from({ length: 120 }, (_, row) => [`Product ${row}`, '866.00', '848.00']);
  await site.with({ priceTables: [{ type: 2, headers: ['Product', 'Price per ton', 'Prepay'], rows }] });
  await visit('/products');
  expect(await sheetsOf(page)).toBeGreaterThan(2);
  await page.emulateMedia({ media: 'print' });
  expect(
    await page
      .locator('thead')
      .first()
      .evaluate((head) => getComputedStyle(head).display),
  ).toBe('table-header-group');
});

test('shows bids, prices, hours, phone number and QR code on a one-page price sheet', async ({
  page,
  site,
}) => {
  await site.with({ now: '2026-11-20T18:00:00.000Z' });
  await page.goto('/price-sheet');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hickory Bend Farmers Cooperative');
  await expect(page.getByText('660-555-0142')).toBeVisible();
  await expect(page.getByText(/bids,? as of /i)).toBeVisible();
  const terminal = page.getByRole('table', { name: 'River Terminal' }).getByRole('row');
  await expect(terminal).toHaveCount(5);
  await expect(terminal.first()).toHaveText('River TerminalBasisCash');
  await expect(terminal.nth(1)).toHaveText('CornSpot −0.234.10');
  await expect(page.getByRole('row', { name: /Urea 46-0-0 583\.00/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /#2 Dyed Diesel 2\.79/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Harvest, Mon-Fri/ })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code for https://hickorybend.example.com' })).toBeVisible();
  expect(await sheetsOf(page)).toBe(1);
});

test(
  'links the products page to the price sheet, and the price sheet to the phone number and the site',
  { tag: '@thorough' },
  async ({ page, visit }) => {
    await visit('/products');
    await page.getByRole('link', { name: 'Printable price sheet' }).click();
    await expect(page).toHaveURL('/price-sheet');
    await expect(page.getByRole('link', { name: '660-555-0142' })).toHaveAttribute('href', 'tel:6605550142');
    await expectResponsive(page, { widths: [320, 1280] });
    const smallest = await page.evaluate(() =>
      Math.min(
        ...[...document.querySelectorAll('body *')].map((element) =>
          parseFloat(getComputedStyle(element).fontSize),
        ),
      ),
    );
    expect(smallest).toBeGreaterThanOrEqual(14);
    const prices = page.getByRole('row', { name: /Urea/ }).getByRole('cell');
    for (const price of await prices.all()) await expect(price).toHaveCSS('font-weight', '600');
    await page.getByRole('link', { name: 'hickorybend.example.com' }).click();
    await expect(page).toHaveURL('/');
  },
);

test('prints the price sheet with a button', async ({ page }) => {
  await page.goto('/price-sheet');
  await expect(page.getByText('press Ctrl+P')).toBeHidden();
  await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'Printed') }));
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page).toHaveTitle('Printed');
  await page.getByRole('link', { name: 'Back to website' }).click();
  await expect(page).toHaveURL('/');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows how to print the price sheet instead of a button', async ({ page }) => {
    await page.goto('/price-sheet');
    await expect(page.getByText('press Ctrl+P')).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
  });
});

test('keeps the price sheet to one page when there are 360 bids', async ({ page, site }) => {
  const locations = Array.from({ length: 10 }, (_, n) => `Elevator Number ${n + 1}`);
  const grains = ['Corn', 'Soybeans', 'Wheat', 'Milo', 'Oats', 'White Corn'];
  const cashBids = locations.flatMap((location) =>
    grains.flatMap((commodity) =>
      ['Spot', 'January', 'March', 'May', 'July', 'New crop'].map((delivery) =>
        aBid({ location, commodity, delivery }),
      ),
    ),
  );
  await site.with({ cashBids });
  await page.goto('/price-sheet');
  await expect(page.getByText('For more delivery periods, see hickorybend.example.com.')).toBeVisible();
  expect(await sheetsOf(page)).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
