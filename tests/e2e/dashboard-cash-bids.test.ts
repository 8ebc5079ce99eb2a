import type { Page } from '@playwright/test';
import type { CashBids } from '#contract/cash-bids.ts';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import { API } from '#contract/paths.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { accessibilityViolations, smallTargets } from './accessibility.ts';
import { paste, tableOn } from './dashboard-tables-page.ts';
import { expect, test } from './fixtures.ts';

const MADE = { futuresEighths: 3462, cashPrice: null };
const BOARD = [
  aBid({ ...MADE, asOf: '2026-11-18T15:00:00.000Z' }),
  aBid({ ...MADE, location: 'Cedar Fork', basisHundredths: -3500 }),
  aBid({ commodity: 'Wheat', futuresMonth: 'Jul 2027' }),
] as const;

const bids = (page: Page) => tableOn(page, 'Bids');

const published = async (page: Page) =>
  ((await (await page.request.get(API.cashBids)).json()) as CashBids).bids;

test.beforeEach(async ({ signIn, site }) => {
  await signIn();
  await site.with({ cashBids: [...BOARD] });
});

test('fills in, pastes, and imports bids, and publishes them', async ({ page, visit }) => {
  await visit('/admin/dashboard#cash-bids');
  const { cell, group, save, button, failure } = bids(page);
  const savedNow = () => expect(group.getByRole('status').first()).toHaveText(/^Last saved today at /);

  await test.step('applies a futures price to all of its rows, and shows cash prices while typing', async () => {
    await expect(cell(1, 'Cash $')).toHaveAccessibleDescription('4.01');
    await cell(1, 'Futures').fill("440'2");
    await expect(cell(2, 'Futures')).toHaveValue("440'2");
    await expect(cell(2, 'Cash $')).toHaveAccessibleDescription('4.05');
    await expect(cell(3, 'Cash $')).toHaveValue('4.01');
    await expect(group.getByText('Also updated 1 other row with the same futures month.')).toBeVisible();
    await button('Undo changes').click();
  });

  await test.step('offers the basis for a typed cash price, and asks about one that may be in dollars', async () => {
    await cell(1, 'Cash $').fill('4.06');
    const offer = button('Set basis to \u221227');
    await expect(offer).toBeInViewport({ ratio: 1 });
    await offer.click();
    await expect(offer).toHaveCount(0);
    await expect(cell(1, 'Basis ¢')).toHaveValue('-27');
    await expect(cell(1, 'Basis ¢')).toBeFocused();
    await expect(cell(1, 'Cash $')).toHaveAccessibleDescription('4.06');
    await page.keyboard.type('-.27');
    await expect(cell(1, 'Basis ¢')).toHaveAccessibleDescription(/ A basis of -\.27 is under 1 cent\. /);
    await button('Undo changes').click();
  });

  await test.step('has a check box for yes and no, and lists of names and days', async () => {
    const shown = cell(1, 'On website');
    await cell(1, 'Delivery end').focus();
    await page.keyboard.press('ArrowRight');
    await expect(shown).toBeFocused();
    await page.keyboard.press('Space');
    await expect(shown).not.toBeChecked();
    await page.keyboard.press('ArrowDown');
    await expect(cell(2, 'On website')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(cell(2, 'Notes')).toBeFocused();
    await paste(shown, 'yes');
    await expect(shown).toBeChecked();
    const listed = (column: string) =>
      cell(1, column).evaluate((input) =>
        [...(input as HTMLInputElement).list!.options].map(({ value }) => value),
      );
    expect(await listed('Commodity')).toContain('Soybeans');
    expect(await listed('Location')).toEqual(expect.arrayContaining(['Hickory Bend', 'Cedar Fork']));
    expect((await listed('Delivery end'))[0]).toMatch(/^\d+\/(28|29|30|31)\/\d\d$/);
  });

  await test.step('replaces the prefilled texts of a new row when someone types, until they are edited', async () => {
    await button('Add Row').click();
    await expect(cell(4, 'Location')).toBeFocused();
    await page.keyboard.type('Pleasant Hill');
    await cell(4, 'Commodity').click();
    await page.keyboard.type('Corn');
    await expect(cell(4, 'Commodity')).toHaveValue('Corn');
    await cell(4, 'Location').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' East');
    await page.keyboard.press('Enter');
    await expect(cell(5, 'Location')).toHaveValue('Pleasant Hill East');
    // A second click places the caret.
    await button('Add Row').click();
    await cell(6, 'Location').click({ position: { x: 12, y: 20 } });
    await page.keyboard.press('Home');
    await page.keyboard.type('New ');
    await expect(cell(6, 'Location')).toHaveValue('New Pleasant Hill East');
    await button('Undo changes').click();
  });

  await test.step('leaves out pasted headers, and pastes them as a row on request', async () => {
    const pasted = 'Location\tCommodity\tDelivery\r\nRiver Terminal\tCorn\tSpot\r\n';
    await paste(cell(3, 'Location'), pasted);
    await expect(
      group.getByText('Pasted 3 cells. The first row looks like the headers, so we left it out.'),
    ).toBeVisible();
    await button('Keep it as a row').click();
    await expect(cell(3, 'Location')).toBeFocused();
    await expect(cell(4, 'Location')).toHaveValue('River Terminal');
    await expect(button('Keep it as a row')).toHaveCount(0);
    await paste(cell(3, 'Location'), pasted);
    await cell(3, 'Basis ¢').fill('-20');
    await expect(button('Keep it as a row')).toHaveCount(0);
    await button('Undo changes').click();
  });

  await test.step('shows the changes in a CSV file before they are applied', async () => {
    const choose = (text: string) =>
      group
        .getByLabel('CSV file of bids')
        .setInputFiles({ name: 'bids.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('place,colour\n');
    await expect(failure).toContainText('bids.csv, line 1, colour: Use one of these columns: location, ');
    await choose(
      "location,commodity,delivery,futuresMonth,futures,change,basis\nHickory Bend,Corn,Spot,Dec 2026,440'0,3'0,-32\n",
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
    await savedNow();
    expect(await published(page)).toHaveLength(1);
  });

  await test.step('marks all prices as current, and applies the rule of a commodity', async () => {
    await group.getByRole('button', { name: 'Mark all bids current' }).click();
    const before = (await published(page))[0]?.asOf;
    await save.click();
    await expect.poll(async () => (await published(page))[0]?.asOf).not.toBe(before);
    const commodities = tableOn(page, 'Commodities');
    await commodities.cell(1, 'Decimals').fill('4');
    await commodities.save.click();
    await expect(commodities.group.getByRole('status').first()).toHaveText(/^Last saved /);
    await expect(cell(1, 'Cash $')).toHaveAccessibleDescription('4.0800');
  });
});

test('shows errors at the cell, asks about conflicts, and keeps the draft after a reload', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/400/);
  expectProblem(/409/);
  await visit('/admin/dashboard#cash-bids');
  const { cell, group, failure, save } = bids(page);
  const theirs = group.getByRole('group', { name: "Someone else's version" });
  await cell(1, 'Basis ¢').fill('cheap');
  await expect(cell(1, 'Basis ¢')).toHaveAccessibleDescription('Enter cents, such as -32 or -32.25.');
  await save.click();
  await expect(save).toHaveText('Not saved');
  await expect(failure).toContainText('Hickory Bend, Corn, Spot, Basis ¢: Enter cents, such as -32 or ');

  await cell(1, 'Basis ¢').fill('-30');
  await expect(failure).toHaveCount(0);
  await site.with({ cashBids: [{ ...BOARD[0], basisHundredths: -2800 }, ...BOARD.slice(1)] });
  await save.click();
  const choices = theirs.getByRole('group', { name: 'Hickory Bend, Corn, Spot, Basis ¢' });
  await expect(choices.getByRole('radio', { name: 'Yours: -30' })).toBeChecked();
  await choices.getByRole('radio', { name: /^Test, .*: -28$/ }).check();
  await group.getByRole('button', { name: 'Use these' }).click();
  await expect(cell(1, 'Basis ¢')).toHaveValue('-28');

  await cell(1, 'Basis ¢').fill('-30');
  await site.with({
    cashBids: [
      { ...BOARD[0], basisHundredths: -2800, futuresEighths: 3520 },
      aBid({ ...MADE, location: 'River Terminal' }),
    ],
  });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(cell(1, 'Basis ¢')).toHaveValue('-30');
  await expect(cell(1, 'Futures')).toHaveValue("440'0");
  await expect(cell(2, 'Location')).toHaveValue('River Terminal');
  await expect(theirs).toHaveCount(0);
  await save.click();
  await expect
    .poll(async () => (await published(page)).map(({ cashPrice }) => cashPrice))
    .toEqual(['4.10', '4.01']);
});

test('keeps headers, locations, and buttons in view, without covering the focused cell', async ({
  page,
  visit,
  site,
}) => {
  test.slow();
  const locations = Array.from({ length: 16 }, (_, index) => `Elevator ${index + 1}`);
  await site.with({ cashBids: locations.map((location) => aBid({ ...MADE, location })) });
  await visit('/admin/dashboard#cash-bids');
  const { cell, group, save, button } = bids(page);
  await expect(cell(16, 'Notes')).toBeVisible();
  const rows = group.locator('[id$="-scroller"]');
  const hiddenPixels = () => rows.evaluate((box) => box.scrollWidth - box.clientWidth);
  // The width of a scrollbar, which the headless browser hides.
  await page.evaluate(() => (document.documentElement.style.paddingRight = '17px'));
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => hiddenPixels(), `${width} px`).toBe(0);
  }
  await page.evaluate(() => (document.documentElement.style.paddingRight = ''));
  for (const width of [1024, 640, 390]) {
    await page.setViewportSize({ width, height: 700 });
    for (const [row, column] of [
      [16, 'Notes'],
      [8, 'Delivery'],
      [7, 'Delivery end'],
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
        await expect
          .poll(() => each.evaluate(isUncovered), { message: `${width} px, row ${row}, ${column}` })
          .toBe(true);
      }
    }
  }

  // At desktop width, the sticky row buttons cover the last cells, whose contrast axe then cannot measure.
  await cell(7, 'Basis ¢').fill('-34');
  for (const column of ['Cash $', 'Delivery start', 'Delivery end', 'On website', 'Notes']) {
    await page.keyboard.press('Tab');
    await expect(cell(7, column)).toBeFocused();
    const { y = 0, height = 0 } = (await cell(7, column).boundingBox()) ?? {};
    expect(y + height).toBeLessThan((await button('Add Row').boundingBox())?.y ?? 0);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
  await expect.poll(() => smallTargets(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

function isUncovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [left + 4, right - 4].every((x) =>
    [top + 4, bottom - 4].every((y) => document.elementFromPoint(x, y) === element),
  );
}

test('shows, selects, and copies a new token, and deletes one after a confirmation', async ({
  page,
  visit,
  site,
  signIn,
}) => {
  await site.with({ locations: [{ id: 'north', name: 'North' }] });
  await signIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit('/admin/dashboard#cash-bids');
  const section = page.locator('#cash-bids');
  const name = section.getByRole('textbox', { name: 'Program name' });
  await name.fill('Old office');
  await section.getByRole('combobox', { name: 'Works for' }).selectOption('30 days');
  await section.getByRole('button', { name: 'Create token' }).dblclick();
  await expect(section.getByText(/^Expires [A-Z][a-z]+ \d+, \d{4}$/)).toBeVisible();
  const shown = section.getByRole('textbox', { name: 'Token', exact: true });
  await expect(shown).toBeFocused();
  const token = await shown.inputValue();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(token);
  await expect(section.getByRole('button', { name: /^Delete token/ })).toHaveCount(1);
  await section.getByRole('button', { name: 'Copy token' }).click();
  await expect(section.getByRole('status').filter({ hasText: 'Token copied.' })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);

  await name.fill('New office');
  await section.getByRole('combobox', { name: 'Can change' }).selectOption('Harvest board');
  await section.getByRole('combobox', { name: 'Locations' }).selectOption('Only some locations');
  await section.getByRole('checkbox', { name: 'Hickory' }).check();
  await name.press('Enter');
  await expect(section.getByRole('group', { name: 'Token for New office' })).toBeVisible();
  const data = { entries: [{ location: MAIN_LOCATION_ID, wait: 25 }] };
  const headers = { authorization: `Bearer ${await shown.inputValue()}`, cookie: '' };
  expect((await page.request.put(API.harvest, { data, headers })).status()).toBe(200);
  await expect(
    section.getByText(/^Harvest board · Hickory Bend Farmers Cooperative · Created /),
  ).toBeVisible();
  const remove = section.getByRole('button', { name: 'Delete token Old office' });
  const dialog = page.getByRole('dialog', { name: 'Delete token Old office?' });
  await remove.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  for (const [each, others] of [
    ['Old office', 1],
    ['New office', 0],
  ] as const) {
    await section.getByRole('button', { name: `Delete token ${each}` }).click();
    await page.getByRole('button', { name: 'Delete token', exact: true }).click();
    await expect(section.getByText(`Token ${each} deleted.`)).toHaveCount(1);
    await expect(shown).toHaveCount(others);
  }
});
