import type { Page } from '@playwright/test';
import type { HistoryPage } from '#contract/history.ts';
import type { Images } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { smallTargets, violationsInLightAndDark } from './accessibility.ts';
import { announcement, welcome } from './dashboard-page.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

test.beforeEach(async ({ signIn }) => signIn());

const postText = (page: Page, configType: string, message: string) =>
  page.request.post(API.saveSiteText, { data: { configType, message } });

const undoIn = ({ row }: ReturnType<typeof welcome>) => row.getByRole('button', { name: /^Undo/ });

test('undoes the last save of a text, and undoes the undo', async ({ page, visit }) => {
  await postText(page, 'WelcomeMessage', 'Open until 5:00 pm.');
  await visit('/admin/dashboard');
  const field = welcome(page);
  const { row, text, button } = field;
  await expect(undoIn(field)).toHaveCount(0);
  await text.fill('Open until 6:00 pm.');
  await expect(undoIn(field)).toHaveText('Undo changes');
  await button.click();
  await expect(undoIn(field)).toHaveText('Undo the last save');
  await undoIn(field).focus();
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('Open until 5:00 pm.');
  await expect(row.getByRole('status')).toHaveText(/^Restored\. Last saved today at .* by you$/);
  await expect(undoIn(field)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('Open until 6:00 pm.');
  expect(await (await page.request.get('/')).text()).toContain('Open until 6:00 pm.');
});

test('shows the history of a text in place, and restores an earlier version', async ({ page, visit }) => {
  await postText(page, 'WelcomeMessage', 'Corn is dry.');
  await postText(page, 'WelcomeMessage', 'Corn is wet.');
  await visit('/admin/dashboard');
  const { row, text } = welcome(page);
  const open = row.getByRole('button', { name: 'History', exact: true });
  await expect(open).toHaveAttribute('aria-expanded', 'false');
  await open.click();
  const panel = row.getByRole('group', { name: 'History: Welcome message' });
  const newest = panel.getByRole('listitem').first();
  await expect(newest).toContainText(/Changed today at \d+:\d\d\s[ap]m by you/);
  await expect(newest.getByRole('deletion')).toHaveText(/removed: dry\./);
  await expect(newest.getByRole('insertion')).toHaveText(/added: wet\./);
  await newest.getByRole('button', { name: 'Restore the earlier version' }).click();
  await expect(text).toHaveValue('Corn is dry.');
  await expect(newest).toContainText(/Restored today at/);
  await expect(undoIn(welcome(page))).toBeVisible();
  await panel.getByRole('button', { name: 'Close history' }).click();
  await expect(panel).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('keeps what was typed when an earlier version is restored, and shows both', async ({ page, visit }) => {
  await postText(page, 'WelcomeMessage', 'Corn is dry.');
  await postText(page, 'WelcomeMessage', 'Corn is wet.');
  await visit('/admin/dashboard');
  const { row, text } = welcome(page);
  await row.getByRole('button', { name: 'History', exact: true }).click();
  await text.fill('Corn is in.');
  await row.getByRole('button', { name: 'Restore the earlier version' }).first().click();
  const both = row.getByRole('group', { name: 'Restored version' });
  await expect(both).toContainText('What you typed is still here, not saved.');
  await expect(both.locator('blockquote')).toHaveText('Corn is dry.');
  await expect(text).toHaveValue('Corn is in.');
  await both.getByRole('button', { name: 'Use the restored version' }).click();
  await expect(text).toHaveValue('Corn is dry.');
  await expect(text).toBeFocused();
});

test("shows someone else's later change before an undo replaces it", async ({
  page,
  visit,
  signIn,
  browser,
  baseURL,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await postText(page, 'AnnouncementMessage', '');
  await visit('/admin/dashboard');
  const field = announcement(page);
  const { row } = field;
  const text = row.getByRole('textbox', { name: 'Announcement message' });
  await text.fill('Elevator closes at noon.');
  await field.button.click();
  await expect(undoIn(field)).toHaveText('Undo the last save');
  const other = await browser.newContext({ ...(baseURL && { baseURL }) });
  await signIn('Grace', other);
  await other.request.post(API.saveSiteText, {
    data: { configType: 'AnnouncementMessage', message: '<p>Elevator closes at one.</p>' },
  });
  await undoIn(field).click();
  const question = row.getByRole('group', { name: /^Grace changed this today at/ });
  await expect(question.getByText(/Grace changed this/)).toBeFocused();
  await expect(question.locator('blockquote').first()).toContainText('one.');
  await expect(question.locator('blockquote').last()).toHaveText('(blank)');
  await question.getByRole('button', { name: 'Keep the current version' }).click();
  await expect(question).toHaveCount(0);
  await expect(text).toHaveText('Elevator closes at one.');
  await other.close();
});

test('says why an undo failed, and retries it', async ({ page, visit, expectProblem }) => {
  await visit('/admin/dashboard');
  const field = welcome(page);
  await field.text.fill('Corn is dry.');
  await field.button.click();
  await expect(undoIn(field)).toHaveText('Undo the last save');
  expectProblem(/ERR_CONNECTION_RESET/);
  await page.route(`**${API.historyRestore}`, (route) => route.abort('connectionreset'), { times: 1 });
  await undoIn(field).click();
  await expect(field.failure).toHaveText(/^We couldn't reach the website\./);
  await undoIn(field).click();
  await expect(field.failure).toHaveCount(0);
  await expect(field.text).not.toHaveValue('Corn is dry.');
});

test(
  'lists the changes of the whole website, filtered by its URL',
  { tag: '@thorough' },
  async ({ page, visit }) => {
    for (const message of ['Corn is dry.', 'Corn is soggy.']) await postText(page, 'WelcomeMessage', message);
    await postText(page, 'ContactUsFax', '660 555-0199');
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**${API.historyPeople}`, async (route) => {
      await isHeld;
      await route.continue();
    });
    await visit('/admin/history?kind=text');
    await expect(page).toHaveTitle(/^History · /);
    const newest = page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem').first();
    await expect(newest).toContainText('Fax number Changed today at');
    await expect(page.getByLabel('What')).toHaveValue('text');

    await page.getByLabel('Search for').fill('soggy');
    // The names load while someone types.
    release();
    await expect(page.getByLabel('Who').getByRole('option', { name: 'Dana' })).toBeAttached();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL('/admin/history?kind=text&search=soggy');
    await expect(page.getByRole('status').filter({ hasText: /^1 change\.$/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Download as CSV' })).toHaveAttribute(
      'href',
      `${API.historyCsv}?search=soggy&kind=text`,
    );
    await newest.getByRole('button', { name: 'Restore the earlier version' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Restored\.$/ })).toBeVisible();
    expect(await (await page.request.get('/')).text()).toContain('Corn is dry.');

    await page.getByRole('link', { name: 'Welcome message' }).first().click();
    await expect(page).toHaveURL('/admin/history?item=welcome-message');
    await expect(newest).toContainText('Restored today at');
    await page.goBack();
    await expect(page.getByLabel('Search for')).toHaveValue('soggy');
    expect(await violationsInLightAndDark(page, [360, 1280])).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expect.poll(() => smallTargets(page)).toEqual([]);
  },
);

test(
  'shows a deleted image, until when it is kept, and why a purged one cannot come back',
  { tag: '@thorough' },
  async ({ page, visit }) => {
    const [image] = (await (await page.request.get(`${API.images}/0`)).json()) as Images;
    await page.request.delete(`${API.deleteImage}/${image?.imageId}`);
    await visit('/admin/history?kind=image');
    const newest = page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem').first();
    await expect(newest).toContainText(/Deleted today at/);
    const picture = newest.getByRole('img', { name: `Before: ${image?.altText}` });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(newest).toContainText(/Kept until \w+ \d+, \d{4}\./);
    await newest.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Restored\.$/ })).toBeVisible();
    await expect(picture).toHaveCount(0);

    await page.route(`**${API.history}?*`, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as HistoryPage;
      const [entry] = body.entries;
      const reason = "This image was deleted for good on November 20, 2026, so it can't come back.";
      const note = 'Deleted for good on November 20, 2026';
      const before = { type: 'fields', fields: [], image: { alt: 'Field', note } };
      await route.fulfill({
        json: { ...body, entries: [{ ...entry, before, after: null, canRestore: false, reason }] },
      });
    });
    await visit('/admin/history?kind=image');
    await expect(newest).toContainText(/Before\s*Deleted for good on November 20, 2026\./);
    await expect(newest).toContainText("so it can't come back.");
    await expect(newest.getByRole('img')).toHaveCount(0);
    await expect(newest.getByRole('button')).toHaveCount(0);
    expect(await violationsInLightAndDark(page, [360])).toEqual([]);
  },
);

test('returns to the history after signing in', async ({ page, context, expectProblem }) => {
  expectProblem(/status of 401/);
  await context.clearCookies();
  await page.goto('/admin/history?kind=text');
  await expect(page).toHaveURL('/admin');
  await page.getByLabel('Username').fill('Dana');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/admin/history?kind=text');
});
