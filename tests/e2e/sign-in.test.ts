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

test.describe('sign-in page', () => {
  test('shows the form also with a session, requires both fields, and shows and hides the password', async ({
    page,
    visit,
    signIn,
  }) => {
    await signIn();
    await visit('/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await expect(username(page)).toHaveAttribute('placeholder', 'Enter your username');
    await expect(password(page)).toHaveAttribute('placeholder', 'Enter your password');
    await expect(password(page)).toHaveAttribute('type', 'password');
    await expect(login(page)).toBeEnabled();

    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
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
    expect(calls).toEqual([]);

    await password(page).fill(PASSWORD);
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    // A pressed state would contradict the name.
    await expect(page.getByRole('button', { name: 'Hide password' })).not.toHaveAttribute('aria-pressed');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'password');
    await expect(password(page)).toHaveValue(PASSWORD);
    await expect(page).toHaveURL('/admin');
  });

  test('never puts credentials into a URL, and works by keyboard at 390 px', async ({
    page,
    visit,
    site,
  }) => {
    await site.addAdmin({ username: 'Dana', password: PASSWORD });
    await page.setViewportSize({ width: 390, height: 844 });
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await visit('/admin');
    await username(page).focus();
    await page.keyboard.type('dana');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(login(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/dashboard');
    expect(addresses.filter((address) => /scale|dana|\?/.test(address))).toEqual([]);
  });
});

test(
  'names the signed-in administrator without moving the form, and sends no request without a session',
  { tag: '@thorough' },
  async ({ page, visit, signIn, site, expectProblem }) => {
    expectProblem(/status of 401/);
    const verified: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === API.verify) verified.push(request.url());
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await visit('/admin');
    expect(verified).toEqual([]);

    const name = `Bartholomew Featherstonehaugh of the north elevator ${crypto.randomUUID()}`;
    await signIn(name);
    await visit('/admin/dashboard');
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**${API.verify}`, async (route) => {
      await isHeld;
      await route.fallback();
    });
    await visit('/admin');
    const before = await username(page).boundingBox();
    release();
    const note = page.getByRole('status').filter({ hasText: `Signed in as ${name}` });
    await expect(note).toBeVisible();
    expect(await username(page).boundingBox()).toEqual(before);
    await expectResponsive(page);
    await note.getByRole('link', { name: 'Open the editor' }).click();
    await expect(page).toHaveURL('/admin/dashboard');

    // A session that has ended elsewhere is checked once. The editor, which would notice it first, is closed.
    await visit('/');
    await site.endSessions();
    // Before the next visit, with which the browser would drop it.
    const reported = page.waitForEvent('console', (message) => /status of 401/.test(message.text()));
    await visit('/admin');
    await reported;
    await expect.poll(() => page.evaluate(() => localStorage.getItem('scalehouse-signed-in'))).toBeNull();
    await expect(note).toHaveCount(0);
    verified.length = 0;
    await visit('/admin');
    expect(verified).toEqual([]);
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

test.describe('sign-in page without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the error in the page with the username, then signs in', async ({
    page,
    visit,
    site,
    expectProblem,
  }) => {
    expectProblem(/status of 401/);
    await site.addAdmin({ username: 'Dana', password: PASSWORD });
    await visit('/admin');
    await typeIn(page, 'Dana', 'wrong');
    await login(page).click();
    await expect(failure(page)).toHaveText('Invalid credentials');
    await expect(page).toHaveURL('/admin');
    await expect(username(page)).toHaveValue('Dana');
    await expect(username(page)).toBeFocused();
    await expect(username(page)).toHaveAccessibleDescription('Invalid credentials');
    await expect(password(page)).toHaveValue('');
    await typeIn(page, 'Dana', PASSWORD);
    await login(page).click();
    await expect(page).toHaveURL('/admin/dashboard');
    await expect(page.locator('main noscript p')).toHaveText(/^The editor needs JavaScript/);
  });
});

test(
  'shows the same accessible error for a wrong username or password, and keeps the input',
  { tag: '@thorough' },
  async ({ page, visit, site, expectProblem }) => {
    expectProblem(/status of 401/);
    await site.addAdmin({ username: 'Dana', password: PASSWORD });
    await visit('/admin');
    for (const name of ['Dana', 'unknown']) {
      await typeIn(page, name, 'wrong');
      await login(page).click();
      await expect(failure(page)).toHaveText('Invalid credentials');
      await expect(username(page)).toHaveValue(name);
      await expect(password(page)).toHaveValue('wrong');
      await expect(username(page)).toBeFocused();
    }
    await expect(page).toHaveURL('/admin');
    await expectResponsive(page);
  },
);

test('shows an error for every failed request, and signs in on Enter afterwards', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  await site.addAdmin({ username: 'Dana', password: PASSWORD });
  await visit('/admin');
  await typeIn(page, 'Dana', PASSWORD);
  for (const status of [400, 403, 404, 500, 503]) {
    expectProblem(new RegExp(`status of ${status}`));
    await page.route(`**${API.signIn}`, (route) => route.fulfill({ status, body: 'Something else.' }));
    const responsePromise = page.waitForResponse(`**${API.signIn}`);
    await login(page).click();
    await responsePromise;
    await expect(failure(page)).toHaveText('Invalid credentials');
    await page.unroute(`**${API.signIn}`);
  }

  expectProblem(/status of 429/);
  for (const [seconds, words] of [
    ['32', 'Wait 32 seconds, then try again.'],
    ['1', 'Wait 1 second, then try again.'],
    ['899', 'Wait 15 minutes, then try again.'],
  ] as const) {
    await page.route(`**${API.signIn}`, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': seconds }, body: '{}' }),
    );
    await login(page).click();
    await expect(failure(page).getByText('Invalid credentials', { exact: true })).toBeVisible();
    await expect(failure(page).getByText(words, { exact: true })).toBeVisible();
    await page.unroute(`**${API.signIn}`);
  }

  expectProblem(/status of 401/);
  const detail = 'This generated password stopped working after 7 days.';
  await page.route(`**${API.signIn}`, (route) =>
    route.fulfill({ status: 401, json: { code: 'password-expired', detail } }),
  );
  await login(page).click();
  await expect(failure(page).getByText('Invalid credentials', { exact: true })).toBeVisible();
  await expect(failure(page).getByText(detail, { exact: true })).toBeVisible();
  await page.unroute(`**${API.signIn}`);

  expectProblem(/ERR_CONNECTION_REFUSED/);
  await page.route(`**${API.signIn}`, (route) => route.abort('connectionrefused'));
  await login(page).click();
  await expect(failure(page)).toHaveText('Something went wrong. Please try again.');
  await expect(password(page)).toHaveValue(PASSWORD);
  await page.unroute(`**${API.signIn}`);

  // While the request is pending, the button says so and a second attempt is ignored.
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  let attempts = 0;
  await page.route(`**${API.signIn}`, async (route) => {
    attempts += 1;
    await isHeld;
    await route.fallback();
  });
  await password(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  await password(page).press('Enter');
  release();
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByRole('textbox', { name: 'Welcome message' })).toBeVisible();
  expect(attempts).toBe(1);
});
