import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** How many sheets of paper a page takes. */
async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'Letter' });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('The prices, and whom to call, are printed on one sheet each, with name, telephone and date at the head', async ({
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

test('What is printed is ink on white, also for whoever reads light on dark', async ({ page, visit }) => {
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

test('A long table goes on over several sheets, each with the head of the table', async ({
  page,
  visit,
  site,
}) => {
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
