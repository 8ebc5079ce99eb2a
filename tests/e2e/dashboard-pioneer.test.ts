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
const category = (page: Page) => section(page).getByRole('combobox', { name: 'Category' });
const description = (page: Page) => items(page).getByRole('textbox', { name: 'Category description' });
const saveButton = (page: Page) => saveButtonIn(items(page), 'Update Items');
const addButton = (page: Page) => items(page).getByRole('button', { name: 'Add New Item' });
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

function changesOf(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !pathname.startsWith(API.newPioneerItems)) return;
    const body = request.postDataJSON() as unknown[] | null;
    const name = pathname.startsWith(API.pioneerItemUpdates) ? 'update' : 'item';
    changes.push([request.method(), name, body?.length].filter((part) => part !== undefined).join(' '));
  });
  return changes;
}

async function write(page: Page, text: Locator, words: string): Promise<void> {
  await text.press('ControlOrMeta+a');
  await page.keyboard.type(words);
}

async function add(page: Page, words: string): Promise<void> {
  const before = await texts(page).count();
  await addButton(page).click();
  await expect(texts(page)).toHaveCount(before + 1);
  await expect(texts(page).last()).toBeFocused();
  if (words) await page.keyboard.type(words);
}

/** Saves, and waits until the editor has loaded the saved items. */
async function save(page: Page): Promise<void> {
  const loaded = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().includes(`${API.pioneerItems}/`),
  );
  await saveButton(page).click();
  await loaded;
  await expect(saveButton(page)).toHaveText('Saved');
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
  await page.goto('/admin/dashboard');
  await expect(items(page)).toBeVisible();
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
  await category(page).selectOption(String(CORN));
  await expect(texts(page)).toHaveText(['One', 'Two', 'Three', 'Four']);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link', { name: 'Pioneer Items 2 unsaved' })).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(texts(page)).toHaveText(['One', 'Two', 'Three', 'Four']);
  await expect(sections.getByRole('link', { name: 'Pioneer Items 2 unsaved' })).toBeVisible();
  await items(page).getByRole('button', { name: 'Undo changes' }).click();
  await expect(texts(page)).toHaveText(['One', 'Two', 'Three']);

  // The description of a category is stored with its items.
  await category(page).selectOption(String(SUNFLOWER));
  await expect(description(page)).toHaveValue('Bright.');
  await saveButton(page).click();
  await expect(failureIn(items(page))).toContainText('Add at least one item, then save.');
  await add(page, 'Tall');
  await save(page);
  expect(await published(page, SUNFLOWER)).toMatchObject([
    { description: '<p>Tall</p>', categoryDescription: 'Bright.' },
  ]);
});

test('saves and publishes items and the description only when Update Items is pressed', async ({
  page,
  site,
}) => {
  await open(page);
  const changes = changesOf(page);
  await add(page, 'Four');
  await write(page, texts(page).nth(1), 'Zwei');
  await description(page).fill('The finest corn.');
  expect(changes).toEqual([]);
  const request = page.waitForRequest(`**${API.newPioneerItems}`);
  await saveButton(page).click();
  const [sent] = (await request).postDataJSON() as [PioneerItem];
  expect(sent.id).toMatch(/^[0-9a-f]{32}_new$/);
  expect(sent).toMatchObject({ pioneerCategory: CORN, categoryDescription: 'The finest corn.' });
  await expect(saveButton(page)).toHaveText('Saved');
  expect(changes.splice(0)).toEqual(['POST update 1', 'POST item 1']);
  expect(await publishedTexts(page)).toEqual(['<p>One</p>', '<p>Zwei</p>', '<p>Three</p>', '<p>Four</p>']);
  const html = await (await page.request.get('/pioneer?category=corn-product')).text();
  for (const words of ['Zwei', 'Four', 'The finest corn.']) expect(html).toContain(words);

  // The new item now has an id from the server.
  await write(page, texts(page).nth(3), 'Vier');
  await save(page);
  expect(changes.splice(0)).toEqual(['POST update 1']);
  expect((await publishedTexts(page)).at(-1)).toBe('<p>Vier</p>');

  await description(page).fill('The very finest corn.');
  await save(page);
  expect(new Set((await published(page)).map((each) => each.categoryDescription))).toEqual(
    new Set(['The very finest corn.']),
  );
  const log = await site.changes();
  await save(page);
  expect(changes.splice(0)).toEqual(['POST update 1', 'POST update 1']);
  expect(await site.changes()).toEqual(log);
  await expect(items(page).getByText('No changes to save')).toBeVisible();

  await add(page, '');
  await add(page, 'Five');
  await save(page);
  expect(changes).toEqual(['POST item 1']);
  await expect(texts(page)).toHaveText(['One', 'Zwei', 'Three', 'Vier', 'Five', '']);
  expect(await published(page)).toHaveLength(5);
  await expect(items(page).getByText('Not saved yet')).toBeVisible();
});

test(
  'adds an item once after a lost response, and saves later edits',
  { tag: '@long' },
  async ({ page, expectProblem }) => {
    expectProblem(/ERR_FAILED/);
    await open(page);
    await page.route(
      `**${API.newPioneerItems}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await add(page, 'Four');
    await saveButton(page).click();
    await expect(failureIn(items(page))).toContainText(
      "We couldn't reach the website. Check your internet connection and try again.",
    );
    expect(await published(page)).toHaveLength(4);
    await write(page, texts(page).nth(3), 'Vier');
    await add(page, 'Five');
    await save(page);
    await expect(texts(page)).toHaveText(['One', 'Two', 'Three', 'Vier', 'Five']);
    expect(await publishedTexts(page)).toEqual([
      '<p>One</p>',
      '<p>Two</p>',
      '<p>Three</p>',
      '<p>Vier</p>',
      '<p>Five</p>',
    ]);
    await item(page, 4).getByRole('button', { name: 'Remove' }).click();
    await expect(texts(page)).toHaveText(['One', 'Two', 'Three', 'Five']);
    expect(await published(page)).toHaveLength(4);
  },
);

test('removes unsaved items without a request, and keeps all items when a request fails', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/status of 503/);
  await open(page);
  const changes = changesOf(page);
  const requests = /\/pioneer-item(-update)?(\/.*)?$/;
  await page.route(requests, (route) => route.fulfill({ status: 503 }));
  await add(page, 'Four');
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Not saved');
  await expect(failureIn(items(page))).toContainText(
    "The website isn't responding right now (error 503). Try again in a minute.",
  );
  await item(page, 1).getByRole('button', { name: 'Remove' }).click();
  await expect(item(page, 1).getByRole('button', { name: 'Not removed' })).toBeVisible();
  await expect(failureIn(item(page, 1))).toHaveText(
    "The website isn't responding right now (error 503). Try again in a minute.",
  );
  await expect(texts(page)).toHaveText(['One', 'Two', 'Three', 'Four']);
  await page.unroute(requests);
  changes.length = 0;

  await item(page, 4).getByRole('button', { name: 'Remove' }).click();
  await expect(texts(page)).toHaveCount(3);
  expect(changes).toEqual([]);
  await write(page, texts(page).nth(2), 'Drei');
  await item(page, 1)
    .getByRole('button', { name: /Remove|Not removed/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(texts(page)).toHaveText(['Two', 'Drei']);
  await expect(undo(page, 'One')).toBeFocused();
  expect(changes).toEqual(['DELETE item']);
  expect(await publishedTexts(page)).toEqual(['<p>Two</p>', '<p>Three</p>']);
  await texts(page).nth(0).press('ControlOrMeta+s');
  await expect(saveButton(page)).toHaveText('Saved');
  expect(await publishedTexts(page)).toEqual(['<p>Two</p>', '<p>Drei</p>']);
});

test('restores removed items in their places with unsaved edits, and shows the last save', async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/);
  await open(page);
  const before = await published(page);
  await write(page, texts(page).nth(1), 'Zwei');
  await write(page, texts(page).nth(2), 'Drei');
  await item(page, 2).getByRole('button', { name: 'Remove' }).click();
  await expect(items(page).getByRole('status').filter({ hasText: '“Zwei” removed.' })).toHaveCount(1);
  await item(page, 1).getByRole('button', { name: 'Remove' }).click();
  await expect(texts(page)).toHaveText(['Drei']);
  await context.setOffline(true);
  await undo(page, 'Two').click();
  await expect(failureIn(items(page))).toContainText("We couldn't reach the website.");
  await context.setOffline(false);
  await undo(page, 'Two').press('Enter');
  await expect(texts(page)).toHaveText(['Zwei', 'Drei']);
  await expect(texts(page).nth(0)).toBeFocused();
  await undo(page, 'One').click();
  await expect(texts(page)).toHaveText(['One', 'Zwei', 'Drei']);
  expect(await published(page)).toEqual(before);
  await items(page).getByRole('button', { name: 'Undo changes' }).click();
  await expect(items(page).getByText(/^Last saved today at .* by you$/)).toBeVisible();

  await add(page, 'Four');
  await item(page, 4).getByRole('button', { name: 'Remove' }).click();
  await undo(page, 'Four').click();
  await expect(texts(page)).toHaveText(['One', 'Two', 'Three', 'Four']);
});

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
    await item(page, 1).getByRole('button', { name: 'Remove' }).click();
    await expect(item(page, 1).getByRole('button', { name: 'Not removed' })).toBeVisible();
    await expect(failureIn(item(page, 1))).toContainText("You're signed out.");
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

test('shows both texts of an item on a conflict between administrators, and takes the chosen one', async ({
  page,
  browser,
  site,
  signIn,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await open(page);
  await expect(texts(page)).toHaveCount(3);
  await using lee = await browser.newContext({ baseURL: site.url });
  await signIn('Lee', lee);
  const updateByLee = async (words: Record<number, string>) => {
    const all = await published(page);
    const data = Object.entries(words).map(([position, word]) => ({
      ...all[Number(position)],
      description: `<p>${word}</p>`,
    }));
    expect((await lee.request.post(API.pioneerItemUpdates, { data })).status()).toBe(200);
  };

  await updateByLee({ 0: 'Theirs', 2: 'Theirs, too' });
  await write(page, texts(page).nth(0), 'Mine');
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Not saved');
  await expect(theirs(page)).toContainText('Lee changed this while you were editing. Choose which to keep:');
  const choices = theirs(page).getByRole('group', { name: 'Item 1' });
  await expect(choices.getByRole('radio', { name: 'Yours: Mine' })).toBeChecked();
  await expect(choices.getByRole('radio', { name: /^Lee, \d+:\d\d [ap]m: Theirs$/ })).toBeVisible();
  await expect(theirs(page).getByRole('radio')).toHaveCount(2);
  await expect(texts(page)).toHaveText(['Mine', 'Two', 'Three']);
  await theirs(page).getByRole('button', { name: 'Use these' }).click();
  await expect(texts(page)).toHaveText(['Mine', 'Two', 'Theirs, too']);
  await save(page);
  expect(await publishedTexts(page)).toEqual(['<p>Mine</p>', '<p>Two</p>', '<p>Theirs, too</p>']);

  await updateByLee({ 0: 'Theirs again' });
  await write(page, texts(page).nth(0), 'Mine again');
  await saveButton(page).click();
  await choices.getByRole('radio', { name: /: Theirs again$/ }).check();
  await theirs(page).getByRole('button', { name: 'Use these' }).click();
  await expect(texts(page)).toHaveText(['Theirs again', 'Two', 'Theirs, too']);
  await expect(items(page).getByText('Not saved yet')).toHaveCount(0);
});

test(
  'merges edits of different items, and keeps an edited item that was removed elsewhere as a new one',
  { tag: '@long' },
  async ({ page, expectProblem }) => {
    expectProblem(/status of 404/);
    await open(page);
    await expect(texts(page)).toHaveCount(3);
    const [one] = await published(page);
    const data = [{ ...one, description: '<p>Eins</p>' }];
    expect((await page.request.post(API.pioneerItemUpdates, { data })).status()).toBe(200);
    await write(page, texts(page).nth(1), 'Zwei');
    await save(page);
    await expect(texts(page)).toHaveText(['Eins', 'Zwei', 'Three']);
    await write(page, texts(page).nth(0), 'Uno');
    await save(page);
    expect(await publishedTexts(page)).toEqual(['<p>Uno</p>', '<p>Zwei</p>', '<p>Three</p>']);

    await page.request.delete(`${API.newPioneerItems}/${one!.id}`);
    await write(page, texts(page).nth(0), 'Mine');
    await saveButton(page).click();
    await expect(failureIn(items(page))).toContainText(
      'Someone else removed an item while you were editing.',
    );
    await expect(theirs(page).getByRole('radio', { name: 'Newer: Removed' })).not.toBeChecked();
    await theirs(page).getByRole('button', { name: 'Use these' }).click();
    await expect(texts(page)).toHaveText(['Zwei', 'Three', 'Mine']);
    await save(page);
    expect(await publishedTexts(page)).toEqual(['<p>Zwei</p>', '<p>Three</p>', '<p>Mine</p>']);
  },
);

test('edits and saves 100 items', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(90_000);
  await store(
    page,
    Array.from({ length: 100 }, (_, index) => `Item ${index}`),
  );
  await open(page);
  await expect(texts(page)).toHaveCount(100);
  const changes = changesOf(page);
  await write(page, texts(page).nth(0), 'First');
  await write(page, texts(page).nth(99), 'Last');
  await save(page);
  expect(changes).toEqual(['POST update 2']);
  const all = await publishedTexts(page);
  expect([all.length, all[0], all[1], all[99]]).toEqual([
    100,
    '<p>First</p>',
    '<p>Item 1</p>',
    '<p>Last</p>',
  ]);
});

test(
  'has no accessibility violations, overflow or small targets, and keeps the scroll position',
  { tag: '@thorough' },
  async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/admin/dashboard#pioneer-items');
    const places = await addButton(page).evaluate(async (button) => {
      button.scrollIntoView({ block: 'center', behavior: 'instant' });
      const tops: number[] = [];
      while (tops.length < 20) {
        tops.push(button.getBoundingClientRect().top);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return tops;
    });
    expect(new Set(places).size, places.join()).toBe(1);

    await description(page).fill('a'.repeat(900));
    await expect(items(page).getByText('100 characters left')).toBeVisible();
    await add(page, 'Four');
    await expectResponsive(page, { sections: ['pioneer-items'] });
  },
);
