import type { Page, Route } from '@playwright/test';
import { API } from '#contract/paths.ts';
import {
  announcement,
  expectSaved,
  openSectionIds,
  savesOf,
  signInByForm,
  title,
  welcome,
} from './dashboard-page.ts';
import { expect, PASSWORD, test, untilHydrated } from './fixtures.ts';

const published = async (page: Page) =>
  ((await (await page.request.get(`${API.siteTexts}?ids=0`)).json()) as [{ content: string }])[0].content;

const ENDED = "You were signed out. What you typed is still here. Sign in and we'll save it.";

async function loseSession(page: Page, endSessions: () => Promise<void>, words: string): Promise<void> {
  const { text, button } = welcome(page);
  await text.fill(words);
  await endSessions();
  await button.click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('status').filter({ hasText: ENDED })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('keeps what was typed when the session ends, and saves it once after the same person signs in', async ({
  page,
  site,
  expectProblem,
}) => {
  test.slow();
  expectProblem(/status of 401/);
  expectProblem(/status of 500/);
  expectProblem(/ERR_FAILED/);
  expectProblem(/Local storage could not be written/);
  page.on('dialog', (dialog) => {
    throw new Error(`Unexpected dialog: ${dialog.type()}`);
  });
  for (const username of ['Dana', 'Lee']) await site.addAdmin({ username, password: PASSWORD });
  const { text, row, theirs } = welcome(page);
  const sent = savesOf(page);

  await test.step('asks to sign in without a session, and when it cannot be verified', async () => {
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL('/admin');
    await expect(page.getByText('Sign in to continue.')).toBeVisible();
    for (const fail of [(route: Route) => route.fulfill({ status: 500 }), (route: Route) => route.abort()]) {
      await page.route(`**${API.verify}`, fail);
      const verifying = page.waitForRequest(`**${API.verify}`);
      await signInByForm(page);
      await verifying;
      await expect(
        page.getByText("We couldn't open the editor. Sign in, or try again in a minute."),
      ).toBeVisible();
      await expect(page).toHaveURL('/admin');
      await page.unroute(`**${API.verify}`);
    }
    await signInByForm(page);
  });

  await test.step('retries the interrupted save once, in its section, although another tab has deleted the drafts', async () => {
    await title(page, 'Home Page').click();
    await announcement(page).text.press('ControlOrMeta+a');
    await page.keyboard.type('Rain.');
    await expect(announcement(page).row.getByText('Not saved yet')).toBeVisible();
    // As signing out in another tab does.
    await page.evaluate(() => localStorage.clear());
    await loseSession(page, site.endSessions, 'Corn is dry.');
    await page.evaluate(() => localStorage.removeItem('scalehouse-opened-sections'));
    sent.length = 0;
    await page.reload();
    await untilHydrated(page);
    await expect(page.getByText(ENDED)).toBeVisible();
    await signInByForm(page);
    await expect(page).toHaveURL('/admin/dashboard#home-page');
    await expectSaved(welcome(page));
    expect(await openSectionIds(page)).toEqual(['home-page']);
    await expect(text).toHaveValue('Corn is dry.');
    expect(await published(page)).toBe('Corn is dry.');
    await expect(announcement(page).text).toHaveText('Rain.');
    await expect(announcement(page).row.getByText('Not saved yet')).toBeVisible();
    expect(sent).toEqual([{ configType: 'WelcomeMessage', message: 'Corn is dry.' }]);
    await announcement(page).button.click();
    await expectSaved(announcement(page));
  });

  await test.step('neither shows nor saves it when another administrator signs in', async () => {
    await loseSession(page, site.endSessions, 'Wheat is in.');
    sent.length = 0;
    await signInByForm(page, 'Lee');
    await expect(text).toHaveValue('Corn is dry.');
    await expect(page.getByText('Not saved yet')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL('/admin');
    await signInByForm(page);
    await expect(text).toHaveValue('Wheat is in.');
    await expect(row.getByText('Not saved yet')).toBeVisible();
    expect(sent).toEqual([]);
    expect(await published(page)).toBe('Corn is dry.');
  });

  await test.step('shows it next to a newer text without saving it, even when local storage is full', async () => {
    await page.evaluate(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key, value) {
        if (this === localStorage) throw new DOMException('Full.', 'QuotaExceededError');
        setItem.call(this, key, value);
      };
    });
    await loseSession(page, site.endSessions, 'Beans are in.');
    await site.with({ texts: { WelcomeMessage: 'Theirs' } });
    sent.length = 0;
    await signInByForm(page);
    await expect(theirs).toContainText('Theirs');
    await expect(text).toHaveValue('Beans are in.');
    expect(sent).toEqual([]);
    expect(await published(page)).toBe('Theirs');
  });
});

test('changes the password, and signs out here and everywhere, each with a confirmation for unsaved text', async ({
  page,
  browser,
  visit,
  signIn,
  site,
  expectProblem,
}) => {
  test.slow();
  for (const problem of [/status of 401/, /status of 40[03]/, /status of 503/]) expectProblem(problem);
  const username = `Ruth ${crypto.randomUUID()}`;
  const password = 'wheat in the north bin';
  await signIn(username);
  await using other = await browser.newContext({ baseURL: site.url });
  await signIn(username, other);
  const account = page.locator('#your-account');
  const { text, row } = welcome(page);
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
  const confirmation = page.getByRole('dialog', { name: 'You have 1 unsaved change.' });
  const localValues = () => page.evaluate(() => Object.values(localStorage).join());

  await test.step('changes the password, and ends the sessions in other browsers', async () => {
    const passwordExpiresAt = '2026-11-27T15:05:00.000Z';
    await page.route(
      `**${API.verify}`,
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), passwordExpiresAt } });
      },
      { times: 1 },
    );
    await page.request.post(API.apiTokens, { data: { name: 'Grain software' } });
    await visit('/admin/dashboard');
    const notice = page.getByRole('region', { name: 'Generated password' });
    await expect(notice).toContainText('It stops working on Fri, Nov 27, 9:05 am. Change it before then.');
    await notice.getByRole('link', { name: 'Choose your own password' }).click();
    await expect(page).toHaveURL('/admin/dashboard#your-account');
    await expect(account.getByText(`Signed in as ${username}`)).toBeVisible();
    await expect(account.getByText(/^No backup yet\. /)).toBeVisible();
    const link = page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: 'Your Account' });
    await expect(link).toHaveText('Your Account 1 new');
    const sessions = account.getByRole('listitem').filter({ hasText: 'Signed in' });
    await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
    const stranger = sessions.filter({ hasText: 'New browser. Was this you?' });
    await stranger.getByRole('button', { name: 'That was me' }).click();
    await expect(stranger).toHaveCount(0);
    const current = account.getByLabel('Current password', { exact: true });
    const next = account.getByLabel('New password, at least 12 characters', { exact: true });
    const button = account.getByRole('button', { name: 'Change password' });
    const change = async (from: string, to: string) => {
      await current.fill(from);
      await next.fill(to);
      await button.click();
    };
    await change('wrong', password);
    await expect(account.getByRole('alert')).toHaveText("That isn't your current password. Try again.");
    await expect(next).toHaveValue(password);
    expect((await other.request.get(API.verify)).status()).toBe(200);

    const form = account.locator('form');
    await expect(form.getByRole('listitem')).toHaveText('Grain software, not used yet');
    const endTokens = account.getByRole('checkbox', { name: 'Delete them too' });
    await expect(endTokens).not.toBeChecked();
    await endTokens.check();

    // A second click while the first request is pending would try the old password again.
    const sent: unknown[] = [];
    page.on('request', (request) => new URL(request.url()).pathname === API.password && sent.push(request));
    await current.fill(PASSWORD);
    await next.fill(password);
    await button.dblclick();
    await expect(form.getByRole('status')).toHaveText(
      "Password changed. You've been signed out on all other devices, and your API tokens no longer work.",
    );
    expect(await (await page.request.get(API.apiTokens)).json()).toEqual([]);
    expect(sent).toHaveLength(1);
    await expect(notice).toHaveCount(0);
    await expect(current).toHaveValue('');
    expect((await page.request.get(API.verify)).status()).toBe(200);
    expect((await other.request.get(API.verify)).status()).toBe(401);
  });

  await test.step('keeps text that is typed while the sign-out is pending', async () => {
    await title(page, 'Home Page').click();
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**${API.signOut}`, async (route) => {
      await isHeld;
      await route.fallback();
    });
    await signOut.click();
    await text.fill('Corn is dry.');
    release();
    await expect(page).toHaveURL('/admin');
    await page.unroute(`**${API.signOut}`);
    await signInByForm(page, username, password);
    await expect(text).toHaveValue('Corn is dry.');
    await expect(row.getByText('Not saved yet')).toBeVisible();
  });

  await test.step('requires confirmation to sign out, reports a failure, and deletes the text', async () => {
    await signOut.click();
    await confirmation.getByRole('button', { name: 'Stay' }).click();
    await expect(signOut).toBeFocused();
    await page.route(`**${API.signOut}`, (route) => route.fulfill({ status: 503 }));
    await signOut.click();
    const confirm = confirmation.getByRole('button', { name: 'Sign out anyway' });
    await confirm.click();
    const failed = page.getByRole('dialog', { name: "We couldn't sign you out." });
    await expect(failed).toHaveAccessibleDescription(
      "The website isn't responding right now (error 503). Try again in a minute.",
    );
    await page.unroute(`**${API.signOut}`);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await confirm.click();
    await expect(page).toHaveURL('/admin');
    await expect(page.getByText("You're signed out.")).toBeVisible();
    expect(await localValues()).not.toContain('Corn is dry.');
    // Also expects the same status of requests that were pending.
    expect(await page.evaluate(async (url) => (await fetch(url)).status, API.verify)).toBe(401);
    await signInByForm(page, username, password);
    await expect(text).not.toHaveValue('Corn is dry.');
  });

  await test.step('signs out on every device', async () => {
    const data = { username, password };
    expect((await other.request.post(API.signIn, { data })).status()).toBe(200);
    await text.fill('Corn is dry.');
    const everywhere = account.getByRole('button', { name: 'Sign out everywhere' });
    const confirm = confirmation.getByRole('button', { name: 'Sign out everywhere' });
    await everywhere.click();
    await expect(confirmation).toHaveAccessibleDescription("If you sign out, you'll lose it for good.");
    await confirmation.getByRole('button', { name: 'Stay' }).click();
    await expect(text).toHaveValue('Corn is dry.');

    await everywhere.click();
    await confirm.click();
    await expect(page).toHaveURL('/admin');
    await expect(page.getByRole('status').filter({ hasText: 'Signed out on every device.' })).toBeVisible();
    expect((await other.request.get(API.verify)).status()).toBe(401);
    expect(await localValues()).not.toContain('Corn is dry.');
  });
});
