import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { FLASH_MS } from '#app/editor/field/field-state.ts';
import { keepFlashesVisible } from './dashboard-page.ts';
import { fuel, nitrogen, paste, tableOn, textsOf } from './dashboard-tables-page.ts';
import { expectResponsive, showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ signIn }) => signIn());

const savesOf = (page: Page): unknown[] => {
  const saves: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(API.priceTable))
      saves.push(request.postDataJSON());
  });
  return saves;
};

test('labels each header, cell and button with its row, column or action', async ({ page, visit, site }) => {
  await site.with({ priceTables: [{ type: 2, headers: [], rows: [] }] });
  await visit('/admin/dashboard');
  const table = nitrogen(page);
  await expect(table.header(2)).toHaveValue('Price per ton');
  await expect(table.header(2)).toHaveAttribute('maxlength', '100');
  await expect(table.cell(2, 'Price per ton')).toHaveValue('583.00');
  await expect(table.cell(2, 'Price per ton')).toHaveAttribute('maxlength', '200');
  await expect.poll(() => textsOf(table.row(3))).toEqual(['UAN 28%', '408.00', '']);
  for (const [name, hasFixedColumns] of [
    ['Phosphorus', true],
    ['Nitrogen', true],
    ['Potassium', true],
    ['Fuel Types and Prices', false],
    ['Other Fertilizer', false],
  ] as const) {
    const each = tableOn(page, name);
    await expect(each.button('Add Row')).toBeVisible();
    await expect(each.button('Add Column')).toHaveCount(hasFixedColumns ? 0 : 1);
    await expect(each.save).toHaveText('Save');
  }

  const tables = page.getByRole('group', {
    name: /^(Phosphorus|Nitrogen|Potassium|Fuel Types and Prices|Other Fertilizer)$/,
  });
  await expect(tables).toHaveCount(5);
  await expect(tables.getByRole('button', { name: 'Save' })).toHaveCount(5);
  for (const name of ['Update', 'Upload', 'Delete'])
    await expect(tables.getByRole('button', { name })).toHaveCount(0);
  await expect(
    tables
      .getByRole('button', { name: /Remove/ })
      .filter({ hasNotText: /./ })
      .first(),
  ).toHaveAccessibleName(/^Remove row \d+$/);

  const empty = tableOn(page, 'Phosphorus');
  await expect(empty.header(1)).toHaveValue('');
  await expect(empty.header(2)).toHaveCount(0);
  await expect(empty.button('Column 1 menu')).toHaveCount(0);
  await expect(empty.group.getByText('Not saved yet')).toHaveCount(0);
});

test('publishes a saved table immediately, and flashes for two seconds', async ({ page, visit, site }) => {
  await page.clock.install();
  await visit('/admin/dashboard');
  const { cell, save, group } = nitrogen(page);
  await expect(cell(2, 'Price per ton')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const sent = savesOf(page);
  await cell(2, 'Price per ton').fill('591.50');
  await expect(group.getByText('Not saved yet')).toBeVisible();
  await save.click();
  await expect(save).toHaveText('Saved');
  await expect(group.getByRole('status')).toHaveText(/^Last saved today at \d+:\d\d [ap]m by you$/);
  const [body] = sent as [{ TableType: number; ColumnHeaders: object; AllRows: object[] }];
  expect(body.TableType).toBe(3);
  expect(body.ColumnHeaders).toEqual({
    n_header_0: 'Product',
    n_header_1: 'Price per ton',
    n_header_2: 'Prepay',
  });
  expect(body.AllRows[2]).toEqual({ n_row_2_header_0: 'UAN 28%', n_row_2_header_1: '408.00' });
  expect(await (await page.request.get('/products')).text()).toContain('591.50');
  expect((await site.changes()).at(-1)).toMatchObject({ author: 'Dana', subject: 'price-table:3' });
  await page.clock.runFor(FLASH_MS - 1);
  await expect(save).toHaveText('Saved');
  await page.clock.runFor(1);
  await expect(save).toHaveText('Save');
});

test('moves between cells with spreadsheet keys, and adds a row on Enter in the last one', async ({
  page,
  visit,
}) => {
  await visit('/admin/dashboard');
  const { cell, header, row, button } = nitrogen(page);
  await cell(1, 'Price per ton').focus();
  await page.keyboard.press('ArrowDown');
  await expect(cell(2, 'Price per ton')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(header(2)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(cell(1, 'Prepay')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(cell(1, 'Price per ton')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(cell(1, 'Price per ton')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(cell(2, 'Product')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(button('Remove row 1')).toBeFocused();
  await cell(4, 'Prepay').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(cell(4, 'Prepay')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(button('Move row 4 up')).toBeFocused();
  await cell(4, 'Prepay').focus();
  await page.keyboard.press('Enter');
  await expect(cell(5, 'Product')).toBeFocused();
  await page.keyboard.type('Urea, coated');
  await page.keyboard.press('Tab');
  await page.keyboard.type('702.00');
  await expect.poll(() => textsOf(row(5))).toEqual(['Urea, coated', '702.00', '']);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(nitrogen(page).save).toHaveText('Saved');
  await expect(cell(5, 'Price per ton')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(6, 'Product')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(cell(6, 'Product')).toHaveCount(0);
  await expect(cell(5, 'Product')).toBeFocused();
});

test('adds, moves, drags and removes rows, and reverts all of it', async ({ page, visit }) => {
  await visit('/admin/dashboard');
  const { group, cell, row, button, save } = nitrogen(page);
  await button('Add Row').click();
  await expect(cell(5, 'Product')).toBeFocused();
  await page.keyboard.type('New');
  await button('Move row 5 up').click();
  await expect(button('Move row 4 up')).toBeFocused();
  await expect.poll(() => textsOf(row(4))).toEqual(['New', '', '']);
  await button('Move row 4 down').click();
  await expect(button('Move row 5 down')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(5, 'Product')).toHaveValue('New');
  const handle = (number: number) => group.getByTitle('Drag to move the row').nth(number - 1);
  await handle(5).dragTo(handle(2));
  await expect.poll(() => textsOf(row(2))).toEqual(['New', '', '']);
  await expect(cell(3, 'Product')).toHaveValue('Urea 46-0-0');
  await cell(1, 'Prepay').fill('1.00');
  await button('Remove row 1').click();
  await expect(button('Undo')).toBeFocused();
  await expect(button('Undo')).toHaveAccessibleDescription(
    'Row removed. Anhydrous ammonia 82-0-0 · 856.00 · 1.00',
  );
  await expect(group.locator('[aria-live]').filter({ hasText: 'Row 1 removed.' })).toHaveCount(1);
  await expect(cell(1, 'Product')).toHaveValue('New');
  await cell(1, 'Prepay').fill('2.00');
  await button('Move row 2 up').click();
  await button('Undo').click();
  await expect(cell(1, 'Product')).toBeFocused();
  await expect.poll(() => textsOf(row(1))).toEqual(['Anhydrous ammonia 82-0-0', '856.00', '1.00']);
  await expect.poll(() => textsOf(row(3))).toEqual(['New', '', '2.00']);
  await button('Undo changes').click();
  await expect(cell(1, 'Product')).toHaveValue('Anhydrous ammonia 82-0-0');
  await expect(row(5)).toHaveCount(0);
  await button('Remove row 2').click();
  await save.click();
  await expect(save).toHaveText('Saved');
  await expect(button('Undo')).toHaveCount(0);
  expect(await (await page.request.get('/products')).text()).not.toContain('Urea 46-0-0');
});

test(
  'scrolls the page while a row is dragged to the edge of the window',
  { tag: '@long' },
  async ({ page, visit, site }) => {
    const rows = Array.from({ length: 50 }, (_, index) => [`Blend ${index + 1}`, '1.00']);
    await site.with({ priceTables: [{ type: 1, headers: ['Fuel Type', 'Price'], rows }] });
    await page.setViewportSize({ width: 1280, height: 500 });
    await visit('/admin/dashboard');
    const { group, cell } = fuel(page);
    const handle = group.getByTitle('Drag to move the row').first();
    // Waits until nothing moves.
    await handle.hover();
    const x = ((await handle.boundingBox())?.x ?? 0) + 10;
    await page.mouse.down();
    await page.mouse.move(x, 495, { steps: 4 });
    await expect(cell(40, 'Price')).toBeInViewport();
    await page.mouse.move(x, 250);
    await page.mouse.up();
    await expect(cell(1, 'Fuel Type')).toHaveValue('Blend 2');
    const position = (
      await group
        .getByRole('textbox')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    )
      .filter((text) => text.startsWith('Blend'))
      .indexOf('Blend 1');
    expect(position).toBeGreaterThan(20);
    const [before, after] = await page.evaluate(async () => {
      const start = scrollY;
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
      return [start, scrollY];
    });
    expect(after).toBe(before);
  },
);

test('adds and removes columns, and pastes spreadsheet blocks with new rows and columns', async ({
  page,
  visit,
}) => {
  await visit('/admin/dashboard');
  const { cell, header, button, save, row, group } = fuel(page);
  await button('Add Column').click();
  await expect(header(3)).toBeFocused();
  await page.keyboard.type('Tank size');
  await cell(1, 'Tank size').fill('500 gal');
  const remove = (column: number) =>
    group.getByRole('menuitem', { name: `Remove column ${column}`, exact: true });
  await button('Column 2 menu').press('Enter');
  await expect(remove(2)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove(2)).toBeHidden();
  await expect(button('Column 2 menu')).toBeFocused();
  const prices = await textsOf(group.getByRole('textbox', { name: /, Price$/ }));
  await button('Column 2 menu').click();
  await remove(2).click();
  await expect(button('Undo')).toBeFocused();
  await expect(button('Undo')).toHaveAccessibleDescription('Column removed. Price');
  await expect(header(2)).toHaveValue('Tank size');
  await expect(cell(1, 'Tank size')).toHaveValue('500 gal');
  await button('Move row 1 down').click();
  await button('Undo').click();
  await expect(header(2)).toBeFocused();
  await expect
    .poll(() => textsOf(group.getByRole('textbox', { name: /, Price$/ })))
    .toEqual(prices.toSpliced(0, 1).toSpliced(1, 0, prices[0] ?? ''));
  await button('Move row 2 up').click();
  await button('Column 2 menu').click();
  await remove(2).click();
  await save.click();
  await expect(save).toHaveText('Saved');
  const response = (await (await page.request.get(`${API.priceTable}/1`)).json()) as {
    columnHeaders: object;
  };
  expect(response.columnHeaders).toEqual({ fuel_header_0: 'Fuel Type', fuel_header_1: 'Tank size' });

  await paste(cell(8, 'Tank size'), '2.41\t2.40\r\n"1,019.00"\t"two\nlines"\r\n');
  await expect.poll(() => textsOf(row(8))).toEqual(['DEF, bulk', '2.41', '2.40']);
  await expect.poll(() => textsOf(row(9))).toEqual(['', '1,019.00', 'two lines']);
  await expect(group.getByText('Pasted 4 cells. Added 1 row and 1 column.')).toBeVisible();
  await expect(cell(8, 'Tank size')).toBeFocused();
  await expect(header(3)).toHaveAccessibleDescription(
    "This column has no header. Type one, or you'll lose the column when you save.",
  );
  await header(3).fill('Prepay');
  await paste(
    cell(9, 'Fuel Type'),
    'FUEL TYPE\tTank size\tPrepay\tDelivered\nPropane\t500 gal\t1.50\t1.60\n',
  );
  await expect.poll(() => textsOf(row(9))).toEqual(['Propane', '500 gal', '1.50', '1.60']);
  await expect(header(4)).toHaveValue('Delivered');
  await expect(button('Keep it as a row')).toBeVisible();
  await button('Column 4 menu').click();
  await remove(4).click();
  await paste(cell(9, 'Fuel Type'), 'Kerosene,"$3,000.00",\nHeating oil,,2.00\n');
  await expect.poll(() => textsOf(row(9))).toEqual(['Kerosene', '$3,000.00', '']);
  await expect.poll(() => textsOf(row(10))).toEqual(['Heating oil', '', '2.00']);
  const saved = page.waitForResponse(`**${API.priceTable}`);
  await save.click();
  expect((await saved).status()).toBe(200);
  await expect(group.getByText(/^Last saved today at /)).toBeVisible();
  await expect.poll(() => textsOf(row(10))).toEqual(['Heating oil', '', '2.00']);
});

test('pastes a block that is too wide after a confirmation, and copies a table as text', async ({
  page,
  visit,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit('/admin/dashboard');
  const { cell, row, group, button } = nitrogen(page);
  await expect(cell(1, 'Product')).toBeVisible();
  const before = await textsOf(row(1));
  await page.evaluate(() => navigator.clipboard.writeText('Corn, beans\n'));
  await cell(1, 'Prepay').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(1, 'Prepay')).toHaveValue('839.00Corn, beans');
  await cell(1, 'Prepay').fill('839.00');

  const block = 'a\tb\tc\td\te\nf\tg\th\ti\tj';
  await paste(cell(1, 'Product'), block);
  await expect(group.getByText('You pasted 5 columns, but this table has 3.')).toBeVisible();
  await expect(button('Paste the first 3 columns')).toBeFocused();
  await expect.poll(() => textsOf(row(1))).toEqual(before);
  await button('Cancel').click();
  await expect(cell(1, 'Product')).toBeFocused();
  await expect.poll(() => textsOf(row(1))).toEqual(before);
  await paste(cell(1, 'Product'), block);
  await button('Paste the first 3 columns').click();
  await expect.poll(() => textsOf(row(1))).toEqual(['a', 'b', 'c']);
  await expect.poll(() => textsOf(row(2))).toEqual(['f', 'g', 'h']);
  await expect(group.getByText(/You pasted 5 columns/)).toHaveCount(0);
  await paste(cell(1, 'Prepay'), 'x\ty');
  await expect(group.getByText("You pasted 2 columns, but there's room for only 1 here.")).toBeVisible();

  const potassium = tableOn(page, 'Potassium');
  await potassium.button('Copy table').click();
  await expect(potassium.group.getByText('Copied. Now paste it into a spreadsheet.')).toBeVisible();
  const text =
    'Product\tPrice per ton\tPrepay\nPotash, red 0-0-60\t485.00\t475.00\nPotash, white 0-0-62\t512.00\t\nK-Mag 0-0-22\t\t';
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('No.'));
  });
  await potassium.button('Copy table').click();
  await expect(potassium.group.getByRole('textbox', { name: 'Potassium table as text' })).toHaveValue(text);
});

const FAILURES: [problem: RegExp, response: { status: number } | 'connection lost', reason: RegExp][] = [
  [/status of 401/, { status: 401 }, /^You're signed out\. .*Sign in again$/],
  [
    /status of 500/,
    { status: 500 },
    /^The website isn't responding right now \(error 500\)\. Try again in a minute\. What you typed is still here, on this device\.$/,
  ],
  [
    /ERR_CONNECTION_RESET/,
    'connection lost',
    /^We couldn't reach the website\. Check your internet connection and try again\. What you typed is still here, on this device\.$/,
  ],
];

test('warns about empty headers and prices that changed a lot, and keeps the draft when saving fails', async ({
  page,
  visit,
  expectProblem,
}) => {
  await visit('/admin/dashboard');
  const { header, cell, group, save, failure } = nitrogen(page);
  const words = "This column has no header. Type one, or you'll lose the last column (Prepay) when you save.";
  await header(2).fill('');
  await expect(header(2)).toHaveAccessibleDescription(words);
  await expect(group.locator('[aria-live]').filter({ hasText: words })).toHaveCount(1);
  await header(2).fill('Price per ton');
  await expect(group.getByText(words)).toHaveCount(0);
  const question =
    'Anhydrous ammonia 82-0-0, Price per ton: 856.00 before, 8560.0 now. Check the decimal point.';
  await cell(1, 'Price per ton').fill('8560.0');
  await expect(cell(1, 'Price per ton')).toHaveAccessibleDescription(question);
  const lineBelow = group.locator('[aria-hidden]').filter({ hasText: question });
  await expect(lineBelow).toBeVisible();
  const { width: lineWidth = 0 } = (await lineBelow.boundingBox()) ?? {};
  expect(lineWidth).toBeGreaterThan(800);

  for (const [problem, response, reason] of FAILURES) {
    expectProblem(problem);
    await page.route(`**${API.priceTable}`, (route) =>
      response === 'connection lost' ? route.abort('connectionreset') : route.fulfill(response),
    );
    await save.click();
    await expect(failure).toHaveText(reason);
    await expect(save).toHaveText('Not saved');
    await expect(page).toHaveURL('/admin/dashboard');
    await expect(cell(1, 'Price per ton')).toHaveValue('8560.0');
    await page.unroute(`**${API.priceTable}`);
  }
  await save.click();
  await expect(save).toHaveText('Saved');
  await expect(failure).toBeHidden();
  await expect(group.locator('[aria-live]').filter({ hasText: `Saved. ${question}` })).toBeVisible();
  await expect(lineBelow).toHaveCount(0);
  await cell(1, 'Price per ton').fill('8561.0');
  await expect(group.getByText(question)).toHaveCount(0);
});

test(
  'keeps the draft of a table after a reload, and after signing in again',
  { tag: '@long' },
  async ({ page, visit, site, signIn, expectProblem }) => {
    expectProblem(/status of 401/);
    await visit('/admin/dashboard');
    const { cell, save, group, failure } = nitrogen(page);
    await cell(1, 'Prepay').fill('840.00');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(cell(1, 'Prepay')).toHaveValue('840.00');
    await expect(group.getByText('Not saved yet')).toBeVisible();
    await expect(
      page
        .getByRole('navigation', { name: 'Sections' })
        .getByRole('link', { name: 'Fertilizer 1 unsaved', exact: true }),
    ).toBeVisible();
    await site.endSessions();
    await save.click();
    await expect(failure).toContainText("You're signed out.");
    await failure.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/admin');
    await signIn();
    await page.goto('/admin/dashboard');
    await expect(cell(1, 'Prepay')).toHaveValue('840.00');
    await save.click();
    await expect(save).toHaveText('Saved');
  },
);

test('shows both values on a conflict between administrators, and keeps the chosen one', async ({
  page,
  visit,
  browser,
  signIn,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await visit('/admin/dashboard');
  const { cell, group, save, failure, button } = nitrogen(page);
  await expect(cell(1, 'Prepay')).toBeVisible();
  const saveByLee = async (price: string) => {
    const other = await browser.newContext({ baseURL: site.url });
    await signIn('Lee', other);
    const { columnHeaders: ColumnHeaders, allRows } = (await (
      await other.request.get(`${site.url}${API.priceTable}/3`)
    ).json()) as { columnHeaders: Record<string, string>; allRows: Record<string, string>[] };
    const AllRows = allRows.with(0, { ...allRows[0], n_row_0_header_1: price });
    const data = { TableType: 3, ColumnHeaders, AllRows };
    expect((await other.request.post(site.url + API.priceTable, { data })).status()).toBe(200);
    await other.close();
  };
  await saveByLee('600.00');
  await cell(1, 'Price per ton').fill('840.00');
  await save.click();
  await expect(failure).toBeVisible();
  const other = group.getByRole('group', { name: "Someone else's version" });
  await expect(other).toContainText('Lee changed this while you were editing. Choose which to keep:');
  const price = other.getByRole('group', { name: /, Price per ton$/ });
  await expect(price.getByRole('radio', { name: 'Yours: 840.00' })).toBeChecked();
  await price.getByRole('radio', { name: /^Lee, .+: 600\.00$/ }).check();
  await button('Use these').click();
  await expect(group.getByRole('heading', { name: 'Nitrogen' })).toBeFocused();
  await expect(cell(1, 'Price per ton')).toHaveValue('600.00');
});

test('saves a pasted table of 50 rows and 12 columns', { tag: '@long' }, async ({ page, visit }) => {
  await visit('/admin/dashboard');
  const { header, cell, row, save } = fuel(page);
  const block = Array.from({ length: 51 }, (_, line) =>
    Array.from({ length: 12 }, (__, column) => (line === 0 ? `Column ${column}` : `${line}/${column}`)),
  );
  await paste(header(1), block.map((texts) => texts.join('\t')).join('\r\n'));
  await expect(cell(50, 'Column 11')).toHaveValue('50/11');
  await cell(50, 'Column 11').fill('last');
  await save.click();
  await expect(save).toHaveText('Saved');
  const response = (await (await page.request.get(`${API.priceTable}/1`)).json()) as {
    columnHeaders: Record<string, string>;
    allRows: Record<string, string>[];
  };
  expect(Object.values(response.columnHeaders)).toEqual(block[0]);
  expect(response.allRows.map((texts) => Object.values(texts))).toEqual(
    block.slice(1).map((texts, index) => (index === 49 ? texts.with(11, 'last') : texts)),
  );
  await expect(fuel(page).button('Remove row 50')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await showOnly(page, ['fuel']);
  await fuel(page).button('Fuel Types and Prices, row 2 2/0').click();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect.poll(() => textsOf(row(2))).toEqual(block[2]);
});

test(
  'has no accessibility violations, overflow or small targets, also with warnings and a conflict',
  { tag: '@thorough' },
  async ({ page, visit, expectProblem }) => {
    test.slow();
    expectProblem(/status of 409/);
    const theirs = { columnHeaders: { n_header_0: 'Product' }, allRows: [{ n_row_0_header_0: 'Urea' }] };
    const current = { content: theirs, version: 9, at: '2026-01-01T00:00:00Z', author: 'Lee' };
    const body = JSON.stringify({
      detail: 'Someone else changed this while you were editing. Choose which version to keep.',
      current,
    });
    await keepFlashesVisible(page);
    await page.route(`**${API.priceTable}`, (route) => route.fulfill({ status: 409, body }));
    await visit('/admin/dashboard');
    const { group, header, cell, save, button } = nitrogen(page);
    await cell(1, 'Price per ton').fill('8560.00');
    await header(2).fill('');
    await save.click();
    await expect(button('Use these')).toBeVisible();
    await button('Remove row 4').click();
    await button('Column 1 menu').click();
    await group.getByRole('menuitem').filter({ visible: true }).click();
    await expect(button('Undo')).toHaveCount(2);
    await paste(cell(3, 'Prepay'), 'a\tb');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const boxes = await page.locator(':is(#fertilizer, #fuel) [id$="-scroller"]').all();
      expect(boxes.length).toBeGreaterThan(0);
      for (const box of boxes) {
        expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      }
    }
    await expectResponsive(page, { sections: ['fertilizer', 'fuel'] });
  },
);
