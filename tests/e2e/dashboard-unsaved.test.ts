import type { BrowserContext, Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { announcement, savesOf, welcome } from './dashboard-page.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

test.beforeEach(async ({ signIn }) => signIn());

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const published = async (page: Page) =>
  ((await (await page.request.get(`${API.siteTexts}?ids=0`)).json()) as [{ content: string }])[0].content;

test('Unsaved text is marked in its row and in the list, and Put back takes it out again', async ({
  page,
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
  await row.getByRole('button', { name: 'Put back' }).click();
  await expect(text).toHaveValue(saved);
  await expect(row.getByRole('status')).toBeEmpty();
  await expect(sections(page).getByRole('link', { name: 'Home Page 1 unsaved' })).toBeVisible();
});

test('Unsaved text comes back after a reload and after a crash, each in its own field', async ({
  page,
  context,
  visit,
}) => {
  await visit('/admin/dashboard');
  await welcome(page).text.fill('Corn is dry.');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(welcome(page).text).toHaveValue('Corn is dry.');
  await expect(welcome(page).row.getByText('Not saved yet')).toBeVisible();
  await announcement(page).text.press('ControlOrMeta+a');
  await page.keyboard.type('Rain.');
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto('/admin/dashboard');
  await expect(welcome(next).text).toHaveValue('Corn is dry.');
  await expect(announcement(next).text).toHaveText('Rain.');
  await expect(next.getByRole('button', { name: 'Put back' })).toHaveCount(2);
  expect(await published(next)).not.toBe('Corn is dry.');
  await welcome(next).button.click();
  await expect(welcome(next).button).toHaveText('Saved');
  next.once('dialog', (dialog) => void dialog.accept());
  await next.reload();
  await expect(announcement(next).row.getByText('Not saved yet')).toBeVisible();
  await expect(next.getByRole('button', { name: 'Put back' })).toHaveCount(1);
});

test('Unsaved text is its administrator’s own', async ({ page, visit, signIn }) => {
  await visit('/admin/dashboard');
  const { text } = welcome(page);
  const saved = await text.inputValue();
  await text.fill('Corn is dry.');
  await signIn('Lee');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/admin/dashboard');
  await expect(text).toHaveValue(saved);
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  await signIn('Dana');
  await page.goto('/admin/dashboard');
  await expect(text).toHaveValue('Corn is dry.');
});

test('Leaving by a link or by Back asks first, closing the tab warns, and leaving keeps the text', async ({
  page,
  visit,
}) => {
  await visit('/admin');
  await page.getByLabel('Username').fill('Dana');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  const { text } = welcome(page);
  await text.fill('Corn is dry.');
  const question = page.getByRole('dialog', { name: 'You have 1 unsaved change.' });

  await page.getByRole('link', { name: 'View site' }).click();
  await expect(question).toContainText('It is kept on this device.');
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/admin/dashboard');

  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(text).toHaveValue('Corn is dry.');

  const warned = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();

  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.goForward();
  await expect(text).toHaveValue('Corn is dry.');
});

test('From the moment that a save is told nobody is asked, and from the first key on everybody is', async ({
  page,
  visit,
}) => {
  await visit('/admin/dashboard');
  const { text, row, button } = welcome(page);
  // Asks whether leaving would be asked about, each time that the row has changed and before anything else runs.
  await row.evaluate((element) => {
    const told: [string, boolean][] = [];
    Object.assign(window, { told });
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => {
      const isAsked = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      told.push([element.querySelector('[role=status]')?.textContent ?? '', isAsked]);
    }).observe(element, options);
  });
  await text.fill('Corn is dry.');
  await button.click();
  await expect(button).toHaveText('Saved');
  const told = await page.evaluate(() => (window as unknown as { told: [string, boolean][] }).told);
  expect(told[0]).toEqual(['Not saved yet', true]);
  expect(told.filter(([status]) => status.startsWith('Saved '))).not.toEqual([]);
  for (const [status, isAsked] of told) expect(isAsked, status).toBe(!status.startsWith('Saved '));
});

test('With nothing unsaved nobody is asked', async ({ page, visit }) => {
  await visit('/admin/dashboard');
  const { text } = welcome(page);
  await text.press('End');
  await text.pressSequentially('x');
  await text.press('Backspace');
  await page.getByRole('link', { name: 'View site' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const [name, breakStorage] of [
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      };
    },
  ],
  [
    'forbidden',
    () => {
      for (const storage of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, storage, {
          get() {
            throw new DOMException('Forbidden.', 'SecurityError');
          },
        });
      }
    },
  ],
] as const) {
  test(`Where storage is ${name} typing and saving work, and nothing is promised`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    expectProblem(/Local storage could not be/);
    expectProblem(/status of 503/);
    await page.addInitScript(breakStorage);
    await visit('/admin/dashboard');
    const { text, button, row, failure } = welcome(page);
    await text.fill('Corn is dry.');
    await expect(row.getByRole('status')).toHaveText('Not saved yet');
    await page.route(`**${API.saveSiteText}`, (route) => route.fulfill({ status: 503 }));
    await button.click();
    await expect(failure).toHaveText('The server answered 503.');
    await page.getByRole('link', { name: 'View site' }).click();
    await expect(page.getByRole('dialog')).toContainText('This device cannot keep it for you.');
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.unroute(`**${API.saveSiteText}`);
    await button.click();
    await expect(button).toHaveText('Saved');
    expect(await published(page)).toBe('Corn is dry.');
  });
}

async function inAnotherBrowser(
  context: BrowserContext,
  signIn: (username: string, browser: BrowserContext) => Promise<void>,
): Promise<Page> {
  await signIn('Lee', context);
  const page = await context.newPage();
  await page.goto('/admin/dashboard');
  await expect(welcome(page).text).toBeVisible();
  return page;
}

for (const choice of ['Keep mine', 'Take theirs'] as const) {
  test(`The second of two who change one text sees both and can decide: ${choice}`, async ({
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
    await using context = await browser.newContext({ baseURL: site.url });
    const other = await inAnotherBrowser(context, signIn);
    await welcome(other).text.fill('Theirs <b>');
    await welcome(other).button.click();
    await expect(welcome(other).button).toHaveText('Saved');

    await text.fill('Mine');
    await button.click();
    await expect(button).toHaveText('Not saved');
    await expect(failure).toBeVisible();
    await expect(theirs).toContainText('Lee has changed this meanwhile to:');
    await expect(theirs).toContainText('Theirs <b>');
    await expect(text).toHaveValue('Mine');
    expect(await published(page)).toBe('Theirs <b>');

    await theirs.getByRole('button', { name: choice }).click();
    await expect(theirs).toBeHidden();
    await expect(failure).toBeHidden();
    await expect(text).toBeFocused();
    if (choice === 'Keep mine') {
      await expect(row.getByRole('status')).toHaveText('Not saved yet');
      await button.click();
      await expect(button).toHaveText('Saved');
      expect(await published(page)).toBe('Mine');
    } else {
      await expect(text).toHaveValue('Theirs <b>');
      await expect(row.getByRole('status')).toBeEmpty();
      expect(await published(page)).toBe('Theirs <b>');
    }
  });
}

test('Text with formats that somebody else has changed is shown as it looks', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await site.with({ texts: { AnnouncementMessage: '<p>Old</p>' } });
  await visit('/admin/dashboard');
  const { text, button, theirs } = announcement(page);
  await expect(text).toHaveText('Old');
  await site.with({ texts: { AnnouncementMessage: '<p>Closed <strong>today</strong></p>' } });
  await text.press('ControlOrMeta+a');
  await page.keyboard.type('Open');
  await button.click();
  await expect(theirs.getByRole('strong')).toHaveText('today');
  await theirs.getByRole('button', { name: 'Take theirs' }).click();
  await expect(text).toHaveText('Closed today');
  await expect(text).toBeFocused();
});

test('Kept text over a text that has changed meanwhile is shown with it, and saves nothing by itself', async ({
  page,
  visit,
  site,
}) => {
  await visit('/admin/dashboard');
  const { text, theirs, row } = welcome(page);
  await text.fill('Mine');
  await site.with({ texts: { WelcomeMessage: 'Theirs' } });
  const sent = savesOf(page);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(text).toHaveValue('Mine');
  await expect(theirs).toContainText('This has changed meanwhile to:');
  await expect(theirs).toContainText('Theirs');
  await theirs.getByRole('button', { name: 'Take theirs' }).click();
  await expect(text).toHaveValue('Theirs');
  await expect(row.getByText('Not saved yet')).toHaveCount(0);
  expect(sent).toEqual([]);
  await page.reload();
  await expect(text).toHaveValue('Theirs');
});

test('Kept text that nobody has decided on saves over nobody, however often the editor is opened', async ({
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
  page.on('dialog', (dialog) => void dialog.accept());
  for (let opened = 0; opened < 2; opened += 1) {
    await page.reload();
    await expect(theirs).toContainText('Theirs');
  }
  await row.getByRole('button', { name: 'Update' }).click();
  await expect(row.getByRole('alert')).toContainText('Somebody else');
  await row.getByRole('button', { name: 'Put back' }).click();
  await expect(text).toHaveValue('Theirs');
});
