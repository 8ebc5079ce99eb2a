import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

const username = (page: Page) => page.getByLabel('Username', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });
const failure = (page: Page) => page.getByRole('alert');

async function typeIn(page: Page, name: string, secret: string): Promise<void> {
  await username(page).fill(name);
  await password(page).fill(secret);
}

/** Responses to the request, and what the page shows. */
const FAILURES: readonly (readonly [
  response: { status: number; headers?: Record<string, string>; json?: object },
  hint?: string,
])[] = [
  [{ status: 400 }],
  [{ status: 500 }],
  [{ status: 429, headers: { 'retry-after': '32' }, json: {} }, 'Wait 32 seconds, then try again.'],
  [{ status: 429, headers: { 'retry-after': '899' }, json: {} }, 'Wait 15 minutes, then try again.'],
  [
    { status: 401, json: { code: 'password-expired', detail: 'This generated password stopped working.' } },
    'This generated password stopped working.',
  ],
];

test(
  'signs in by keyboard, explains every failure, and names who is signed in on the next visit',
  { tag: '@thorough' },
  async ({ page, visit, site, expectProblem }) => {
    test.slow();
    const name = `Bartholomew Featherstonehaugh of the north elevator ${crypto.randomUUID()}`;
    await site.addAdmin({ username: name, password: PASSWORD });
    await page.setViewportSize({ width: 390, height: 844 });
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await visit('/admin');
    expect(urls.filter((url) => url.endsWith(API.verify))).toEqual([]);

    await test.step('requires both fields, without a request', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
      await expect(username(page)).toHaveAttribute('placeholder', 'Enter your username');
      await expect(password(page)).toHaveAttribute('placeholder', 'Enter your password');
      const count = urls.length;
      const reason = (field: ReturnType<typeof username>) =>
        field.evaluate((input: HTMLInputElement) => input.validationMessage);
      await login(page).click();
      await expect(username(page)).toBeFocused();
      expect(await reason(username(page))).toBe('Enter your username.');
      await username(page).fill('Dana');
      expect(await reason(username(page))).toBe('');
      await username(page).press('Enter');
      await expect(password(page)).toBeFocused();
      expect(await reason(password(page))).toBe('Enter your password.');
      expect(urls).toHaveLength(count);
    });

    await test.step('shows and hides the password', async () => {
      await password(page).fill(PASSWORD);
      await expect(password(page)).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: 'Show password' }).click();
      await expect(password(page)).toHaveAttribute('type', 'text');
      // A pressed state would contradict the name.
      await expect(page.getByRole('button', { name: 'Hide password' })).not.toHaveAttribute('aria-pressed');
      await page.getByRole('button', { name: 'Hide password' }).click();
      await expect(password(page)).toHaveAttribute('type', 'password');
      await expect(password(page)).toHaveValue(PASSWORD);
    });

    await test.step('shows the same error for a wrong username or password, and keeps the input', async () => {
      expectProblem(/status of 401/);
      for (const wrong of [name, 'unknown']) {
        await typeIn(page, wrong, 'wrong');
        await login(page).click();
        await expect(failure(page)).toHaveText('Invalid credentials');
        await expect(username(page)).toHaveValue(wrong);
        await expect(password(page)).toHaveValue('wrong');
        await expect(username(page)).toBeFocused();
      }
      await expect(page).toHaveURL('/admin');
      await expectResponsive(page);
    });

    await test.step('shows an error for every failed request', async () => {
      await typeIn(page, name, PASSWORD);
      for (const [response, hint] of FAILURES) {
        expectProblem(new RegExp(`status of ${response.status}`));
        await page.route(`**${API.signIn}`, (route) => route.fulfill(response));
        const responsePromise = page.waitForResponse(`**${API.signIn}`);
        await login(page).click();
        await responsePromise;
        await expect(failure(page)).toHaveText(`Invalid credentials${hint ?? ''}`);
        await page.unroute(`**${API.signIn}`);
      }
      expectProblem(/ERR_CONNECTION_REFUSED/);
      await page.route(`**${API.signIn}`, (route) => route.abort('connectionrefused'));
      await login(page).click();
      await expect(failure(page)).toHaveText('Something went wrong. Please try again.');
      await expect(password(page)).toHaveValue(PASSWORD);
      await page.unroute(`**${API.signIn}`);
    });

    await test.step('signs in once by keyboard, and never puts credentials into a URL', async () => {
      const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
      let attempts = 0;
      await page.route(`**${API.signIn}`, async (route) => {
        attempts += 1;
        await isHeld;
        await route.fallback();
      });
      await typeIn(page, '', '');
      await username(page).focus();
      await page.keyboard.type(name);
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(login(page)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
      await password(page).press('Enter');
      release();
      await expect(page).toHaveURL('/admin/dashboard');
      await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
      expect(attempts).toBe(1);
      expect(urls.filter((url) => /true|Bartholomew|\?/.test(url))).toEqual([]);
    });

    const note = page.getByRole('status').filter({ hasText: `Signed in as ${name}` });
    await test.step('names the signed-in administrator without moving the form', async () => {
      const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
      await page.route(`**${API.verify}`, async (route) => {
        await isHeld;
        await route.fallback();
      });
      await visit('/admin');
      await expect(login(page)).toBeEnabled();
      const before = await username(page).boundingBox();
      release();
      await expect(note).toBeVisible();
      expect(await username(page).boundingBox()).toEqual(before);
      await expectResponsive(page);
      await expect(note.getByRole('link', { name: 'Open the editor' })).toHaveAttribute(
        'href',
        '/admin/dashboard',
      );
    });

    await test.step('forgets a session that has ended elsewhere', async () => {
      await site.endSessions();
      const reported = page.waitForEvent('console', (message) => /status of 401/.test(message.text()));
      await visit('/admin');
      await reported;
      await expect.poll(() => page.evaluate(() => localStorage.getItem('scalehouse-signed-in'))).toBeNull();
      await expect(note).toHaveCount(0);
    });
  },
);

test('returns to the password form of the well-known address after signing in', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  await site.addAdmin({ username: 'Dana', password: PASSWORD });
  await visit('/.well-known/change-password');
  await expect(page).toHaveURL('/admin');
  await typeIn(page, 'Dana', PASSWORD);
  await login(page).click();
  await expect(page).toHaveURL('/admin/dashboard#your-account');
  await expect(page.getByLabel('Current password', { exact: true })).toBeInViewport();
});
