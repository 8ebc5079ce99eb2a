import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { announcement, savesOf, welcome } from './dashboard-page.ts';
import { expect, PASSWORD, test, untilHydrated } from './fixtures.ts';

const published = async (page: Page) =>
  ((await (await page.request.get(`${API.siteTexts}?ids=0`)).json()) as [{ content: string }])[0].content;

async function signInByForm(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard/);
}

const ENDED = "You were signed out. What you typed is still here. Sign in and we'll save it.";

async function loseSession(page: Page, endSessions: () => Promise<void>): Promise<void> {
  page.on('dialog', (dialog) => {
    throw new Error(`Unexpected dialog: ${dialog.type()}`);
  });
  const { text, button } = welcome(page);
  await text.fill('Corn is dry.');
  await endSessions();
  await button.click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('status').filter({ hasText: ENDED })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test.describe('after the session has ended during an edit', () => {
  test.beforeEach(async ({ signIn, visit, expectProblem }) => {
    expectProblem(/status of 401/);
    await signIn();
    await visit('/admin/dashboard');
  });

  test('returns to the section after signing in, and retries the save once', async ({ page, site }) => {
    await announcement(page).text.press('ControlOrMeta+a');
    await page.keyboard.type('Rain.');
    await loseSession(page, site.endSessions);
    await page.reload();
    await expect(page.getByText(ENDED)).toBeVisible();
    const sent = savesOf(page);
    await signInByForm(page, 'Dana');
    await expect(page).toHaveURL('/admin/dashboard#home-page');
    await expect(welcome(page).row.getByRole('status')).toHaveText(/^Saved /);
    await expect(welcome(page).text).toHaveValue('Corn is dry.');
    expect(await published(page)).toBe('Corn is dry.');
    await expect(announcement(page).text).toHaveText('Rain.');
    await expect(announcement(page).row.getByText('Not saved yet')).toBeVisible();
    expect(sent).toEqual([{ configType: 'WelcomeMessage', message: 'Corn is dry.' }]);
    expect((await site.changes()).at(-1)?.author).toBe('Dana');

    await announcement(page).button.click();
    await expect(announcement(page).button).toHaveText('Saved');
    await page.goto('/admin');
    await expect(page.getByText(ENDED)).toHaveCount(0);
    await signInByForm(page, 'Dana');
    await expect(welcome(page).text).toHaveValue('Corn is dry.');
    await expect(welcome(page).row.getByRole('status')).toBeEmpty();
    expect(sent).toHaveLength(2);
  });

  test('neither shows nor saves the text when another administrator signs in', async ({ page, site }) => {
    const before = await published(page);
    await site.addAdmin({ username: 'Lee', password: PASSWORD });
    await loseSession(page, site.endSessions);
    const sent = savesOf(page);
    await signInByForm(page, 'Lee');
    await expect(welcome(page).text).toHaveValue(before);
    await expect(page.getByText('Not saved yet')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/admin');
    await signInByForm(page, 'Dana');
    await expect(welcome(page).text).toHaveValue('Corn is dry.');
    await expect(welcome(page).row.getByText('Not saved yet')).toBeVisible();
    expect(sent).toEqual([]);
    expect(await published(page)).toBe(before);
  });

  test('keeps the text when the administrator signed out in another tab', async ({ page, context }) => {
    const tab = await context.newPage();
    await tab.goto('/admin/dashboard');
    await expect(welcome(tab).text).toBeVisible();
    await announcement(page).text.press('ControlOrMeta+a');
    await page.keyboard.type('Rain.');
    await loseSession(page, async () => {
      await tab.getByRole('button', { name: 'Sign out' }).click();
      await expect(tab).toHaveURL('/admin');
    });
    await signInByForm(page, 'Dana');
    await expect(welcome(page).button).toHaveText('Saved');
    await expect(announcement(page).text).toHaveText('Rain.');
  });

  test('shows the text next to a newer one without saving it, even when local storage is full', async ({
    page,
    site,
    expectProblem,
  }) => {
    expectProblem(/Local storage could not be written/);
    await page.evaluate(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key, value) {
        if (this === localStorage) throw new DOMException('Full.', 'QuotaExceededError');
        setItem.call(this, key, value);
      };
    });
    await loseSession(page, site.endSessions);
    await site.with({ texts: { WelcomeMessage: 'Theirs' } });
    const sent = savesOf(page);
    await signInByForm(page, 'Dana');
    await expect(welcome(page).text).toHaveValue('Corn is dry.');
    await expect(welcome(page).theirs).toContainText('Theirs');
    expect(sent).toEqual([]);
    expect(await published(page)).toBe('Theirs');
  });
});

test('requires confirmation to sign out with unsaved text, reports a failure, and deletes the text', async ({
  page,
  visit,
  signIn,
  expectProblem,
}) => {
  expectProblem(/status of 503/);
  expectProblem(/status of 401/);
  await signIn();
  await visit('/admin/dashboard');
  const { text } = welcome(page);
  const saved = await text.inputValue();
  await text.fill('Corn is dry.');
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
  await signOut.click();
  const confirmation = page.getByRole('dialog', { name: 'You have 1 unsaved change.' });
  await confirmation.getByRole('button', { name: 'Stay' }).click();
  await expect(text).toHaveValue('Corn is dry.');
  await expect(signOut).toBeFocused();

  await page.route(`**${API.signOut}`, (route) => route.fulfill({ status: 503 }));
  await signOut.click();
  await confirmation.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    "We couldn't sign you out. The website isn't responding right now (error 503). Try again in a minute.",
  );
  await expect(text).toHaveValue('Corn is dry.');
  await page.unroute(`**${API.signOut}`);

  await signOut.click();
  await confirmation.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByText("You're signed out.")).toBeVisible();
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('Corn is dry.');
  expect((await page.request.get(API.verify)).status()).toBe(401);
  await visit('/admin/dashboard');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByText('Sign in to continue.')).toBeVisible();
  await page.reload();
  await untilHydrated(page);
  await expect(page.getByText('Sign in to continue.')).toBeVisible();
  await signInByForm(page, 'Dana');
  await expect(text).toHaveValue(saved);
});

test('changes the password, and ends the sessions in other browsers', async ({
  page,
  browser,
  visit,
  signIn,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 40[03]/);
  const username = `Ruth ${crypto.randomUUID()}`;
  await signIn(username);
  await using other = await browser.newContext({ baseURL: site.url });
  await signIn(username, other);
  await visit('/admin/dashboard');
  const account = page.getByRole('group').filter({ hasText: 'Your Account' });
  const current = account.getByLabel('Current password', { exact: true });
  const next = account.getByLabel('New password, at least 12 characters', { exact: true });
  const change = async (from: string, to: string) => {
    await current.fill(from);
    await next.fill(to);
    await account.getByRole('button', { name: 'Change password' }).click();
  };

  await change(PASSWORD, 'x');
  await next.pressSequentially('y');
  expect(await next.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await change('wrong', 'wheat in the north bin');
  await expect(account.getByRole('alert')).toHaveText("That isn't your current password. Try again.");
  await expect(next).toHaveValue('wheat in the north bin');
  await change(PASSWORD, 'passwordpassword');
  await expect(account.getByRole('alert')).toHaveText('That password is too common. Choose a different one.');
  expect((await other.request.get(API.verify)).status()).toBe(200);

  await change(PASSWORD, 'wheat in the north bin');
  await expect(account.getByRole('status')).toHaveText(
    "Password changed. You've been signed out on all other devices.",
  );
  await expect(current).toHaveValue('');
  expect((await page.request.get(API.verify)).status()).toBe(200);
  expect((await other.request.get(API.verify)).status()).toBe(401);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signInByForm(page, username, 'wheat in the north bin');
});
