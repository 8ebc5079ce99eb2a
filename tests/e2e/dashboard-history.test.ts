import type { Page } from '@playwright/test';
import type { Images } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { announcement, expectSaved, openInApp, signInByForm, welcome } from './dashboard-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ openSections: ['home-page'] });

test.beforeEach(async ({ signIn }) => signIn());

const postText = (page: Page, configType: string, message: string) =>
  page.request.post(API.saveSiteText, { data: { configType, message } });

const undoIn = ({ row }: ReturnType<typeof welcome>) => row.getByRole('button', { name: /^Undo/ });

const rows = (page: Page) => page.getByRole('list', { name: 'Today' }).getByRole('listitem');

test('leads to the history of a section, and undoes saves beside a field', async ({
  page,
  visit,
  signIn,
  browser,
  site,
  expectProblem,
}) => {
  test.slow();
  expectProblem(/status of 409/);
  expectProblem(/ERR_CONNECTION_RESET/);
  await postText(page, 'WelcomeMessage', 'Corn is wet.');
  await postText(page, 'AnnouncementMessage', '');
  await postText(page, 'ContactUsFax', '660 555-0100');
  await visit('/admin/dashboard');
  const field = welcome(page);
  const { row, text, button, failure } = field;

  await test.step('lists the changes of a section, and leads back to it', async () => {
    await page.locator('#home-page').getByLabel('More').click();
    await page.locator('#home-page').getByRole('link', { name: 'History', exact: true }).click();
    await expect(page.getByText('Only: Home Page')).toBeVisible();
    await expect(rows(page).first()).toContainText('Announcement message');
    await expect(rows(page).filter({ hasText: 'Fax number' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to editor' }).click();
    await expect(page).toHaveURL('/admin/dashboard#home-page');
    await expect(undoIn(field)).toHaveCount(0);
  });

  await test.step('undoes the last save once, also after a failure', async () => {
    await text.fill('Corn is in.');
    await expect(undoIn(field)).toHaveText('Undo changes');
    await button.click();
    await expect(undoIn(field)).toHaveText('Undo the last save');
    await page.route(`**${API.historyRestore}`, (route) => route.abort('connectionreset'), { times: 1 });
    await undoIn(field).click();
    await expect(failure).toHaveText(/^We couldn't reach the website\./);
    await undoIn(field).press('Enter');
    await expect(failure).toHaveCount(0);
    await expect(text).toHaveValue('Corn is wet.');
    await expect(row.getByRole('status')).toHaveText(/^Undone\. Last saved today at .* by you$/);
    await expect(undoIn(field)).toHaveCount(0);
    await expect(text).toBeFocused();
    expect(await (await page.request.get('/')).text()).toContain('Corn is wet.');
  });

  await test.step("shows someone else's later change before an undo replaces it", async () => {
    const message = announcement(page);
    await message.text.fill('Elevator closes at noon.');
    await message.button.click();
    await expectSaved(message);
    await using other = await browser.newContext({ baseURL: site.url });
    await signIn('Grace', other);
    await other.request.post(API.saveSiteText, {
      data: { configType: 'AnnouncementMessage', message: '<p>Elevator closes at one.</p>' },
    });
    await undoIn(message).click();
    await expect(message.theirs).toContainText(/Grace changed this.*Elevator closes at one\./);
    await expect(message.text).toHaveText('');
    await message.theirs.getByRole('button', { name: "Use Grace's" }).click();
    await expect(message.theirs).toHaveCount(0);
    await expect(message.text).toHaveText('Elevator closes at one.');
  });
});

test('lists the changes of the whole website after signing in, filtered by its URL, with deleted images', async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  expectProblem(/status of 409/);
  for (const message of ['Corn is dry.', 'Corn is soggy.']) await postText(page, 'WelcomeMessage', message);
  await postText(page, 'ContactUsAddress', 'Grain elevator of the old Junction siding, '.repeat(4));
  await postText(page, 'ContactUsFax', '660 555-0199');
  const [image] = (await (await page.request.get(`${API.images}/0`)).json()) as Images;
  await page.request.delete(`${API.deleteImage}/${image?.imageId}`);
  await context.clearCookies();
  const newest = rows(page).first();
  const restored = page.getByRole('status').filter({ hasText: /^Restored\.$/ });

  await test.step('filters and restores', async () => {
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**${API.historyPeople}`, async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.goto('/admin/history?kind=text');
    await expect(page).toHaveURL('/admin');
    await signInByForm(page);
    await expect(page).toHaveURL('/admin/history?kind=text');
    await expect(page).toHaveTitle(/^History · /);
    await expect(newest.locator('summary')).toHaveText(
      /^\d+:\d\d [ap]m\s*You\s*Fax number.*added: 660 555-0199/,
    );
    const heights = await rows(page).evaluateAll((each) => each.map(({ clientHeight }) => clientHeight));
    expect(Math.max(...heights), 'one line for each change').toBeLessThanOrEqual(45);
    await expect(page.getByLabel('What')).toHaveValue('text');
    await page.getByLabel('Search for').fill('soggy');
    // The names load while someone types.
    release();
    await expect(page.getByLabel('Who').getByRole('option', { name: 'Dana' })).toBeAttached();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL('/admin/history?search=soggy&kind=text');
    await expect(page.getByRole('status').filter({ hasText: /^1 change\.$/ })).toBeVisible();
    await newest.locator('summary').click();
    await expect(newest.getByRole('deletion')).toHaveText(/removed: dry\./);
    await expect(newest.getByRole('insertion')).toHaveText(/added: soggy\./);
    await newest.getByRole('button', { name: 'Undo' }).click();
    await expect(restored).toBeVisible();
    expect(await (await page.request.get('/')).text()).toContain('Corn is dry.');
    await page.getByRole('link', { name: 'Welcome message' }).click();
    await expect(page).toHaveURL('/admin/history?item=welcome-message');
    await expect(page.getByText('Only: Welcome message')).toBeVisible();
    await expect(newest).toContainText(/Restored .*removed: soggy\..*added: dry\./);
    await rows(page).nth(2).getByRole('button', { name: 'Undo' }).click();
    const question = page.getByRole('group', {
      name: /^You changed this .*, after the change you want to undo/,
    });
    await expect(question).toContainText(/The later change:.*added: dry\./);
    await question.getByRole('button', { name: 'Keep the current version' }).click();
    await expect(page.getByText('Nothing changed.')).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Search for')).toHaveValue('soggy');
  });

  await test.step('shows a deleted image, and until when it is kept', async () => {
    await openInApp(page, '/admin/history?kind=image');
    await newest.getByText('Deleted').click();
    const picture = newest.getByRole('img', { name: `Before: ${image?.altText}` });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(newest).toContainText(/Kept until \w+ \d+, \d{4}\./);
    await newest.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(restored).toBeVisible();
    await expect(picture).toHaveCount(0);
  });
});
