import { request, type Page } from '@playwright/test';
import type { NewApiToken } from '#contract/api-tokens.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { accessibilityViolations, smallTargets } from './accessibility.ts';
import { paste, tableOn } from './dashboard-tables-page.ts';
import { showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

const MADE = { futuresEighths: 3462, cashPrice: null };
const BOARD = [
  aBid({ ...MADE, asOf: '2026-11-18T15:00:00.000Z' }),
  aBid({ ...MADE, location: 'Cedar Fork', basisHundredths: -3500 }),
  aBid({ commodity: 'Wheat', futuresMonth: 'Jul 2027' }),
] as const;

test.beforeEach(async ({ signIn, site }) => {
  await signIn();
  await site.with({ cashBids: [...BOARD] });
});

const file = (text: string) => ({ name: 'bids.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

const bids = (page: Page) => tableOn(page, 'Bids');

const startProgram = (baseURL: string, token: string) =>
  request.newContext({ baseURL, extraHTTPHeaders: { authorization: `Bearer ${token}` } });

test('applies a futures price to all of its rows, shows cash prices while typing, and publishes on save', async ({
  page,
  visit,
}) => {
  await visit('/admin/dashboard#cash-bids');
  const { cell, group, save } = bids(page);
  await expect(cell(1, 'Futures')).toHaveValue("432'6");
  await expect(cell(1, 'Cash $')).toHaveAccessibleDescription('4.01');
  await cell(1, 'Futures').fill("440'2");
  await expect(cell(2, 'Futures')).toHaveValue("440'2");
  await expect(cell(1, 'Cash $')).toHaveAccessibleDescription('4.08');
  await expect(cell(2, 'Cash $')).toHaveAccessibleDescription('4.05');
  await expect(cell(3, 'Cash $')).toHaveValue('4.01');
  await expect(group.getByText('Also updated 1 other row with the same futures month.')).toBeVisible();
  await save.click();
  await expect(group.getByRole('status').first()).toHaveText(/^Last saved today at /);
  const section = page.locator('#cash-bids');
  for (const [name, path] of [
    ['printable price sheet', '/price-sheet'],
    ['bid board', '/board'],
  ] as const) {
    await expect(section.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
  await section.getByRole('link', { name: 'cash bids page', exact: true }).click();
  await expect(page).toHaveURL('/cash-bids.html');
  await expect(page.getByRole('cell', { name: '4.08', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: '4.05', exact: true })).toBeVisible();
});

test('shows errors at the cell and the save button, keeps the draft after a reload, and saves pasted rows', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/400/);
  await visit('/admin/dashboard#cash-bids');
  const { cell, failure, save, row, group } = bids(page);
  await cell(1, 'Basis ¢').fill('cheap');
  await expect(cell(1, 'Basis ¢')).toHaveAccessibleDescription('Enter cents, such as -32 or -32.25.');
  await save.click();
  await expect(save).toHaveText('Not saved');
  await expect(failure).toContainText('Row 1, Basis ¢: Enter cents, such as -32 or -32.25.');
  await page.reload();
  await expect(cell(1, 'Basis ¢')).toHaveValue('cheap');
  await cell(1, 'Basis ¢').fill('-31');

  await paste(
    cell(3, 'Location'),
    "River\tCorn\tSpot\tDec 2026\t432'6\t\t-20\t\nRiver\tCorn\tMay\tMar 2027\t446'4\t\t-10\t",
  );
  await expect(cell(4, 'Cash $')).toHaveAccessibleDescription('4.37');
  await cell(4, 'Location').press('Enter');
  await expect(row(5).first()).toBeFocused();
  await expect(cell(5, 'Location')).toHaveValue('River');
  await bids(page).button('Remove row 5').click();
  await save.click();
  await expect(group.getByRole('status').first()).toHaveText(/^Last saved /);
});

test('replaces the prefilled texts of a new row when someone types, until they are edited', async ({
  page,
  visit,
}) => {
  await visit('/admin/dashboard#cash-bids');
  const { cell, button } = bids(page);
  await button('Add Row').click();
  await expect(cell(4, 'Location')).toBeFocused();
  await page.keyboard.type('Pleasant Hill');
  await expect(cell(4, 'Location')).toHaveValue('Pleasant Hill');
  await cell(4, 'Commodity').click();
  await page.keyboard.type('Corn');
  await expect(cell(4, 'Commodity')).toHaveValue('Corn');
  await cell(4, 'Delivery').click();
  await cell(4, 'Location').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' East');
  await expect(cell(4, 'Location')).toHaveValue('Pleasant Hill East');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('Soybeans');
  await expect(cell(5, 'Location')).toHaveValue('Pleasant Hill East');
  await expect(cell(5, 'Commodity')).toHaveValue('Soybeans');
  // A second click places the caret.
  await button('Add Row').click();
  await cell(6, 'Location').click({ position: { x: 12, y: 20 } });
  await page.keyboard.press('Home');
  await page.keyboard.type('New ');
  await expect(cell(6, 'Location')).toHaveValue('New Pleasant Hill East');
});

test('leaves out pasted headers, and pastes them as a row on request', async ({ page, visit }) => {
  await visit('/admin/dashboard#cash-bids');
  const { cell, row, group, button } = bids(page);
  const pasted = 'Location\tCommodity\tDelivery\r\nRiver Terminal\tCorn\tSpot\r\n';
  await paste(cell(3, 'Location'), pasted);
  await expect(cell(3, 'Location')).toHaveValue('River Terminal');
  await expect(
    group.getByText('Pasted 3 cells. The first row looks like the headers, so we left it out.'),
  ).toBeVisible();
  await button('Keep it as a row').click();
  await expect(cell(3, 'Location')).toBeFocused();
  await expect(cell(3, 'Location')).toHaveValue('Location');
  await expect(cell(4, 'Location')).toHaveValue('River Terminal');
  await expect(button('Keep it as a row')).toHaveCount(0);
  await paste(cell(3, 'Location'), pasted);
  await cell(3, 'Basis ¢').fill('-20');
  await expect(button('Keep it as a row')).toHaveCount(0);
  await expect(row(3).first()).toHaveValue('River Terminal');
});

test('keeps the headers, locations and commodities in view, without covering the focused cell', async ({
  page,
  visit,
  site,
}) => {
  const locations = Array.from({ length: 30 }, (_, index) => `Elevator ${index + 1}`);
  await site.with({ cashBids: locations.map((location) => aBid({ ...MADE, location })) });
  await visit('/admin/dashboard#cash-bids');
  const { cell, group, save } = bids(page);
  await expect(cell(30, 'Notes')).toBeVisible();
  // Sections that are still loading would move this one.
  await showOnly(page, ['cash-bids']);
  const rows = group.locator('[id$="-scroller"]');
  const hiddenPixels = () => rows.evaluate((box) => box.scrollWidth - box.clientWidth);
  await page.setViewportSize({ width: 1440, height: 900 });
  // The width of a scrollbar, which the headless browser hides.
  await page.evaluate(() => (document.documentElement.style.paddingRight = '17px'));
  await expect.poll(() => hiddenPixels()).toBe(0);
  await page.evaluate(() => (document.documentElement.style.paddingRight = ''));
  for (const width of [1024, 640, 390]) {
    await page.setViewportSize({ width, height: 700 });
    if (width < 900) await showOnly(page, ['cash-bids']);
    for (const [row, column] of [
      [30, 'Notes'],
      [12, 'Delivery'],
      [12, 'Basis ¢'],
      [11, 'Delivery end'],
    ] as const) {
      const focused = cell(row, column);
      const shown = [focused];
      if (width > 390) {
        const header = group.getByText('Location', { exact: true }).first();
        shown.push(cell(row, 'Location'), cell(row, 'Commodity'), header);
      } else {
        const toggle = group.getByRole('button', { name: `Bids, row ${row} Elevator` });
        if (await focused.isHidden()) await toggle.click();
        shown.push(toggle);
      }
      await focused.focus();
      shown.push(save);
      for (const each of shown) {
        await expect(each).toBeInViewport({ ratio: 1 });
        expect(await each.evaluate(isUncovered), `${width} px, row ${row}, ${column}`).toBe(true);
      }
    }
  }
});

function isUncovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [left + 4, right - 4].every((x) =>
    [top + 4, bottom - 4].every((y) => document.elementFromPoint(x, y) === element),
  );
}

test('shows the changes in a CSV file before they are applied', async ({ page, visit }) => {
  await visit('/admin/dashboard#cash-bids');
  const { cell, group, save, failure } = bids(page);
  const chooser = group.getByLabel('CSV file of bids');
  await chooser.setInputFiles(file('place,colour\n'));
  await expect(failure).toContainText('bids.csv, line 1, colour: Use one of these columns: location, ');
  await chooser.setInputFiles(
    file(
      "location,commodity,delivery,futuresMonth,futures,change,basis\nHickory Bend,Corn,Spot,Dec 2026,440'0,3'0,-32\n",
    ),
  );
  const confirmation = group.getByRole('group', { name: 'What this file would change' });
  await expect(confirmation.getByRole('listitem')).toHaveText([
    "Changed: Hickory Bend, Corn, SpotFutures 432'6 → 440'0",
    'Removed: Cedar Fork, Corn, Spot',
    'Removed: Hickory Bend, Wheat, Spot',
  ]);
  await expect(cell(1, 'Futures')).toHaveValue("432'6");
  await confirmation.getByRole('button', { name: 'Use this file' }).click();
  await expect(cell(1, 'Futures')).toHaveValue("440'0");
  await save.click();
  await expect(group.getByRole('status').first()).toHaveText(/^Last saved /);
  expect(((await (await page.request.get(API.cashBids)).json()) as { bids: unknown[] }).bids).toHaveLength(1);
});

test('marks all prices as current, and applies the rule of a commodity right after it is saved', async ({
  page,
  visit,
}) => {
  await visit('/admin/dashboard#cash-bids');
  const { group, save, cell } = bids(page);
  const asOf = async () =>
    ((await (await page.request.get(API.cashBids)).json()) as { bids: { asOf: string }[] }).bids[0]?.asOf ??
    '';
  await expect.poll(() => asOf()).toBe('2026-11-18T15:00:00.000Z');
  await group.getByRole('button', { name: 'Mark all bids current' }).click();
  await save.click();
  await expect(group.getByRole('status').first()).toHaveText(/^Last saved /);
  expect(Date.now() - Date.parse(await asOf())).toBeLessThan(60_000);

  const commodities = tableOn(page, 'Commodities');
  await expect(commodities.cell(1, 'Rounding')).toHaveValue('half up');
  await commodities.cell(1, 'Decimals').fill('4');
  await commodities.save.click();
  await expect(commodities.group.getByRole('status').first()).toHaveText(/^Last saved /);
  await expect(cell(1, 'Cash $')).toHaveAccessibleDescription('4.0075');
});

test('asks about each cell that was changed elsewhere, too, and merges the draft with all others', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/409/);
  await visit('/admin/dashboard#cash-bids');
  const { cell, group, save } = bids(page);
  const theirs = group.getByRole('group', { name: "Someone else's version" });
  await cell(1, 'Basis ¢').fill('-30');
  await site.with({ cashBids: [{ ...BOARD[0], basisHundredths: -2800 }, ...BOARD.slice(1)] });
  await save.click();
  const choices = theirs.getByRole('group', { name: 'Hickory Bend, Corn, Spot, Basis ¢' });
  await expect(choices.getByRole('radio', { name: 'Yours: -30' })).toBeChecked();
  await choices.getByRole('radio', { name: /^Test, .*: -28$/ }).check();
  await group.getByRole('button', { name: 'Use these' }).click();
  await expect(cell(1, 'Basis ¢')).toHaveValue('-28');

  await cell(1, 'Basis ¢').fill('-30');
  await page.goto('/');
  const { token } = (await (
    await page.request.post(API.apiTokens, { data: { name: 'Scale office' } })
  ).json()) as NewApiToken;
  const program = await startProgram(site.url, token);
  const corn = {
    commodity: 'Corn',
    delivery: 'Spot',
    futuresMonth: 'Dec 2026',
    futures: "440'0",
    change: "7'2",
  };
  const newBids = [
    { ...corn, location: 'Hickory Bend', basis: '-28' },
    { ...corn, location: 'Cedar Fork', basis: '-35' },
    { ...corn, location: 'River Terminal', basis: '-20' },
  ];
  expect((await program.put(API.cashBids, { data: { bids: newBids } })).status()).toBe(200);
  await program.dispose();

  await visit('/admin/dashboard#cash-bids');
  await expect(cell(1, 'Basis ¢')).toHaveValue('-30');
  await expect(theirs).toHaveCount(0);
  await expect(cell(1, 'Futures')).toHaveValue("440'0");
  await save.click();
  await expect(group.getByRole('status').first()).toHaveText(/^Last saved /);
  const { bids: shown } = (await (await page.request.get(API.cashBids)).json()) as CashBids;
  expect(shown.map(({ location, commodity, cashPrice }) => [location, commodity, cashPrice])).toEqual([
    ['Hickory Bend', 'Corn', '4.10'],
    ['Cedar Fork', 'Corn', '4.05'],
    ['River Terminal', 'Corn', '4.20'],
  ]);
});

test('shows a new token once, lists it with its last use, and rejects it after it is deleted', async ({
  page,
  visit,
  site,
}) => {
  await visit('/admin/dashboard#cash-bids');
  const section = page.locator('#cash-bids');
  const create = section.getByRole('button', { name: 'Create token' });
  await section.getByRole('textbox', { name: 'Program name' }).fill('Scale office');
  const days = section.getByRole('combobox', { name: 'Works for' });
  await expect(days).toHaveValue('90');
  await days.selectOption('30 days');
  await create.dblclick();
  await expect(section.getByText(/^Expires [A-Z][a-z]+ \d+, \d{4}$/)).toBeVisible();
  const shown = section.getByRole('textbox', { name: 'Token', exact: true });
  await expect(shown).toBeFocused();
  const token = await shown.inputValue();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(token);
  await expect(section.getByRole('button', { name: /^Delete token/ })).toHaveCount(1);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await section.getByRole('button', { name: 'Copy token' }).click();
  await expect(section.getByRole('status').filter({ hasText: 'Token copied.' })).toBeAttached();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  const program = await startProgram(site.url, token);
  expect((await program.put(API.cashBids, { data: { bids: [] } })).status()).toBe(200);
  await page.reload();
  await expect(section.getByText(/^Last saved today at .* by Scale office$/)).toBeVisible();
  await expect(section.getByText(/by Dana · Last used/)).toBeVisible();
  await expect(section.getByText(token)).toHaveCount(0);
  const remove = section.getByRole('button', { name: 'Delete token Scale office' });
  const dialog = page.getByRole('dialog', { name: 'Delete token Scale office?' });
  await remove.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete token' }).click();
  await expect(
    section.getByText('No tokens yet. Create one to let your grain software post bids.'),
  ).toBeVisible();
  expect((await program.put(API.cashBids, { data: { bids: [] } })).status()).toBe(401);
  await program.dispose();

  const name = section.getByRole('textbox', { name: 'Program name' });
  for (const each of ['Old office', 'New office']) {
    await name.fill(each);
    await name.press('Enter');
    await expect(section.getByRole('group', { name: `Token for ${each}` })).toBeVisible();
  }
  for (const each of ['Old office', 'New office']) {
    await section.getByRole('button', { name: `Delete token ${each}` }).click();
    await page.getByRole('button', { name: 'Delete token', exact: true }).click();
    await expect(section.getByText(`Token ${each} deleted.`)).toHaveCount(1);
    await expect(shown).toHaveCount(each === 'Old office' ? 1 : 0);
  }
});

test('has no violations, small targets or overflow, and keeps its buttons in view at 390 px', async ({
  page,
  visit,
}) => {
  test.slow();
  // At desktop width, the sticky row buttons cover the last cells, whose contrast axe then cannot measure.
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/admin/dashboard#cash-bids');
  await bids(page)
    .group.getByRole('button', { name: /^Bids, row 1 / })
    .click();
  await expect(bids(page).cell(1, 'Futures')).toBeVisible();
  await bids(page).cell(1, 'Basis ¢').fill('-34');
  for (const button of [bids(page).button('Add Row'), bids(page).save])
    await expect(button).toBeInViewport({ ratio: 1 });
  // Each focused cell stays clear of the buttons.
  for (const column of ['Cash $', 'Delivery start', 'Delivery end', 'On website', 'Notes']) {
    await page.keyboard.press('Tab');
    await expect(bids(page).cell(1, column)).toBeFocused();
    const cell = (await bids(page).cell(1, column).boundingBox())!;
    expect(cell.y + cell.height).toBeLessThan((await bids(page).button('Add Row').boundingBox())!.y);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
  await expect.poll(() => smallTargets(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
