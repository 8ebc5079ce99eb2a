import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { PRICE_TABLE_LIMITS, PRICE_TABLES } from '#contract/price-tables.ts';
import { accessibilityViolations } from './accessibility.ts';
import { requestsOf, failRequests, navigateInApp, holdRequests, spinners } from './requests.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';
import { isThorough } from './thorough.ts';

const widths = () => (isThorough() ? [320, 390, 768, 1280] : [320, 1280]);

const section = (page: Page, name: string, level: 2 | 3 = 2) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, level }) })
    .last();
const services = (page: Page) => section(page, 'Custom Products and Services');
const fertilizer = (page: Page) => section(page, 'Fertilizer');
const fuel = (page: Page) => section(page, 'Farm - Delivered Fuel Prices');

const MESSAGE_SECTIONS = {
  ProductSeedMessage: services,
  ProductChemMessage: services,
  ProductFertMessage: fertilizer,
  ProductFuelMessage: fuel,
};

test('shows its content without requests, and shows spinners during a client-side navigation', async ({
  page,
  visit,
  site,
}) => {
  const texts = Object.keys(MESSAGE_SECTIONS).map((type) => [type, `<p>Of <strong>${type}</strong></p>`]);
  await site.with({ texts: Object.fromEntries(texts) });
  const calls = requestsOf(page);
  await visit('/products');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products');
  for (const [type, findSection] of Object.entries(MESSAGE_SECTIONS)) {
    await expect(findSection(page).getByText(type)).toHaveCSS('font-weight', /^[67]00$/);
  }
  await services(page).scrollIntoViewIfNeeded();
  const drawings = services(page).getByRole('listitem').locator('img');
  await expect
    .poll(() =>
      drawings.evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(9);
  // Includes the times of the last changes, which are formatted in the server process.
  const first = await page.getByRole('main').ariaSnapshot();
  expect(first.match(/Updated/g)).toHaveLength(5);
  expect(calls).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  await visit('/store');
  const { release } = await holdRequests(page);
  await navigateInApp(page, 'Products');
  await expect(services(page).getByRole('listitem')).toHaveCount(9);
  await expect(fertilizer(page).getByRole('status')).toHaveText('Loading');
  await expect(fuel(page).getByRole('status')).toHaveText('Loading');
  await expect(section(page, 'Services / Offers').getByRole('listitem')).toHaveCount(2);
  release();
  await expect(fertilizer(page).getByRole('table')).toHaveCount(4);
  await expect(fuel(page).getByRole('listitem')).toHaveCount(8);
  await expect(spinners(page)).toHaveCount(0);
  await expect.poll(() => page.getByRole('main').ariaSnapshot()).toBe(first);
  const tables = PRICE_TABLES.map(({ type }) => `GET /api/config/table/${type}`);
  expect(calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    [...tables, 'POST /api/config/configs'].toSorted(),
  );
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual([12, 13, 14, 15]);
});

test("shows the time of a change in the cooperative's time zone after a client-side navigation", async ({
  page,
  visit,
}) => {
  // Monday 11:30 pm at the cooperative, Tuesday evening in the time zone of the browser.
  await page.route('/api/config/table/1', async (route) => {
    const response = await route.fetch();
    const table = (await response.json()) as object;
    await route.fulfill({ response, json: { ...table, changedAt: '2026-11-17T05:30:00Z' } });
  });
  await visit('/store');
  await navigateInApp(page, 'Products');
  await expect(fuel(page).getByText(/^Updated /)).toHaveText('Updated Mon, Nov 16, 11:30 pm');
});

test('shows the error of one section, and the other sections, when its request fails', async ({
  page,
  visit,
  expectProblem,
}) => {
  for (const [path, at, by] of [
    ['/api/config/table/3', fertilizer, 'cannot be reached'],
    ['/api/config/table/1', fuel, 'responds with another object'],
  ] as const) {
    await visit('/store');
    await page.evaluate(() => localStorage.clear());
    await failRequests(page, path, { by, expectProblem });
    const calls = requestsOf(page);
    await navigateInApp(page, 'Products');
    await expect(at(page).getByRole('alert')).toHaveText(MESSAGES.pageLoad);
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(fertilizer(page).getByRole('table')).toHaveCount(at === fuel ? 4 : 0);
    await expect(fuel(page).getByRole('listitem')).toHaveCount(at === fuel ? 0 : 8);
    await expect(services(page).getByText('Order seed by December 15')).toBeVisible();
    await expect(spinners(page)).toHaveCount(0);
    expect(calls).toHaveLength(6);
    await page.unroute(path);
  }

  await visit('/store');
  await failRequests(page, '/api/config/configs', { by: 'responds 500', expectProblem });
  const reported = page.waitForEvent('console', (message) => message.text().includes('status of 500'));
  await navigateInApp(page, 'Products');
  await reported;
  await expect(fertilizer(page).getByRole('table')).toHaveCount(4);
  await expect(fuel(page).getByRole('listitem')).toHaveCount(8);
});

const { columns: MOST_COLUMNS, headerLength, cellLength } = PRICE_TABLE_LIMITS;
const COLUMNS = [1, 3, 4, 12, MOST_COLUMNS];
const FILLINGS: Record<string, (length: number) => string> = {
  figures: () => '1,019.00',
  sentences: (length) => 'Delivered price '.repeat(20).slice(0, length),
  'very long words': (length) => 'W'.repeat(length),
  'very long grades': (length) => '11-52-'.repeat(40).slice(0, length),
};

const EVERYDAY_FILLINGS = ['figures', 'very long words'];

for (const [kind, filling] of Object.entries(FILLINGS)) {
  test(
    `has no horizontal overflow when tables of ${kind} have few or many columns`,
    { tag: EVERYDAY_FILLINGS.includes(kind) ? '@thorough' : '@long' },
    async ({ page, visit, site }) => {
      // The first two iterations show each number of columns as a table, and the largest and smallest as fuel cards.
      for (const turn of isThorough() ? [3, 4, 0, 1, 2] : [3, 4]) {
        const priceTables = PRICE_TABLES.map(({ type }, index) => {
          const columns = COLUMNS[(index + turn) % COLUMNS.length] ?? 1;
          const row = Array.from({ length: columns }, () => filling(cellLength));
          const headers = row.map((_, column) =>
            kind === 'figures' ? `Price ${column}` : filling(headerLength),
          );
          return { type, headers, rows: [row, row.with(0, '')] };
        });
        await site.with({ priceTables });
        await visit('/products');
        await expect(fertilizer(page).getByRole('table')).toHaveCount(4);
        expect(await horizontalOverflow(page, widths()), `turn ${turn}`).toEqual([]);
        await expect.poll(() => clipped(page), `turn ${turn}`).toEqual([]);
        if (kind === 'figures' && turn === 3) {
          await page.setViewportSize({ width: 320, height: 800 });
          expect(await accessibilityViolations(page)).toEqual([]);
        }
      }
    },
  );
}

const clipped = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main th, main td, main li h3, main li p')]
      .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
      .map((each) => `${each.scrollWidth} in ${each.clientWidth}: ${each.outerHTML.slice(0, 120)}`)
      .slice(0, 3),
  );
