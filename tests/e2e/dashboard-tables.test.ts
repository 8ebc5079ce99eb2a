import { API } from '#contract/paths.ts';
import { keepFlashesVisible } from './dashboard-page.ts';
import { fuel, nitrogen, paste, tableOn, textsOf } from './dashboard-tables-page.ts';
import { expectResponsive, showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

test.use({ openSections: ['fertilizer', 'fuel'] });

test.beforeEach(async ({ signIn }) => signIn());

test('edits cells and rows with the keyboard, buttons, and dragging', async ({ page, visit, site }) => {
  await site.with({ priceTables: [{ type: 2, headers: [], rows: [] }] });
  await visit('/admin/dashboard');
  const { group, header, cell, row, button, save } = nitrogen(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await test.step('moves between cells with spreadsheet keys', async () => {
    await cell(1, 'Price per ton').focus();
    await press('ArrowDown');
    await expect(cell(2, 'Price per ton')).toBeFocused();
    await press('ArrowUp', 'ArrowUp');
    await expect(header(2)).toBeFocused();
    await press('ArrowDown', 'End', 'ArrowRight');
    await expect(cell(1, 'Prepay')).toBeFocused();
    await press('ArrowLeft');
    await expect(cell(1, 'Price per ton')).toBeFocused();
    await press('F2', 'ArrowLeft');
    await expect(cell(1, 'Price per ton')).toBeFocused();
    await press('Tab', 'Tab');
    await expect(cell(2, 'Product')).toBeFocused();
    await press('Shift+Tab');
    await expect(button('Remove row 1')).toBeFocused();
    await cell(4, 'Prepay').focus();
    await press('End', 'ArrowRight');
    await expect(button('Move row 4 up')).toBeFocused();
  });

  await test.step('selects the text of a cell at the first click, and places the caret at the second', async () => {
    const price = cell(2, 'Price per ton');
    await price.click();
    await page.keyboard.type('610');
    await expect(price).toHaveValue('610');
    await price.click();
    await press('End');
    await page.keyboard.type('.50');
    await expect(price).toHaveValue('610.50');
    await button('Undo changes').click();
  });

  await test.step('adds a row on Enter in the last one, and keeps the focus while saving', async () => {
    await cell(4, 'Prepay').focus();
    await press('Enter');
    await expect(cell(5, 'Product')).toBeFocused();
    await page.keyboard.type('Urea, coated');
    await press('ControlOrMeta+s');
    await expect(save).toHaveText('Saved');
    await expect(group.getByRole('status')).toHaveText(/^Last saved today at \d+:\d\d [ap]m by you$/);
    await press('Enter');
    await expect(cell(6, 'Product')).toBeFocused();
    await press('ControlOrMeta+s');
    await expect(cell(6, 'Product')).toHaveCount(0);
    await expect(cell(5, 'Product')).toBeFocused();
  });

  await test.step('moves and drags rows, and restores a removed one', async () => {
    await cell(5, 'Product').press('Enter');
    await button('Remove row 6').click();
    await expect(button('Remove row 5')).toBeFocused();
    await button('Move row 5 up').click();
    await expect(button('Move row 4 up')).toBeFocused();
    await button('Move row 4 down').click();
    await expect(button('Move row 5 down')).toBeFocused();
    const handle = (number: number) => group.getByTitle('Drag to move the row').nth(number - 1);
    await handle(5).hover();
    await page.mouse.down({ button: 'right' });
    await handle(2).hover();
    await page.mouse.up({ button: 'right' });
    await handle(5).dragTo(handle(2));
    await expect.poll(() => textsOf(row(2))).toEqual(['Urea, coated', '', '']);
    await button('Remove row 1').click();
    await expect(button('Undo')).toBeFocused();
    await expect(button('Undo')).toHaveAccessibleDescription(
      'Removed when you save. Anhydrous ammonia 82-0-0 · 856.00 · 839.00',
    );
    await expect(group.locator('[aria-live]').filter({ hasText: 'Row 1 removed.' })).toHaveCount(1);
    await button('Undo').click();
    await expect(cell(1, 'Product')).toBeFocused();
    await expect(cell(1, 'Product')).toHaveValue('Anhydrous ammonia 82-0-0');
    await button('Undo changes').click();
    await expect(cell(5, 'Product')).toHaveValue('Urea, coated');
    await button('Remove row 5').click();
    await save.click();
    await expect(button('Undo')).toHaveCount(0);
  });

  const empty = tableOn(page, 'Phosphorus');
  await expect(empty.header(1)).toHaveValue('');
  await expect(empty.header(2)).toHaveCount(0);
  await expect(empty.button('Remove column 1')).toHaveCount(0);
});

test('adds and removes columns, and pastes and copies blocks', async ({ page, visit, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit('/admin/dashboard');

  await test.step('adds, removes, and restores columns', async () => {
    const { header, cell, button } = fuel(page);
    await button('Add Column').click();
    await expect(header(3)).toBeFocused();
    await page.keyboard.type('Tank size');
    await cell(1, 'Tank size').fill('500 gal');
    await button('Remove column 2').click();
    await expect(button('Undo')).toBeFocused();
    await expect(button('Undo')).toHaveAccessibleDescription('Removed when you save. Price');
    await expect(cell(1, 'Tank size')).toHaveValue('500 gal');
    await button('Undo').click();
    await expect(header(2)).toBeFocused();
    await expect(header(2)).toHaveValue('Price');
  });

  await test.step('pastes blocks, and asks about headers and about what does not fit', async () => {
    const { group, header, cell, row, button } = fuel(page);
    await paste(cell(8, 'Tank size'), '2.41\t2.40\r\n"1,019.00"\t"two\nlines"\r\n');
    await expect.poll(async () => (await textsOf(row(9))).slice(2)).toEqual(['1,019.00', 'two lines']);
    await expect(group.getByText('Pasted 4 cells. Added 1 row and 1 column.')).toBeVisible();
    await expect(cell(8, 'Tank size')).toBeFocused();
    await expect(header(4)).toHaveAccessibleDescription(
      "This column has no header. Type one, or you'll lose the column when you save.",
    );
    await paste(cell(9, 'Fuel Type'), 'FUEL TYPE\tPrice\tTank size\nPropane\t1.50\t500 gal\n');
    await expect(cell(9, 'Fuel Type')).toHaveValue('Propane');
    await expect(button('Keep it as a row')).toBeVisible();

    await cell(9, 'Price').press('End');
    await paste(cell(9, 'Price'), '"2.79\ncash"\r\n');
    await expect(cell(9, 'Price')).toHaveValue('1.502.79 cash');
    await expect(group.getByText("Propane, Price: 1.502.79 cash isn't a number.")).not.toHaveCount(0);
    await paste(
      cell(8, 'Tank size'),
      '6852\r\n3.29\r\n',
      '<html><body><table><tr><td class=xl65>$685<sup>2</sup></td></tr><tr style="display:none"><td>x</td></tr>' +
        '<tr><td colspan=2>3.29<br>cash</td></tr></table></body></html>',
    );
    await expect(cell(8, 'Tank size')).toHaveValue('$685²');
    await expect(cell(9, 'Tank size')).toHaveValue('3.29 cash');

    const fixed = nitrogen(page);
    const before = await textsOf(fixed.row(1));
    const block = 'a\tb\tc\td\te\nf\tg\th\ti\tj';
    await paste(fixed.cell(1, 'Product'), block);
    await expect(fixed.group.getByText('You pasted 5 columns, but this table has 3.')).toBeVisible();
    await expect(fixed.button('Paste the first 3 columns')).toBeFocused();
    await fixed.button('Cancel').click();
    await expect(fixed.cell(1, 'Product')).toBeFocused();
    expect(await textsOf(fixed.row(1))).toEqual(before);
    await paste(fixed.cell(1, 'Product'), block);
    await fixed.button('Paste the first 3 columns').click();
    await expect.poll(() => textsOf(fixed.row(2))).toEqual(['f', 'g', 'h']);
  });

  await test.step('copies a table, and pastes a line of text into a cell', async () => {
    const { group, cell, button } = tableOn(page, 'Potassium');
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await button('Copy table').click();
    await expect(group.getByText('Copied. Now paste it into a spreadsheet.')).toBeVisible();
    const text =
      'Product\tPrice per ton\tPrepay\nPotash, red 0-0-60\t485.00\t475.00\nPotash, white 0-0-62\t512.00\t\nK-Mag 0-0-22\t\t';
    await expect.poll(clipboard).toBe(text);
    await page.evaluate(() => navigator.clipboard.writeText('Corn, beans\n'));
    await cell(1, 'Prepay').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(cell(1, 'Prepay')).toHaveValue('475.00Corn, beans');
    await button('Undo changes').click();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('No.'));
    });
    await button('Copy table').click();
    await expect(group.getByRole('textbox', { name: 'Potassium table as text' })).toHaveValue(text);
  });
});

test(
  'shows warnings, failed saves, and conflicts, without accessibility violations or overflow',
  { tag: '@thorough' },
  async ({ page, visit, browser, signIn, site, expectProblem }) => {
    test.slow();
    await using lee = await browser.newContext({ baseURL: site.url });
    await signIn('Lee', lee);
    await keepFlashesVisible(page);
    await visit('/admin/dashboard');
    const { group, header, cell, save, failure, button } = nitrogen(page);
    const saveByLee = async (price: string) => {
      const { columnHeaders: ColumnHeaders, allRows } = (await (
        await lee.request.get(`${API.priceTable}/3`)
      ).json()) as { columnHeaders: object; allRows: object[] };
      const AllRows = allRows.with(0, { ...allRows[0], n_row_0_header_1: price });
      const data = { TableType: 3, ColumnHeaders, AllRows };
      expect((await lee.request.post(API.priceTable, { data })).status()).toBe(200);
    };
    const question =
      'Anhydrous ammonia 82-0-0, Price per ton: 856.00 before, 8560.0 now. Check the decimal point.';
    const lineBelow = group.locator('[aria-hidden]').filter({ hasText: question });

    await test.step('warns about an empty header and a price that changed a lot', async () => {
      const words =
        "This column has no header. Type one, or you'll lose the last column (Prepay) when you save.";
      await header(2).fill('');
      await expect(header(2)).toHaveAccessibleDescription(words);
      await expect(group.locator('[aria-live]').filter({ hasText: words })).toHaveCount(1);
      await header(2).fill('Price per ton');
      await expect(group.getByText(words)).toHaveCount(0);
      await cell(1, 'Price per ton').fill('8560.0');
      await expect(cell(1, 'Price per ton')).toHaveAccessibleDescription(question);
      await expect(lineBelow).toBeVisible();
      expect((await lineBelow.boundingBox())?.width).toBeGreaterThan(800);
    });

    await test.step('keeps the draft when a save fails, and repeats the question after a save', async () => {
      expectProblem(/ERR_CONNECTION_RESET/);
      await page.route(`**${API.priceTable}`, (route) => route.abort('connectionreset'));
      await save.click();
      await expect(failure).toHaveText(/^We couldn't reach the website\. .* try again\.$/);
      await expect(save).toHaveText('Not saved');
      await page.unroute(`**${API.priceTable}`);
      await save.click();
      await expect(save).toHaveText('Saved');
      await expect(failure).toBeHidden();
      await expect(group.locator('[aria-live]').filter({ hasText: `Saved. ${question}` })).toBeVisible();
      await expect(lineBelow).toHaveCount(0);
    });

    await test.step('shows both values on a conflict, and keeps the chosen one', async () => {
      expectProblem(/status of 409/);
      await saveByLee('600.00');
      await cell(1, 'Price per ton').fill('840.00');
      await save.click();
      const other = group.getByRole('group', { name: "Someone else's version" });
      await expect(other).toContainText(/^Lee changed this at \d+:\d\d [ap]m\. Choose which to keep:/);
      const price = other.getByRole('group', { name: /, Price per ton$/ });
      await expect(price.getByRole('radio', { name: 'Yours: 840.00' })).toBeChecked();
      await price.getByRole('radio', { name: /^Lee, .+: 600\.00$/ }).check();
      await button('Use these').click();
      await expect(group.getByRole('heading', { name: 'Nitrogen' })).toBeFocused();
      await expect(cell(1, 'Price per ton')).toHaveValue('600.00');
    });

    await saveByLee('700.00');
    await cell(1, 'Price per ton').fill('8560.00');
    await header(2).fill('');
    await save.click();
    await expect(button('Use these')).toBeVisible();
    await button('Remove row 4').click();
    await button('Remove column 1').click();
    await expect(button('Undo')).toHaveCount(2);
    await paste(cell(3, 'Prepay'), 'a\tb');
    await expect(group.getByText("You pasted 2 columns, but there's room for only 1 here.")).toBeVisible();
    const scrollers = page.locator(':is(#fertilizer, #fuel) [id$="-scroller"]');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const hidden = () =>
        scrollers.evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
      await expect.poll(hidden).toEqual([0, 0, 0, 0]);
    }
    await expectResponsive(page, { sections: ['fertilizer', 'fuel'] });
  },
);

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
    const names = await textsOf(group.getByRole('textbox', { name: /, Fuel Type$/ }));
    expect(names.indexOf('Blend 1')).toBeGreaterThan(20);
  },
);

test('saves a pasted table of 50 rows and 12 columns', { tag: '@long' }, async ({ page, visit }) => {
  await visit('/admin/dashboard');
  const { header, cell, row, save, button } = fuel(page);
  const block = Array.from({ length: 51 }, (_, line) =>
    Array.from({ length: 12 }, (__, column) => (line === 0 ? `Column ${column}` : `${line}/${column}`)),
  );
  await paste(header(1), block.map((texts) => texts.join('\t')).join('\r\n'));
  await expect(cell(50, 'Column 11')).toHaveValue('50/11');
  await save.click();
  await expect(save).toHaveText('Saved');
  const { allRows } = (await (await page.request.get(`${API.priceTable}/1`)).json()) as {
    allRows: Record<string, string>[];
  };
  expect(allRows.map((texts) => Object.values(texts))).toEqual(block.slice(1));
  await page.setViewportSize({ width: 360, height: 740 });
  await showOnly(page, ['fuel']);
  await button('Fuel Types and Prices, row 2 2/0').click();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect.poll(() => textsOf(row(2))).toEqual(block[2]);
});
