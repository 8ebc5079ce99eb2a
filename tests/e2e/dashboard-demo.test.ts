import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { accessibilityViolations } from './accessibility.ts';
import { announcement, welcome } from './dashboard-page.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ signIn }) => signIn());

const notice = (page: Page) => page.getByRole('region', { name: 'Demo content' });
const removeDemo = (page: Page) => notice(page).getByRole('button', { name: 'Remove demo content' });
const footerOf = async (page: Page) => (await page.request.get('/')).text();

test('removes the demo content after a confirmation, and keeps changed texts and unsaved text', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ texts: { ContactUsAddress: '12 Our Road' } });
  await visit('/admin/dashboard');
  await expect(welcome(page).text).not.toHaveValue('');
  expect(await footerOf(page)).toContain('This website is showing demo content.');

  await announcement(page).text.fill('Typed before');
  await removeDemo(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(removeDemo(page)).toBeFocused();
  await removeDemo(page).click();
  await dialog.getByRole('button', { name: 'Remove demo content' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'Demo content removed.' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await expect(welcome(page).text).toHaveValue('');
  await expect(page.getByText('No images in the gallery yet.')).toBeVisible();
  await expect(page.locator('#field-ContactUsAddress')).toHaveValue('12 Our Road');
  await expect(announcement(page).text).toHaveText('Typed before');
  await expect(announcement(page).theirs).toContainText('(blank)');
  await announcement(page).theirs.getByRole('button', { name: 'Use theirs' }).click();
  await welcome(page).text.fill('Welcome to us');
  await welcome(page).button.click();
  await expect(welcome(page).button).toHaveText('Saved');

  const home = await footerOf(page);
  expect(home).toContain('Welcome to us');
  expect(home).not.toContain('This website is showing demo content.');
  await visit('/admin/dashboard');
  await expect(welcome(page).text).toHaveValue('Welcome to us');
  await expect(notice(page)).toHaveCount(0);
});

test('brings the demo content back with Undo, unless someone has changed the website since', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await visit('/admin/dashboard');
  await expect(welcome(page).text).not.toHaveValue('');
  const text = await welcome(page).text.inputValue();
  await removeDemo(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove demo content' }).click();
  await expect(welcome(page).text).toHaveValue('');
  expect(await footerOf(page)).not.toContain('This website is showing demo content.');
  await page.getByRole('button', { name: 'Undo the removal of the demo content' }).click();
  await expect(removeDemo(page)).toBeFocused();
  await expect(welcome(page).text).toHaveValue(text);
  expect(await footerOf(page)).toContain('This website is showing demo content.');
  await removeDemo(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove demo content' }).click();
  await expect(welcome(page).text).toHaveValue('');
  await welcome(page).text.fill('Welcome to us');
  await welcome(page).button.click();
  await expect(welcome(page).button).toHaveText('Saved');
  await page.getByRole('button', { name: 'Undo the removal of the demo content' }).click();
  const failure = page.getByRole('alert').filter({ hasText: "We couldn't bring the demo content back." });
  await expect(failure.getByRole('link', { name: 'history of all changes' })).toBeVisible();
  await expect(welcome(page).text).toHaveValue('Welcome to us');
});

test(
  'shows an accessible notice, and keeps it and the demo content when the removal fails',
  { tag: '@thorough' },
  async ({ page, visit, expectProblem }) => {
    test.slow();
    expectProblem(/status of 401/);
    await page.route(`**${API.demoContentRemoval}`, (route) => route.fulfill({ status: 401 }));
    await visit('/admin/dashboard');
    await expect(removeDemo(page)).toBeVisible();
    await expectResponsive(page, { sections: [] });
    await removeDemo(page).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('dialog').getByRole('button', { name: 'Remove demo content' }).click();
    await expect(notice(page).getByRole('alert')).toContainText(
      "We couldn't remove the demo content. You're signed out.",
    );
    await expect(notice(page).getByRole('link', { name: 'Sign in again' })).toBeVisible();
    await expect(removeDemo(page)).toBeFocused();
    expect(await footerOf(page)).toContain('This website is showing demo content.');
  },
);
