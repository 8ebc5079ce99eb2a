import { expect, test } from './fixtures.ts';

const NOT_FOUND_HEADING = "Looks like that page doesn't exist.  Is the URL correct?";
const ERROR_HEADING = 'Oops! Looks like we ran into an error.  Please click the button below to try again.';

test('returns 404 for unknown paths, with an explanation and a link to the home page', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 404/);
  for (const path of ['/no-such-page', '/products/none', '/admin/none']) {
    const responsePromise = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await visit(path);
    expect((await responsePromise).status(), path).toBe(404);
    await expect(page).toHaveTitle('Page not found · Hickory Bend Farmers Cooperative');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(NOT_FOUND_HEADING);
  }
  await page.getByRole('main').getByRole('link', { name: 'Prices' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Go To Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('660-555-0142');
});

test('shows an explanation and a link to the home page at /error', async ({ page, visit }) => {
  const responsePromise = page.waitForResponse((response) => new URL(response.url()).pathname === '/error');
  await visit('/error');
  expect((await responsePromise).status()).toBe(200);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(ERROR_HEADING);
  await page.getByRole('main').getByRole('link', { name: 'Go To Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome to');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('links the error page to the home page', async ({ page, visit }) => {
    await visit('/error');
    await page.getByRole('main').getByRole('link', { name: 'Go To Home' }).click();
    await expect(page).toHaveURL('/');
  });
});
