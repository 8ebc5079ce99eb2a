import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { announcement, leave, openFromSignIn, savesOf, welcome } from './dashboard-page.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ signIn }) => signIn());

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const published = async (page: Page) =>
  ((await (await page.request.get(`${API.siteTexts}?ids=0`)).json()) as [{ content: string }])[0].content;

test('marks unsaved text, reverts it, and restores it after a reload and a crash', async ({
  page,
  context,
  visit,
}) => {
  await visit('/admin/dashboard');
  const { text, row } = welcome(page);
  const saved = await text.inputValue();
  await expect(sections(page).getByText(/unsaved/)).toHaveCount(0);
  await text.fill('Corn is dry.');
  await expect(row.getByRole('status')).toHaveText('Not saved yet');
  await expect(sections(page).getByRole('link', { name: 'Home Page 1 unsaved' })).toBeVisible();
  await announcement(page).text.pressSequentially('Rain.');
  await expect(sections(page).getByRole('link', { name: 'Home Page 2 unsaved' })).toBeVisible();
  await expect(sections(page).getByRole('link', { name: 'Your Account', exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Undo changes' }).click();
  await expect(text).toHaveValue(saved);
  await expect(row.getByRole('status')).toBeEmpty();
  await expect(sections(page).getByRole('link', { name: 'Home Page 1 unsaved' })).toBeVisible();

  await announcement(page).row.getByRole('button', { name: 'Undo changes' }).click();
  await text.fill('Corn is dry.');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(text).toHaveValue('Corn is dry.');
  await expect(row.getByText('Not saved yet')).toBeVisible();
  await announcement(page).text.press('ControlOrMeta+a');
  await page.keyboard.type('Rain.');
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto('/admin/dashboard');
  await expect(welcome(next).text).toHaveValue('Corn is dry.');
  await expect(announcement(next).text).toHaveText('Rain.');
  await expect(next.getByRole('button', { name: 'Undo changes' })).toHaveCount(2);
  expect(await published(next)).not.toBe('Corn is dry.');
  await welcome(next).button.click();
  await expect(welcome(next).button).toHaveText('Saved');
  next.once('dialog', (dialog) => void dialog.accept());
  await next.reload();
  await expect(announcement(next).row.getByText('Not saved yet')).toBeVisible();
  await expect(next.getByRole('button', { name: 'Undo changes' })).toHaveCount(1);
});

test('requires confirmation to leave with unsaved text, warns when the tab closes, and keeps the text', async ({
  page,
}) => {
  await openFromSignIn(page);
  const { text } = welcome(page);
  await text.fill('Corn is dry.');
  const dialog = page.getByRole('dialog', { name: 'You have 1 unsaved change.' });

  const website = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'View website (opens in a new tab)' }).click();
  await (await website).close();
  await expect(dialog).toBeHidden();
  await leave(page);
  await expect(dialog).toContainText("It'll be kept on this device, but it isn't on the website yet.");
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/admin/dashboard');

  await page.evaluate(() => history.back());
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(text).toHaveValue('Corn is dry.');

  const warned = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();

  await page.evaluate(() => history.back());
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.goForward();
  await expect(text).toHaveValue('Corn is dry.');

  await page.getByRole('button', { name: 'Undo changes' }).click();
  await text.press('End');
  await text.pressSequentially('x');
  await text.press('Backspace');
  await leave(page);
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('warns before leaving from the first key press until the save is reported', async ({ page, visit }) => {
  await visit('/admin/dashboard');
  const { text, row, button } = welcome(page);
  // Each time the row changes, record synchronously whether leaving would show a warning.
  await row.evaluate((element) => {
    const records: [string, boolean][] = [];
    Object.assign(window, { records });
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => {
      const hasWarning = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      records.push([element.querySelector('[role=status]')?.textContent ?? '', hasWarning]);
    }).observe(element, options);
  });
  await text.fill('Corn is dry.');
  await button.click();
  await expect(button).toHaveText('Saved');
  const all = await page.evaluate(() => (window as unknown as { records: [string, boolean][] }).records);
  // Without a status, the row has only shown an earlier save, which is loaded later than the text.
  const records = all.filter(([status]) => status !== '');
  expect(records[0]).toEqual(['Not saved yet', true]);
  expect(records.filter(([status]) => status.startsWith('Last saved '))).not.toEqual([]);
  for (const [status, hasWarning] of records)
    expect(hasWarning, status).toBe(!status.startsWith('Last saved '));
});

test('edits and saves when storage is unavailable, and does not promise to keep the text', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/Local storage could not be/);
  expectProblem(/status of 503/);
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('Forbidden.', 'SecurityError');
        },
      });
    }
  });
  await openFromSignIn(page);
  const { text, button, row, failure } = welcome(page);
  await text.fill('Corn is dry.');
  await expect(row.getByRole('status')).toHaveText('Not saved yet');
  await page.route(`**${API.saveSiteText}`, (route) => route.fulfill({ status: 503 }));
  await button.click();
  await expect(failure).toHaveText(
    "The website isn't responding right now (error 503). Try again in a minute.",
  );
  await leave(page);
  await expect(page.getByRole('dialog')).toContainText("If you leave, you'll lose it.");
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.unroute(`**${API.saveSiteText}`);
  await button.click();
  await expect(button).toHaveText('Saved');
  expect(await published(page)).toBe('Corn is dry.');
});

test('shows both texts on a conflict between administrators, and keeps or discards the draft', async ({
  page,
  browser,
  visit,
  signIn,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await visit('/admin/dashboard');
  const { text, button, failure, theirs, row } = welcome(page);
  await expect(text).toBeVisible();
  await using lee = await browser.newContext({ baseURL: site.url });
  await signIn('Lee', lee);
  const saveByLee = async (configType: string, message: string) => {
    const response = await lee.request.post(API.saveSiteText, { data: { configType, message } });
    expect(response.status()).toBe(200);
  };
  const saveMine = async () => {
    await text.fill('Mine');
    await button.click();
    await expect(button).toHaveText('Not saved');
    await expect(failure).toBeVisible();
    await expect(theirs).toContainText('Lee changed this while you were editing. Their version:');
    await expect(theirs).toContainText('Theirs <b>');
    await expect(text).toHaveValue('Mine');
    expect(await published(page)).toBe('Theirs <b>');
  };
  const decide = async (choice: string) => {
    await theirs.getByRole('button', { name: choice }).click();
    await expect(theirs).toBeHidden();
    await expect(failure).toBeHidden();
    await expect(text).toBeFocused();
  };

  await saveByLee('WelcomeMessage', 'Theirs <b>');
  await saveMine();
  await decide('Keep mine');
  await expect(row.getByRole('status')).toHaveText('Not saved yet');
  await button.click();
  await expect(button).toHaveText('Saved');
  expect(await published(page)).toBe('Mine');

  await saveByLee('WelcomeMessage', 'Theirs <b>');
  await saveMine();
  await decide('Use theirs');
  await expect(text).toHaveValue('Theirs <b>');
  await expect(row.getByRole('status')).toHaveText(/^Last saved today at .* by Lee$/);
  expect(await published(page)).toBe('Theirs <b>');

  const formatted = announcement(page);
  await saveByLee('AnnouncementMessage', '<p>Closed <strong>today</strong></p>');
  await formatted.text.press('ControlOrMeta+a');
  await page.keyboard.type('Open');
  await formatted.button.click();
  await expect(formatted.theirs.getByRole('strong')).toHaveText('today');
  await formatted.theirs.getByRole('button', { name: 'Use theirs' }).click();
  await expect(formatted.text).toHaveText('Closed today');
  await expect(formatted.text).toBeFocused();
});

test('shows a draft next to a newer text after each reload, and never saves over it', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/409/);
  await visit('/admin/dashboard');
  const { text, theirs, row } = welcome(page);
  await text.fill('Mine');
  await site.with({ texts: { WelcomeMessage: 'Theirs' } });
  const sent = savesOf(page);
  page.on('dialog', (dialog) => void dialog.accept());
  for (let opened = 0; opened < 2; opened += 1) {
    await page.reload();
    await expect(text).toHaveValue('Mine');
    await expect(theirs).toContainText('Test changed this while you were editing. Their version:');
    await expect(theirs).toContainText('Theirs');
  }
  expect(sent).toEqual([]);
  await row.getByRole('button', { name: 'Update' }).click();
  await expect(row.getByRole('alert')).toContainText('Someone else');
  expect(await published(page)).toBe('Theirs');
  await row.getByRole('button', { name: 'Undo changes' }).click();
  await expect(text).toHaveValue('Theirs');
  await expect(row.getByText('Not saved yet')).toHaveCount(0);
  await page.reload();
  await expect(text).toHaveValue('Theirs');
});
