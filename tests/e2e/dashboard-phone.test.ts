import { helpWords, openAllSections } from '#tests/support/editor-sections.ts';
import { announcement, fieldRow, openSectionIds, saveButtonIn, title, welcome } from './dashboard-page.ts';
import { tableOn } from './dashboard-tables-page.ts';
import { showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

/** Words of help in the whole editor. */
const MAX_HELP_WORDS = 350;
/** Height of the page with the demo content and any one section open. */
const MAX_HEIGHT_PX = 8500;

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test.beforeEach(async ({ signIn }) => signIn());

test('opens sections by a tap on a title or in the list, which stays in view, and keeps save buttons in place', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ settings: { language: 'en-CA' } });
  await visit('/admin/dashboard');
  const menu = page.getByRole('navigation', { name: 'Sections' });

  await test.step('closed at first; opening one closes no other', async () => {
    await expect(title(page, 'Home Page')).toBeVisible();
    expect(await openSectionIds(page)).toEqual([]);
    await title(page, 'Operating Hours').tap();
    await expect(fieldRow(page, 'Normal Mon-Fri').text).toBeVisible();
    await expect(title(page, 'Operating Hours')).toBeInViewport();
    await title(page, 'Home Page').tap();
    await expect(welcome(page).text).toBeVisible();
    expect(await openSectionIds(page)).toEqual(['home-page', 'operating-hours']);
  });

  await test.step('closes the list after a choice, and marks the current section', async () => {
    const bar = menu.locator('summary');
    await bar.tap();
    await menu.getByRole('link', { name: 'Your Account' }).tap();
    await expect(menu.getByRole('link')).toHaveCount(0);
    await expect(title(page, 'Your Account')).toBeFocused();
    await expect(page.getByLabel('Current password', { exact: true })).toBeInViewport();
    await expect(bar).toBeInViewport({ ratio: 1 });
    await expect(bar).toContainText('Your Account');
    await bar.tap();
    const current = menu.getByRole('link', { name: 'Your Account' });
    await expect(current).toHaveAttribute('aria-current', 'location');
    await expect(current).toBeInViewport();
    await menu.getByRole('searchbox').fill('diesel');
    await page.keyboard.press('Escape');
    await expect(menu.getByRole('link')).toHaveCount(0);
    await bar.tap();
    await expect(current).toBeVisible();
    for (const [word, field] of Object.entries({ email: 'Employee Section', domain: 'Web address' })) {
      await menu.getByRole('searchbox').fill(word);
      await expect(menu.getByRole('link', { name: field }).first()).toBeVisible();
    }
    await menu.getByRole('searchbox').fill('diesel');
    await menu.getByRole('link', { name: '#2 Dyed Diesel' }).tap();
    await expect(page.getByLabel('Fuel Types and Prices, row 1, Price')).toBeFocused();
    await expect(menu.getByRole('searchbox')).toBeHidden();
  });

  await test.step('moves no save button at focus, typing, blur, or a save, in any kind of field', async () => {
    await openAllSections(page);
    await announcement(page).text.fill('Corn');
    await announcement(page).row.getByRole('button', { name: 'Bullet list' }).tap();
    await expect(announcement(page).row.getByText('Tab indents')).toBeVisible();
    await page.getByRole('button', { name: 'Add location' }).tap();
    await page.getByRole('group', { name: 'Location', exact: true }).getByLabel('Name').fill('Cedar Fork');
    await page.getByRole('button', { name: /^Employee 1 / }).tap();
    await page.getByRole('button', { name: /^Item 1 / }).tap();
    await page.getByRole('button', { name: /^Image 1 / }).tap();
    for (const [group, box = group, label = 'Update'] of [
      ['Welcome message'],
      ['Announcement message'],
      ['Address'],
      ['Normal Mon-Fri'],
      ['Seed message'],
      ['Language', 'Language'],
      ['Fuel note', 'Note'],
      ["Description (for people who can't see the image)"],
      ['Fuel Types and Prices', 'Fuel Types and Prices, row 2, Price', 'Save'],
      ['Bids', 'Bids, row 1, Basis ¢', 'Save'],
      ['Employees', 'Email', 'Save'],
      ['Locations', 'Normal Mon-Fri', 'Save'],
      ['Items', 'Item 1', 'Update Items'],
    ] as const) {
      const field = page.getByRole('group', { name: group, exact: true });
      const text = field.getByRole('textbox', { name: box, exact: true }).first();
      const save = saveButtonIn(field, label);
      const tops: Record<string, number | undefined> = {};
      const measure = async (when: string) => (tops[when] = (await save.boundingBox())?.y);
      await expect(save).toHaveAccessibleDescription(new RegExp(`^${group.slice(0, 11)}`));
      // What describes the button is no second element with the label.
      await expect(page.getByLabel(group, { exact: true }).and(page.locator('[hidden]'))).toHaveCount(0);
      await save.scrollIntoViewIfNeeded();
      if (label === 'Update') await measure('first');
      await text.evaluate((element) => element.focus({ preventScroll: true }));
      await page.keyboard.press('End');
      await page.keyboard.type('7');
      await measure('typed');
      await text.blur();
      await measure('blurred');
      // As a finger does: Playwright scrolls to where a pinned button would be before it taps.
      const { x, y, width, height } = (await save.boundingBox())!;
      await page.touchscreen.tap(x + width / 2, y + height / 2);
      await expect(save).toHaveText('Saved');
      await measure('saved');
      const [top] = Object.values(tops);
      expect.soft(tops, group).toEqual(Object.fromEntries(Object.keys(tops).map((when) => [when, top])));
    }
  });

  await test.step('stays below 8,500 px with any one section open, and explains itself in few words', async () => {
    expect(await helpWords(page)).toBeLessThanOrEqual(MAX_HELP_WORDS);
    const ids = await openSectionIds(page);
    expect(ids).toHaveLength(21);
    for (const id of ids) {
      await showOnly(page, [id]);
      expect(await page.evaluate(() => document.documentElement.scrollHeight), id).toBeLessThanOrEqual(
        MAX_HEIGHT_PX,
      );
    }
  });

  await test.step('has a key for the sign of a basis, which number keys lack', async () => {
    await showOnly(page, ['cash-bids']);
    const { cell } = tableOn(page, 'Bids');
    const basis = cell(1, 'Basis ¢');
    const sign = page.getByRole('button', { name: 'Plus or minus' });
    await basis.tap();
    await expect(basis).toHaveAttribute('inputmode', 'decimal');
    await page.keyboard.type('27');
    await sign.tap();
    await expect(basis).toHaveValue('-27');
    await expect(basis).toBeFocused();
    const { width, height } = (await sign.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await cell(2, 'Basis ¢').press('Enter');
    await expect(sign).toHaveCount(1);
    await page.keyboard.press('Escape');
  });
});

test.describe('long lists', () => {
  test.use({ openSections: ['fuel', 'employee-section', 'pioneer-items', 'image-uploading'] });

  test('closes rows to one line, and opens them for keys, a new row, and a box that must be filled in', async ({
    page,
    visit,
  }) => {
    await visit('/admin/dashboard');

    await test.step('of a grid, with a price in place', async () => {
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
      await group.getByRole('button', { name: 'Add Column' }).tap();
      await expect(header(3)).toBeFocused();
      await expect(group.getByText('3 changes', { exact: true })).toBeVisible();
      await expect(save).toBeInViewport({ ratio: 1 });
    });

    await test.step('of lists', async () => {
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

      await page.getByRole('button', { name: /^Item 2 110-day/ }).tap();
      await expect(page.getByRole('textbox', { name: 'Item 2' })).toBeVisible();
      await page.getByRole('button', { name: /^Image 1 / }).tap();
      await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(1);
    });
  });
});
