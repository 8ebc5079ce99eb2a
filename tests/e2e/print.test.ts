import { aHarvestEntry } from '#tests/support/a-harvest-entry.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { expectResponsive } from './expect-responsive.ts';
import { fontSizeSetting } from './enlarged-text.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';
import { printedSheets } from './printed-sheets.ts';
import { navigateInApp } from './requests.ts';

// `every-page.test.ts` prints every page.
test(
  'prints bids, prices, and hours with a head, and without what only a screen can show',
  { tag: '@thorough' },
  async ({ page, visit, site }) => {
    const rows = Array.from({ length: 120 }, (_, row) => [`Product ${row}`, '866.00', '848.00']);
    await site.with({
      now: '2026-11-20T18:00:00.000Z',
      priceTables: [{ type: 2, headers: ['Product', 'Price per ton', 'Prepay'], rows }],
    });
    await page.clock.setFixedTime('2026-11-20T18:00:00.000Z');
    await visit('/');
    const terminal = page.getByRole('table', { name: 'River Terminal' });
    const head = page.getByText('November 20, 2026').locator('..');
    await test.step('home page', async () => {
      await expect(terminal).toBeHidden();
      await expect(head).toBeHidden();
      await page.emulateMedia({ media: 'print' });
      await expect(head).toHaveText('Hickory Bend Farmers Cooperative 660-555-0142 November 20, 2026');
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expect(terminal.getByRole('row')).toHaveText([
        'River TerminalBasis, $/buCash, $/bu',
        'CornSpot−0.234.10',
        'CornNew crop−0.294.30',
        'SoybeansSpot−0.4310.32',
        'SoybeansNew crop−0.4810.42',
      ]);
      await expect(page.getByText('Local Weather')).toBeHidden();
      await expect(page.getByRole('link', { name: 'Sign up for market alerts' })).toBeHidden();
      const panel = page.getByRole('heading', { name: 'Local Cash Bids' }).locator('../..');
      const [list, box] = [await terminal.boundingBox(), await panel.boundingBox()];
      // Less than 80 px for the disclaimer, so there is no hole.
      expect((box?.y ?? 0) + (box?.height ?? 0) - (list?.y ?? 0) - (list?.height ?? 0)).toBeLessThan(80);
      expect(await printedSheets(page, 'A4')).toBe(1);
      await page.emulateMedia({ media: null });
    });

    await test.step('long table', async () => {
      await navigateInApp(page, 'Products');
      await expect(page.getByText('Product 119')).toBeAttached();
      expect(await printedSheets(page)).toBeGreaterThan(2);
      await page.emulateMedia({ media: 'print' });
      const note = page.getByText("Order seed by December 15 to lock in this year's price.");
      expect((await note.boundingBox())?.x).toBe((await page.locator('h1').boundingBox())?.x);
      await expect(page.locator('thead').first()).toHaveCSS('display', 'table-header-group');
      await page.emulateMedia({ media: null });
    });

    await test.step('price sheet with 360 bids', async () => {
      const locations = Array.from({ length: 10 }, (_, n) => `Elevator Number ${n + 1}`);
      const grains = ['Corn', 'Soybeans', 'Wheat', 'Milo', 'Oats', 'White Corn'];
      const months = ['Spot', 'January', 'March', 'May', 'July', 'New crop'];
      const cashBids = locations.flatMap((location) =>
        grains.flatMap((commodity) => months.map((delivery) => aBid({ location, commodity, delivery }))),
      );
      await site.with({
        cashBids,
        priceTables: [{ type: 2, headers: ['Product', 'Price'], rows: [['MAP', '866.00']] }],
      });
      await page.getByRole('link', { name: 'Printable price sheet' }).click();
      await expect(page).toHaveURL('/price-sheet');
      await expect(page.getByText('For more delivery periods, see hickorybend.example.com.')).toBeVisible();
      await expect(
        page.getByRole('img', { name: 'QR code for https://hickorybend.example.com' }),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: '660-555-0142' })).toHaveAttribute(
        'href',
        'tel:6605550142',
      );
      expect(await printedSheets(page)).toBe(1);
      await page.setViewportSize({ width: 390, height: 844 });
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(width).toBeLessThanOrEqual(390);
      const smallest = await page.evaluate(() =>
        Math.min(
          ...[...document.querySelectorAll('body *')].map((element) =>
            parseFloat(getComputedStyle(element).fontSize),
          ),
        ),
      );
      expect(smallest).toBeGreaterThanOrEqual(14);
      // The hint is for browsers without scripts.
      await expect(page.getByText('press Ctrl+P')).toBeHidden();
      await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'Printed') }));
      await page.getByRole('button', { name: 'Print' }).click();
      await expect(page).toHaveTitle('Printed');
      await expect(page.getByRole('link', { name: 'Back to website' })).toHaveAttribute('href', '/');
    });

    await test.step('harvest board of 60 locations, which hides what ends while it is open', async () => {
      const locations = Array.from({ length: 59 }, (_, n) => ({
        id: `e${n}`,
        name: `Elevator Number ${n + 1}`,
      }));
      const set = { moisture: '15.5', note: 'Pit 2', until: '2026-11-21T06:00:00.000Z' };
      const harvest = ['@main', ...locations.map(({ id }) => id)].flatMap((locationId) => [
        aHarvestEntry({ ...set, locationId, status: 'limited' }),
        aHarvestEntry({ ...set, locationId, commodity: 'Soybeans', status: 'not-taking' }),
        aHarvestEntry({ ...set, locationId, commodity: 'Milo', status: 'full' }),
      ]);
      const none = { commodity: '', status: '', asOf: '', until: '' } as const;
      harvest.push(
        aHarvestEntry({
          ...none,
          locationId: 'e0',
          wait: '25',
          waitAsOf: '2026-11-20T17:00:00.000Z',
          waitUntil: 'changed',
        }),
      );
      harvest[0] = aHarvestEntry({ ...harvest[0], note: 'Until one', until: '2026-11-20T19:00:00.000Z' });
      await site.with({ locations, harvest });
      await page.goto('/harvest');
      await expect(page.getByRole('heading', { name: 'Elevator Number 59' })).toBeVisible();
      await expect(page.getByText('As of 11:00 am, 1 hour ago. Until midnight').first()).toBeVisible();
      await expectResponsive(page);
      const setFontSize = await fontSizeSetting(page);
      await setFontSize(32);
      expect(await horizontalOverflow(page, [390])).toEqual([]);
      await setFontSize(16);
      expect(await printedSheets(page)).toBe(1);
      await expect(page.getByText('Until one')).toBeVisible();
      await page.clock.setFixedTime('2026-11-20T19:00:00.000Z');
      await expect(page.getByText('Until one')).toBeHidden();
      await expect(page.getByText('2 hours ago').last()).toBeVisible();
    });
  },
);
