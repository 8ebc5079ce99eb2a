import type { Page } from '@playwright/test';
import { momentInWords } from '#contract/date-time.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PRICE_TABLE_LIMITS, PRICE_TABLES } from '#contract/price-tables.ts';
import { barriers } from './barriers.ts';
import { callsOf, FAILURES, goInside, holdCalls, spinners } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { pushedSideways } from './sideways.ts';

const WIDTHS = [320, 390, 768, 1280];

const section = (page: Page, name: string, level: 2 | 3 = 2) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, level }) })
    .last();
const services = (page: Page) => section(page, 'Custom Products and Services');
const fertilizer = (page: Page) => section(page, 'Fertilizer');
const fuel = (page: Page) => section(page, 'Farm - Delivered Fuel Prices');

test('The first load has services, prices and offers in the page and makes no call', async ({
  page,
  visit,
}) => {
  const calls = callsOf(page);
  await visit('/products');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Custom Products and Services',
    'Fertilizer',
    'Farm - Delivered Fuel Prices',
    'Services / Offers',
  ]);
  await expect(services(page).getByRole('listitem')).toHaveText([
    'Aerial Application',
    'Variable Rate Technology',
    'Wholesale Chemical - Bulk & Packaged',
    'Field Mapping',
    'GPS Guided Custom Application',
    'Grid Soil Sampling',
    'Soil Testing',
    'Spreader Cart Rental',
    'Green Star Guidance Exact Apply',
  ]);
  await expect(section(page, 'Services / Offers').getByRole('listitem')).toHaveText([
    'Refined Fuel Delivery - Call to Order or Deliver',
    'Packaged Oil & Grease - Available Upon Request',
  ]);
  expect(calls).toEqual([]);
});

test('Each of the nine services has a drawing of its own that loads', async ({ page, visit }) => {
  await visit('/products');
  await services(page).scrollIntoViewIfNeeded();
  const drawings = services(page).getByRole('listitem').locator('img');
  await expect
    .poll(() =>
      drawings.evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(9);
  const addresses = await drawings.evaluateAll((all) => all.map((img) => img.getAttribute('src')));
  expect(new Set(addresses).size).toBe(9);
});

test('P, N and K stand in this order, each with its own table; an empty cell is a dash', async ({
  page,
  visit,
  site,
}) => {
  const headers = ['Product', 'Price per ton'];
  await site.with({
    priceTables: [
      { type: 2, headers, rows: [['MAP 11-52-0', '866.00']] },
      { type: 3, headers: [...headers, 'Prepay'], rows: [['Urea <b>46-0-0</b>', '', '00.50']] },
      { type: 4, headers, rows: [['', '485']] },
      { type: 0, headers, rows: [] },
    ],
  });
  for (const arrive of ['first load', 'inside']) {
    await visit(arrive === 'inside' ? '/store' : '/products');
    if (arrive === 'inside') await goInside(page, 'Products');
    await expect(fertilizer(page).getByRole('heading', { level: 3 })).toHaveText([
      'P, Phosphorus',
      'N, Nitrogen',
      'K, Potassium',
    ]);
    const texts = await fertilizer(page)
      .getByRole('table')
      .evaluateAll((tables) =>
        tables.map((table) =>
          [...(table as HTMLTableElement).rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
        ),
      );
    expect(texts).toEqual([
      [headers, ['MAP 11-52-0', '866.00']],
      [
        [...headers, 'Prepay'],
        ['Urea <b>46-0-0</b>', '—', '00.50'],
      ],
      [headers, ['—', '485']],
    ]);
    await expect(page.getByRole('heading', { name: 'Other Fertilizer' })).toHaveCount(0);
  }
});

test('The table that is none of the three elements stands below them when it has rows', async ({
  page,
  visit,
}) => {
  await visit('/products');
  await expect(fertilizer(page).getByRole('heading', { level: 3 }).last()).toHaveText('Other Fertilizer');
  await expect(section(page, 'Other Fertilizer', 3).getByRole('row')).toHaveCount(6);
});

test('Fuel stands on cards, with the price as it was typed and what more columns say', async ({
  page,
  visit,
  site,
}) => {
  await site.with({
    priceTables: [
      {
        type: 1,
        headers: ['Fuel Type', 'Price', 'Contract'],
        rows: [
          ['#2 Dyed Diesel', '2.79', '2.59'],
          ['Propane & more', '$1.490', ''],
          ['DEF', '', ''],
          ['', 'call for price', 'by the load'],
        ],
      },
    ],
  });
  await visit('/products');
  const cards = fuel(page).getByRole('listitem');
  await expect(cards.getByRole('heading', { level: 3 })).toHaveText([
    '#2 Dyed Diesel',
    'Propane & more',
    'DEF',
    '—',
  ]);
  await expect(cards).toHaveText([
    '#2 Dyed Diesel2.79Contract 2.59',
    'Propane & more$1.490Contract —',
    'DEF—Contract —',
    '—call for priceContract by the load',
  ]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await barriers(page)).toEqual([]);
});

const MESSAGE_PLACES = {
  ProductSeedMessage: services,
  ProductChemMessage: services,
  ProductFertMessage: fertilizer,
  ProductFuelMessage: fuel,
};

const messages = (html: string) =>
  Object.fromEntries(Object.keys(MESSAGE_PLACES).map((type) => [type, html]));

test('The four messages stand at their sections, formatted', async ({ page, visit, site }) => {
  const texts = Object.keys(MESSAGE_PLACES).map((type) => [type, `<p>Of <strong>${type}</strong></p>`]);
  await site.with({ texts: Object.fromEntries(texts) });
  for (const arrive of ['first load', 'inside']) {
    await visit(arrive === 'inside' ? '/store' : '/products');
    if (arrive === 'inside') await goInside(page, 'Products');
    for (const [type, place] of Object.entries(MESSAGE_PLACES)) {
      await expect(place(page).getByText(type)).toHaveCSS('font-weight', /^[67]00$/);
    }
  }
});

test('A message of nothing leaves no gap, in whatever form it is nothing', async ({ page, visit, site }) => {
  const place = () => services(page).getByRole('list').boundingBox();
  await site.with({ texts: messages('') });
  await visit('/products');
  const without = await place();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (const html of ['<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '<ul><li><p> </p></li></ul>', ' \n ']) {
    await site.with({ texts: messages(html) });
    await visit('/products');
    expect(await place(), html).toEqual(without);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  }
});

test("Under every table stands when it was changed, in the cooperative's time", async ({
  page,
  visit,
  site,
}) => {
  await site.with({ priceTables: [{ type: 1, headers: ['Fuel', 'Price'], rows: [['Diesel', '3']] }] });
  await visit('/products');
  const times = page
    .getByRole('main')
    .getByText(/^Changed /)
    .getByRole('time');
  await expect(times).toHaveCount(5);
  for (const time of await times.all()) {
    const at = (await time.getAttribute('datetime')) ?? '';
    await expect(time).toHaveText(momentInWords(at, 'America/Chicago'));
  }

  // Half past eleven on Monday night at the cooperative, Tuesday evening in the browser's zone.
  await page.route('/api/config/table/1', async (route) => {
    const response = await route.fetch();
    const table = (await response.json()) as object;
    await route.fulfill({ response, json: { ...table, changedAt: '2026-11-17T05:30:00Z' } });
  });
  await page.evaluate(() => localStorage.clear());
  await visit('/store');
  await goInside(page, 'Products');
  await expect(fuel(page).getByText(/^Changed /)).toHaveText('Changed Mon, Nov 16, 11:30 pm');
});

test('Inside the app, Products asks for its messages and for each table once, and waits with spinners', async ({
  page,
  visit,
}) => {
  await visit('/store');
  const calls = callsOf(page);
  const { release } = await holdCalls(page);
  await goInside(page, 'Products');
  await expect(services(page).getByRole('listitem')).toHaveCount(9);
  await expect(fertilizer(page).getByRole('status')).toHaveText('Loading');
  await expect(fuel(page).getByRole('status')).toHaveText('Loading');
  await expect(section(page, 'Services / Offers').getByRole('listitem')).toHaveCount(2);
  release();
  await expect(fertilizer(page).getByRole('table')).toHaveCount(4);
  await expect(fuel(page).getByRole('listitem')).toHaveCount(8);
  await expect(spinners(page)).toHaveCount(0);
  const tables = PRICE_TABLES.map(({ type }) => `GET /api/config/table/${type}`);
  expect(calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    [...tables, 'POST /api/config/configs'].toSorted(),
  );
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual([12, 13, 14, 15]);
});

test('However a table fails, only its section says so', async ({ page, visit, expectProblem }) => {
  test.slow();
  for (const [kind, { answer, problem }] of Object.entries(FAILURES)) {
    await test.step(kind, async () => {
      if (problem) expectProblem(problem);
      for (const [path, at] of [
        ['/api/config/table/3', fertilizer],
        ['/api/config/table/1', fuel],
      ] as const) {
        await visit('/store');
        await page.evaluate(() => localStorage.clear());
        await page.route(path, answer);
        const calls = callsOf(page);
        await goInside(page, 'Products');
        await expect(at(page).getByRole('alert')).toHaveText(MESSAGES.pageLoad);
        await expect(page.getByRole('alert')).toHaveCount(1);
        await expect(fertilizer(page).getByRole('table')).toHaveCount(at === fuel ? 4 : 0);
        await expect(fuel(page).getByRole('listitem')).toHaveCount(at === fuel ? 0 : 8);
        await expect(services(page).getByText('Seed orders placed')).toBeVisible();
        await expect(spinners(page)).toHaveCount(0);
        expect(calls).toHaveLength(6);
        await page.unroute(path);
      }
    });
  }
});

test('Without its messages, Products stands with its prices', async ({ page, visit, expectProblem }) => {
  expectProblem(/status of 500/);
  await visit('/store');
  await page.route('/api/config/configs', (route) => route.fulfill({ status: 500 }));
  await goInside(page, 'Products');
  await expect(fertilizer(page).getByRole('table')).toHaveCount(4);
  await expect(fuel(page).getByRole('listitem')).toHaveCount(8);
});

test('Empty tables say so and whom to call, on the first load and inside the app', async ({
  page,
  visit,
  site,
}) => {
  await site.with({
    priceTables: PRICE_TABLES.map(({ type }) => ({ type, headers: ['Product', 'Price per ton'], rows: [] })),
  });
  for (const arrive of ['first load', 'inside']) {
    await visit(arrive === 'inside' ? '/store' : '/products');
    if (arrive === 'inside') await goInside(page, 'Products');
    await expect(page.getByText('No prices posted. Call 660-555-0142.')).toHaveCount(4);
    await expect(fuel(page).getByRole('link', { name: '660-555-0142' })).toHaveAttribute(
      'href',
      'tel:6605550142',
    );
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
  }
  await site.with({ texts: { ContactUsPhoneNumber: '' } });
  await visit('/products');
  await expect(page.getByText('No prices posted.', { exact: true })).toHaveCount(4);
});

const { columns: MOST_COLUMNS, headerLength, cellLength } = PRICE_TABLE_LIMITS;
const FILLINGS: Record<string, (length: number) => string> = {
  figures: () => '1,019.00',
  sentences: (length) => 'Delivered price '.repeat(20).slice(0, length),
  'words without end': (length) => 'W'.repeat(length),
  'grades without end': (length) => '11-52-'.repeat(40).slice(0, length),
};

for (const [kind, filling] of Object.entries(FILLINGS)) {
  test(`Tables of ${kind} never scroll sideways, however many columns they have`, async ({
    page,
    visit,
    site,
  }) => {
    for (const columns of [1, 3, 4, 12, MOST_COLUMNS]) {
      const row = Array.from({ length: columns }, () => filling(cellLength));
      const headers = row.map((_, column) =>
        kind === 'figures' ? `Price ${column}` : filling(headerLength),
      );
      await site.with({
        priceTables: PRICE_TABLES.map(({ type }) => ({ type, headers, rows: [row, row] })),
      });
      await visit('/products');
      await expect(fertilizer(page).getByRole('table')).toHaveCount(4);
      expect(await pushedSideways(page, WIDTHS), `${columns} columns`).toEqual([]);
      expect(await clipped(page), `${columns} columns`).toEqual([]);
      // Where rows become lists, on a phone.
      if (kind === 'figures' && columns === 4) {
        await page.setViewportSize({ width: 320, height: 800 });
        expect(await barriers(page)).toEqual([]);
      }
    }
  });
}

test('Tables of 200 rows stand whole', async ({ page, visit, site }) => {
  const rows = Array.from({ length: 200 }, (_, row) => [`Blend ${row} 10-34-0`, `${row}.00`, '']);
  await site.with({
    priceTables: PRICE_TABLES.map(({ type }) => ({ type, headers: ['Product', 'Price', 'Prepay'], rows })),
  });
  await visit('/products');
  await expect(fertilizer(page).getByRole('row')).toHaveCount(4 * 201);
  await expect(fuel(page).getByRole('listitem')).toHaveCount(200);
  expect(await pushedSideways(page, WIDTHS)).toEqual([]);
});

/** Texts of tables and cards that are wider than the box they stand in. */
const clipped = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main th, main td, main li h3, main li p')]
      .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
      .map((each) => `${each.scrollWidth} in ${each.clientWidth}: ${each.outerHTML.slice(0, 120)}`)
      .slice(0, 3),
  );
