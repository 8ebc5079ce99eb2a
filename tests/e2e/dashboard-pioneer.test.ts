import type { Locator, Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import { failureIn, saveButtonIn } from './dashboard-page.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

const [CORN, SOYBEANS, SUNFLOWER] = [0, 1, 5];

const section = (page: Page) => page.locator('#pioneer-items');
const items = (page: Page) => section(page).getByRole('group', { name: 'Items', exact: true });
const texts = (page: Page) => items(page).getByRole('textbox', { name: /^Item \d+$/ });
const item = (page: Page, position: number) =>
  items(page).getByRole('group', { name: `Item ${position}`, exact: true });
const removeButton = (page: Page, position: number) =>
  item(page, position).getByRole('button', { name: /Remove|Not removed/ });
const category = (page: Page) => section(page).getByRole('combobox', { name: 'Category' });
const description = (page: Page) => items(page).getByRole('textbox', { name: 'Category description' });
const saveButton = (page: Page) => saveButtonIn(items(page), 'Update Items');
const theirs = (page: Page) => items(page).getByRole('group', { name: "Someone else's list" });
const undo = (page: Page, words: string) =>
  items(page)
    .getByRole('listitem')
    .filter({ hasText: `“${words}” removed.` })
    .getByRole('button');

const published = async (page: Page, of = CORN) =>
  (await (await page.request.get(`${API.pioneerItems}/${of}`)).json()) as PioneerItem[];
const publishedTexts = async (page: Page, of = CORN) =>
  (await published(page, of)).map((each) => each.description);

async function write(page: Page, text: Locator, words: string): Promise<void> {
  await text.press('ControlOrMeta+a');
  await page.keyboard.type(words);
}

async function add(page: Page, words: string): Promise<void> {
  const before = await texts(page).count();
  await items(page).getByRole('button', { name: 'Add New Item' }).click();
  await expect(texts(page)).toHaveCount(before + 1);
  await expect(texts(page).last()).toBeFocused();
  await page.keyboard.type(words);
}

async function store(page: Page, words: readonly string[], of = CORN, categoryDescription = 'Fine corn.') {
  const old = await published(page, of);
  for (const { id } of old) await page.request.delete(`${API.newPioneerItems}/${id}`);
  const data = words.map((word) => ({
    pioneerCategory: of,
    description: `<p>${word}</p>`,
    categoryDescription,
  }));
  expect((await page.request.post(API.newPioneerItems, { data })).status()).toBe(200);
}

const open = async (page: Page, of = CORN) => {
  await page.goto('/admin/dashboard#pioneer-items');
  await category(page).selectOption(String(of));
  await expect(description(page)).toBeVisible();
};

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await store(page, ['One', 'Two', 'Three']);
});

test('keeps unsaved text in several categories when the category changes and after a reload', async ({
  page,
}) => {
  await store(page, ['Bean'], SOYBEANS, 'Fine beans.');
  await store(page, [], SUNFLOWER);
  await open(page);
  await expect(category(page).getByRole('option')).toHaveCount(8);
  await expect(texts(page)).toHaveText(['One', 'Two', 'Three']);
  await expect(description(page)).toHaveValue('Fine corn.');
  await category(page).selectOption(String(SOYBEANS));
  await expect(texts(page)).toHaveText(['Bean']);
  await expect(description(page)).toHaveValue('Fine beans.');

  await category(page).selectOption(String(CORN));
  await add(page, 'Four');
  await category(page).selectOption(String(SUNFLOWER));
  await description(page).fill('Bright.');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link', { name: 'Pioneer Items 2 unsaved' })).toBeVisible();
  await expect(texts(page)).toHaveText(['One', 'Two', 'Three', 'Four']);
  await items(page).getByRole('button', { name: 'Undo changes' }).click();
  await expect(texts(page)).toHaveText(['One', 'Two', 'Three']);

  // The description of a category is stored with its items.
  await category(page).selectOption(String(SUNFLOWER));
  await expect(description(page)).toHaveValue('Bright.');
  await saveButton(page).click();
  await expect(failureIn(items(page))).toContainText('Add at least one item, then save.');
  await add(page, 'Tall');
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saved');
  expect(await published(page, SUNFLOWER)).toMatchObject([
    { description: '<p>Tall</p>', categoryDescription: 'Bright.' },
  ]);
  await saveButton(page).click();
  await expect(items(page).getByText('No changes to save')).toBeVisible();
});

test(
  'removes, restores, and merges items, without accessibility violations or overflow',
  { tag: '@thorough' },
  async ({ page, context, browser, site, signIn, expectProblem }) => {
    test.slow();
    await using lee = await browser.newContext({ baseURL: site.url });
    await signIn('Lee', lee);
    await open(page);
    await expect(texts(page)).toHaveCount(3);

    await test.step('shows the texts of both people on a conflict, and takes the chosen one', async () => {
      expectProblem(/status of 409/);
      const [one, , three] = await published(page);
      const data = [
        { ...one, description: '<p>Theirs</p>' },
        { ...three, description: '<p>Theirs, too</p>' },
      ];
      expect((await lee.request.post(API.pioneerItemUpdates, { data })).status()).toBe(200);
      await write(page, texts(page).nth(0), 'Mine');
      await write(page, texts(page).nth(1), 'Zwei');
      await saveButton(page).click();
      await expect(theirs(page)).toContainText(/^Lee changed this at .* Choose which to keep:/);
      const choices = theirs(page).getByRole('group', { name: 'Item 1' });
      await expect(choices.getByRole('radio', { name: 'Yours: Mine' })).toBeChecked();
      await choices.getByRole('radio', { name: /^Lee, \d+:\d\d [ap]m: Theirs$/ }).check();
      await expect(theirs(page).getByRole('radio')).toHaveCount(2);
      await theirs(page).getByRole('button', { name: 'Use these' }).click();
      await expect(texts(page)).toHaveText(['Theirs', 'Zwei', 'Theirs, too']);
    });

    await test.step('keeps an item whose removal fails, and removes a new one without a request', async () => {
      expectProblem(/status of 503/);
      const path = `**${API.newPioneerItems}/*`;
      await page.route(path, (route) => route.fulfill({ status: 503 }));
      await removeButton(page, 1).click();
      await expect(removeButton(page, 1)).toHaveText('Not removed');
      await expect(failureIn(item(page, 1))).toHaveText(
        "The website isn't responding right now (error 503). Try again in a minute.",
      );
      await add(page, 'Four');
      await removeButton(page, 4).click();
      await undo(page, 'Four').click();
      await expect(texts(page)).toHaveText(['Theirs', 'Zwei', 'Theirs, too', 'Four']);
      await removeButton(page, 4).click();
      await page.unroute(path);
    });

    await test.step('restores removed items in their places with unsaved edits', async () => {
      expectProblem(/ERR_INTERNET_DISCONNECTED/);
      await removeButton(page, 2).press('Enter');
      await expect(items(page).getByRole('status').filter({ hasText: '“Zwei” removed.' })).toHaveCount(1);
      await expect(undo(page, 'Two')).toBeFocused();
      await removeButton(page, 1).click();
      await expect(texts(page)).toHaveText(['Theirs, too']);
      expect(await publishedTexts(page)).toEqual(['<p>Theirs, too</p>']);
      await context.setOffline(true);
      await undo(page, 'Two').click();
      await expect(failureIn(items(page))).toContainText("We couldn't reach the website.");
      await context.setOffline(false);
      await undo(page, 'Two').press('Enter');
      await expect(texts(page)).toHaveText(['Zwei', 'Theirs, too']);
      await expect(texts(page).nth(0)).toBeFocused();
      expect(await publishedTexts(page)).toEqual(['<p>Two</p>', '<p>Theirs, too</p>']);
      await page.keyboard.press('ControlOrMeta+s');
      await expect(saveButton(page)).toHaveText('Saved');
      expect(await publishedTexts(page)).toEqual(['<p>Zwei</p>', '<p>Theirs, too</p>']);
    });

    await description(page).fill('a'.repeat(900));
    await expect(items(page).getByText('100 characters left')).toBeVisible();
    await add(page, 'Five');
    await expectResponsive(page, { sections: ['pioneer-items'] });
  },
);

test(
  'redirects to sign-in when the session has ended, and retries the save afterwards',
  { tag: '@long' },
  async ({ page, site, expectProblem }) => {
    expectProblem(/status of 401/);
    await store(page, ['Tall'], SUNFLOWER);
    await open(page, SUNFLOWER);
    await expect(texts(page)).toHaveText(['Tall']);
    await write(page, texts(page).first(), 'Taller');
    await site.endSessions();
    await removeButton(page, 1).click();
    await expect(item(page, 1).getByRole('link', { name: 'Sign in again' })).toBeVisible();
    await saveButton(page).click();
    await expect(page).toHaveURL('/admin');
    await page.getByLabel('Username').fill('Dana');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/admin/dashboard#pioneer-items');
    await expect(category(page)).toHaveValue(String(SUNFLOWER));
    await expect(texts(page)).toHaveText(['Taller']);
    await expect.poll(() => publishedTexts(page, SUNFLOWER)).toEqual(['<p>Taller</p>']);
  },
);
