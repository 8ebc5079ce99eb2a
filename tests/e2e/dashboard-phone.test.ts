import type { Page } from '@playwright/test';
import { accessibilityViolations, smallTargets } from './accessibility.ts';
import { fieldRow, welcome } from './dashboard-page.ts';
import { tableOn } from './dashboard-tables-page.ts';
import { expect, test } from './fixtures.ts';

/** Height of the page as opened on a phone with the demo content, and with any one section open. */
const MAX_HEIGHT_PX = 8500;

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test.beforeEach(async ({ signIn, visit, page }) => {
  await signIn();
  await visit('/admin/dashboard');
  await expect(welcome(page).text).toBeVisible();
});

const toggle = (page: Page, heading: string) => page.locator('main summary').filter({ hasText: heading });
const openSections = (page: Page) =>
  page.locator('main details[open][id]').evaluateAll((sections) => sections.map(({ id }) => id));
const menu = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test('opens one section at a time, remembers it, and keeps unsaved text in closed ones', async ({
  page,
  visit,
}) => {
  expect(await openSections(page)).toEqual(['home-page']);
  await welcome(page).text.fill('Corn is dry.');
  await toggle(page, 'Operating Hours').tap();
  await expect(fieldRow(page, 'Normal Mon-Fri').text).toBeVisible();
  await expect(toggle(page, 'Operating Hours')).toBeInViewport();
  await expect.poll(() => openSections(page)).toEqual(['operating-hours']);
  await expect(toggle(page, 'Home Page')).toContainText('1 unsaved');

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(fieldRow(page, 'Normal Mon-Fri').text).toBeVisible();
  expect(await openSections(page)).toEqual(['operating-hours']);
  await expect(toggle(page, 'Home Page')).toContainText('1 unsaved');
  await toggle(page, 'Home Page').tap();
  await expect(welcome(page).text).toHaveValue('Corn is dry.');
  await welcome(page).row.getByRole('button', { name: 'Undo changes' }).tap();

  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => openSections(page)).toHaveLength(18);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => openSections(page)).toEqual(['home-page']);
  await page.goto('about:blank');
  await visit('/admin/dashboard#fuel');
  await expect(toggle(page, 'Fuel')).toBeInViewport();
  await expect.poll(() => openSections(page)).toEqual(['fuel']);
});

test('keeps the list of sections in view, closes it after a choice, and marks the current section', async ({
  page,
}) => {
  const bar = menu(page).locator('summary');
  await bar.tap();
  await menu(page).getByRole('link', { name: 'Your Account' }).tap();
  await expect(menu(page).getByRole('link')).toHaveCount(0);
  await expect(toggle(page, 'Your Account')).toBeFocused();
  await expect(page.getByLabel('Current password', { exact: true })).toBeInViewport();
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expect(bar).toContainText('Your Account');
  await bar.tap();
  await expect(menu(page).getByRole('link', { name: 'Your Account' })).toHaveAttribute(
    'aria-current',
    'location',
  );
  await page.keyboard.press('Escape');
  await expect(menu(page).getByRole('link')).toHaveCount(0);
});

test('stays below 8,500 px with the demo content, in any section', async ({ page }) => {
  expect(await heightOf(page)).toBeLessThanOrEqual(MAX_HEIGHT_PX);
  await welcome(page).text.tap();
  await expect(page.getByRole('button', { name: 'Create token', includeHidden: true })).toBeAttached();
  for (const link of await menu(page)
    .getByRole('link', { includeHidden: true })
    .filter({ hasNotText: /^(History|Pages) of/ })
    .all()) {
    await menu(page).locator('summary').tap();
    await link.tap();
    expect(await heightOf(page), await link.innerText()).toBeLessThanOrEqual(MAX_HEIGHT_PX);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expect.poll(() => smallTargets(page)).toEqual([]);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('closes the rows of a grid to one line, and opens them for keys, a new row and a price in place', async ({
  page,
}) => {
  await toggle(page, 'Fuel').tap();
  const { group, cell, header, save } = tableOn(page, 'Fuel Types and Prices');
  const row = group.getByRole('button', { name: 'Fuel Types and Prices, row 1 #2 Dyed Diesel' });
  await expect(row).toHaveAttribute('aria-expanded', 'false');
  await expect(cell(1, 'Fuel Type')).toBeHidden();
  await cell(1, 'Price').fill('2.83');
  await expect(row).toContainText('Changed');
  await expect(group.getByText('1 change', { exact: true })).toBeVisible();
  await expect(save).toBeInViewport({ ratio: 1 });
  await cell(1, 'Price').press('Enter');
  await expect(cell(2, 'Price')).toBeFocused();
  await cell(2, 'Price').press('Tab');
  await expect(cell(2, 'Price')).not.toBeFocused();
  await expect(cell(3, 'Fuel Type')).toBeHidden();

  await row.tap();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await cell(1, 'Fuel Type').fill('Diesel');
  await cell(1, 'Fuel Type').press('ArrowDown');
  await expect(cell(2, 'Fuel Type')).toBeFocused();
  await group.getByRole('button', { name: 'Add Row' }).tap();
  await expect(cell(9, 'Fuel Type')).toBeFocused();
  await page.getByRole('button', { name: 'Add Column' }).tap();
  await expect(header(3)).toBeFocused();
  await expect(group.getByText('3 changes', { exact: true })).toBeVisible();
  await expect(save).toBeInViewport({ ratio: 1 });
});

test('closes the rows of lists to one line, and opens the row of a box that must be filled in', async ({
  page,
}) => {
  await toggle(page, 'Employee Section').tap();
  const crew = page.getByRole('group', { name: 'Employees' });
  const row = crew.getByRole('button', { name: 'Employee 6 Becky Stroud 660-555-0148' });
  const phone = crew.getByRole('group', { name: 'Employee 6', exact: true }).getByLabel('Phone number');
  await expect(phone).toBeHidden();
  await row.tap();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await phone.fill('');
  await crew.getByRole('button', { name: /^Employee 6/ }).tap();
  await expect(phone).toBeHidden();
  await crew.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(phone).toBeFocused();
  await phone.fill('660-555-0191');
  await crew.getByRole('button', { name: 'Remove', exact: true }).tap();
  await crew.getByRole('button', { name: 'Undo', exact: true }).tap();
  await expect(crew.getByRole('button', { name: /^Employee 6 Becky Stroud/ })).toBeFocused();
  await crew.getByRole('button', { name: 'Add employee' }).tap();
  await expect(crew.getByRole('group', { name: 'Employee 9' }).getByLabel('Name')).toBeFocused();

  await toggle(page, 'Pioneer Items').tap();
  await page.getByRole('button', { name: /^Item 2 110-day/ }).tap();
  await expect(page.getByRole('textbox', { name: 'Item 2' })).toBeVisible();
  await toggle(page, 'Image Uploading').tap();
  await page.getByRole('button', { name: /^Image 1 / }).tap();
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(1);
});

test('shows the whole welcome message below its box while it has the focus, without moving a pressed button', async ({
  page,
}) => {
  const { text, row, button } = welcome(page);
  const words = 'Corn and beans. '.repeat(20).trim();
  await text.fill(words);
  await expect(row.getByText(words)).toBeInViewport();
  await expect(text).toHaveAccessibleDescription('Not saved yet');
  await button.click();
  await expect(button).toHaveText('Saved');
  await expect(row.getByText(words)).toHaveCount(0);
  await expect(text).toHaveValue(words);
});
