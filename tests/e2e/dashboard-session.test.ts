import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { announcement, savesOf, welcome } from './dashboard-page.ts';
import { openAllSections } from '#tests/support/editor-sections.ts';
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
    await expect(welcome(page).row.getByRole('status')).toHaveText(/^Last saved /);
    await expect(welcome(page).text).toHaveValue('Corn is dry.');
    expect(await published(page)).toBe('Corn is dry.');
    await expect(announcement(page).text).toHaveText('Rain.');
    await expect(announcement(page).row.getByText('Not saved yet')).toBeVisible();
    expect(sent).toEqual([{ configType: 'WelcomeMessage', message: 'Corn is dry.' }]);
    expect((await site.changes()).at(-1)?.author).toBe('Dana');

    await announcement(page).button.click();
    await expect(announcement(page).button).toHaveText('Saved');
    await page.goto('/admin');
    await untilHydrated(page);
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
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
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
      await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
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
  const failed = page.getByRole('dialog', { name: "We couldn't sign you out." });
  await expect(failed).toHaveAccessibleDescription(
    "The website isn't responding right now (error 503). Try again in a minute.",
  );
  await failed.getByRole('button', { name: 'Cancel' }).click();
  await expect(text).toHaveValue('Corn is dry.');
  await expect(signOut).toBeFocused();

  await signOut.click();
  await confirmation.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(failed).toBeVisible();
  await page.unroute(`**${API.signOut}`);
  await failed.getByRole('button', { name: 'Try again' }).click();
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

test('signs out on every device with a confirmation for unsaved text, and says so if it could not', async ({
  page,
  browser,
  visit,
  signIn,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 503/);
  expectProblem(/status of 401/);
  const username = `Ruth ${crypto.randomUUID()}`;
  await signIn(username);
  await using other = await browser.newContext({ baseURL: site.url });
  await signIn(username, other);
  await visit('/admin/dashboard');
  const { text } = welcome(page);
  await text.fill('Corn is dry.');
  const account = page.getByRole('group').filter({ hasText: 'Your Account' });
  await expect(account.getByText(`Signed in as ${username}`)).toBeVisible();
  await expect(account.getByText(/^No backup yet\. /)).toBeVisible();
  const signOut = account.getByRole('button', { name: 'Sign out everywhere' });
  await expect(signOut).toHaveAccessibleDescription(
    'This signs you out on every device, including this one. API tokens keep working.',
  );
  const confirmation = page.getByRole('dialog', { name: 'You have 1 unsaved change.' });
  const confirm = confirmation.getByRole('button', { name: 'Sign out everywhere' });
  await signOut.click();
  await expect(confirmation).toHaveAccessibleDescription("If you sign out, you'll lose it for good.");
  await confirmation.getByRole('button', { name: 'Stay' }).click();
  await expect(text).toHaveValue('Corn is dry.');

  await page.route(`**${API.signOutEverywhere}`, (route) => route.fulfill({ status: 503 }));
  await signOut.click();
  await confirm.click();
  const failed = page.getByRole('dialog', { name: "We couldn't sign you out everywhere." });
  await expect(failed).toHaveAccessibleDescription(
    "The website isn't responding right now (error 503). Try again in a minute.",
  );
  await page.keyboard.press('Escape');
  await expect(failed).toHaveCount(0);
  await expect(signOut).toBeFocused();
  await page.unroute(`**${API.signOutEverywhere}`);

  // Without a session, the server does not know whose sessions to end.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await signOut.click();
  await confirm.click();
  await expect(failed).toHaveAccessibleDescription(
    'This device is already signed out. Sign in again, then try once more.',
  );
  await failed.getByRole('button', { name: 'Sign in again' }).click();
  const leaving = page.getByRole('dialog', { name: 'You have 1 unsaved change.' });
  await expect(leaving).toHaveAccessibleDescription(/kept on this device/);
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expect(text).toHaveValue('Corn is dry.');
  expect((await other.request.get(API.verify)).status()).toBe(200);
  await page.context().addCookies(cookies);

  await signOut.click();
  await confirm.click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('status').filter({ hasText: 'Signed out on every device.' })).toBeVisible();
  expect((await other.request.get(API.verify)).status()).toBe(401);
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('Corn is dry.');
});

test('keeps text that is typed while the sign-out is pending', async ({ page, visit, signIn }) => {
  await signIn();
  await visit('/admin/dashboard');
  // Requests that are pending when the session ends would fail.
  await page.waitForLoadState('networkidle');
  const refreshed = page.waitForResponse(`**${API.lastSaves}`);
  await openAllSections(page);
  await refreshed;
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${API.signOut}`, async (route) => {
    await isHeld;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await welcome(page).text.fill('Corn is dry.');
  release();
  await expect(page).toHaveURL('/admin');
  await signInByForm(page, 'Dana');
  await expect(welcome(page).text).toHaveValue('Corn is dry.');
  await expect(welcome(page).row.getByText('Not saved yet')).toBeVisible();
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
  const passwordExpiresAt = '2026-11-27T15:05:00.000Z';
  await page.route(
    `**${API.verify}`,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), passwordExpiresAt } });
    },
    { times: 1 },
  );
  await visit('/admin/dashboard');
  const notice = page.getByRole('region', { name: 'Generated password' });
  await expect(notice).toContainText('It stops working on Fri, Nov 27, 9:05 am. Change it before then.');
  await notice.getByRole('link', { name: 'Choose your own password' }).click();
  await expect(page).toHaveURL('/admin/dashboard#your-account');
  const account = page.getByRole('group').filter({ hasText: 'Your Account' });
  const current = account.getByLabel('Current password', { exact: true });
  const next = account.getByLabel('New password, at least 12 characters', { exact: true });
  const change = async (from: string, to: string) => {
    await current.fill(from);
    await next.fill(to);
    await account.getByRole('button', { name: 'Change password' }).click();
  };

  const button = account.getByRole('button', { name: 'Change password' });
  await expect(button).toHaveAccessibleDescription(
    'Changing your password signs you out on all other devices.',
  );

  await change(PASSWORD, 'x');
  await next.pressSequentially('y');
  expect(await next.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await change('wrong', 'wheat in the north bin');
  await expect(account.getByRole('alert')).toHaveText("That isn't your current password. Try again.");
  await expect(next).toHaveValue('wheat in the north bin');
  await change(PASSWORD, 'passwordpassword');
  await expect(account.getByRole('alert')).toHaveText('That password is too common. Choose a different one.');
  expect((await other.request.get(API.verify)).status()).toBe(200);

  // A second click while the first request is pending would try the old password again.
  const sent: unknown[] = [];
  page.on('request', (request) => new URL(request.url()).pathname === API.password && sent.push(request));
  await current.fill(PASSWORD);
  await next.fill('wheat in the north bin');
  await button.dblclick();
  await expect(account.getByRole('status')).toHaveText(
    "Password changed. You've been signed out on all other devices.",
  );
  expect(sent).toHaveLength(1);
  await expect(notice).toHaveCount(0);
  await expect(current).toHaveValue('');
  expect((await page.request.get(API.verify)).status()).toBe(200);
  expect((await other.request.get(API.verify)).status()).toBe(401);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await signInByForm(page, username, 'wheat in the north bin');
});
