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
    const missing = (field: ReturnType<typeof username>) =>
      field.evaluate((input: HTMLInputElement) => input.validity.valueMissing);
    await login(page).click();
    await expect(username(page)).toBeFocused();
    expect(await missing(username(page))).toBe(true);
    await username(page).fill('Dana');
    await username(page).press('Enter');
    await expect(password(page)).toBeFocused();
    expect(await missing(password(page))).toBe(true);
    expect(calls).toEqual([]);

    await password(page).fill(PASSWORD);
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
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

test.describe('sign-in page without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('redirects a submitted form back to the page, without credentials in the URL', async ({
    page,
    visit,
  }) => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await visit('/admin');
    await typeIn(page, 'Dana', PASSWORD);
    addresses.length = 0;
    const responsePromise = page.waitForResponse((response) => response.request().method() === 'POST');
    await login(page).click();
    expect((await responsePromise).status()).toBe(303);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL('/admin');
    expect(addresses.slice(0, 2)).toEqual(['POST /admin', 'GET /admin']);
  });
});

test('shows the same accessible error for a wrong username or password, and keeps the input', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
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
});

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
  ] as const) {
    await page.route(`**${API.signIn}`, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': seconds }, body: '{}' }),
    );
    await login(page).click();
    await expect(failure(page).getByText('Invalid credentials', { exact: true })).toBeVisible();
    await expect(failure(page).getByText(words, { exact: true })).toBeVisible();
    await page.unroute(`**${API.signIn}`);
  }

  expectProblem(/ERR_CONNECTION_REFUSED/);
  await page.route(`**${API.signIn}`, (route) => route.abort('connectionrefused'));
  await login(page).click();
  await expect(failure(page)).toHaveText('Something went wrong. Please try again.');
  await expect(password(page)).toHaveValue(PASSWORD);
  await page.unroute(`**${API.signIn}`);
  await password(page).press('Enter');
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByRole('textbox', { name: 'Welcome message' })).toBeVisible();
});
