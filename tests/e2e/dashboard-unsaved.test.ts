import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import {
  announcement,
  expectSaved,
  fieldRow,
  leave,
  openFromSignIn,
  openSectionIds,
  saveButtonIn,
  savesOf,
  signInByForm,
  title,
  welcome,
} from './dashboard-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ openSections: ['home-page'] });

test.beforeEach(async ({ signIn }) => signIn());

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const published = async (page: Page) =>
  ((await (await page.request.get(`${API.siteTexts}?ids=0`)).json()) as [{ content: string }])[0].content;

test('marks unsaved text, reverts it, and restores it after a reload and a crash, beside a newer text', async ({
  page,
  context,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/409/);
  await visit('/admin/dashboard');
  const { text, row, theirs } = welcome(page);
  const saved = await text.inputValue();
  const sent = savesOf(page);

  await test.step('marks and reverts', async () => {
    await expect(sections(page).getByText(/unsaved/)).toHaveCount(0);
    await text.fill('Mine');
    await expect(row.getByRole('status')).toHaveText('Not saved yet');
    await expect(sections(page).getByRole('link', { name: 'Home Page 1 unsaved' })).toBeVisible();
    await announcement(page).text.press('ControlOrMeta+a');
    await page.keyboard.type('Rain.');
    await expect(sections(page).getByRole('link', { name: 'Home Page 2 unsaved' })).toBeVisible();
    await expect(sections(page).getByRole('link', { name: 'Your Account', exact: true })).toBeVisible();
    await row.getByRole('button', { name: 'Undo changes' }).click();
    await expect(text).toHaveValue(saved);
    await expect(row.getByRole('status')).toBeEmpty();
    await expect(sections(page).getByRole('link', { name: 'Home Page 1 unsaved' })).toBeVisible();
    await text.fill('Mine');
    await expect(row.getByRole('status')).toHaveText('Not saved yet');
  });

  await test.step('reports that it edits the section, and says who edits another', async () => {
    const reports: unknown[] = [];
    await page.route(API.presence, async (route) => {
      const { sections: edited } = route.request().postDataJSON() as { sections: string[] };
      reports.push(edited);
      const others = [{ username: 'Ana', section: 'fuel' }];
      await route.fulfill({ json: others });
    });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(title(page, 'Fuel')).toContainText('Ana is editing');
    expect(reports[0]).toEqual(['home-page']);
    await page.unroute(API.presence);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(title(page, 'Fuel')).not.toContainText('Ana');
  });

  await test.step('opens all sections after a reload, because drafts of an earlier release lack theirs', async () => {
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage).filter((each) => each.startsWith('scalehouse-kept:'))) {
        const { section: _, ...draft } = JSON.parse(localStorage.getItem(key)!) as { section?: string };
        localStorage.setItem(key, JSON.stringify(draft));
        const other = { text: '[{"name":["Typed long ago."]}]', base: '[]' };
        localStorage.setItem(key.replace(/[^:]+$/, 'employees'), JSON.stringify(other));
      }
    });
    await site.with({ texts: { WelcomeMessage: 'Theirs' } });
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(announcement(page).text).toHaveText('Rain.');
    await expect(text).toHaveValue('Mine');
    expect(await openSectionIds(page)).toHaveLength(21);
    const kept = page.getByRole('textbox', { name: 'Changes kept on this device' });
    await expect(kept).toHaveValue('Typed long ago.');
    await expect(sections(page).getByRole('link', { name: 'Employee Section 1 unsaved' })).toBeVisible();
    await page.getByRole('button', { name: 'Discard them' }).click();
    await expect(kept).toHaveCount(0);
    await expect(theirs).toContainText(/^Test changed this (at|on) .*\d:\d\d [ap]m\. Their version:/);
    await expect(theirs).toContainText('Theirs');
    expect(sent).toEqual([]);
  });

  await test.step('never saves over the newer text', async () => {
    await row.getByRole('button', { name: 'Update' }).click();
    await expect(row.getByRole('alert')).toContainText('Choose which version to keep.');
    expect(await published(page)).toBe('Theirs');
    await row.getByRole('button', { name: 'Undo changes' }).click();
    await expect(text).toHaveValue('Theirs');
    await expect(row.getByText('Not saved yet')).toHaveCount(0);
  });

  await test.step('opens the section of a draft after a crash', async () => {
    await page.evaluate(() => localStorage.setItem('scalehouse-opened-sections', '[]'));
    await page.close({ runBeforeUnload: false });
    const next = await context.newPage();
    await next.goto('/admin/dashboard');
    await announcement(next).text.press('ControlOrMeta+a');
    await next.keyboard.type('Dry.');
    // What is typed here takes the place of what is used, and back.
    for (const shown of ['Rain.', 'Dry.', 'Rain.']) {
      await next.getByRole('button', { name: /^Use it in Announcement message, from / }).click();
      await expect(announcement(next).text).toHaveText(shown);
    }
    await next.getByRole('button', { name: /^Discard it from / }).click();
    await expect(next.getByRole('button', { name: 'Use it' })).toHaveCount(0);
    await expect(welcome(next).text).toHaveValue('Theirs');
    await expect(next.getByRole('button', { name: 'Undo changes' })).toHaveCount(1);
    expect(await openSectionIds(next)).toEqual(['home-page']);
    await announcement(next).button.click();
    await expectSaved(announcement(next));
    await expect(sections(next).getByText(/unsaved/)).toHaveCount(0);
  });
});

test('requires confirmation to leave with unsaved text, warns when the tab closes, and edits without storage', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/Local storage could not be/);
  await openFromSignIn(page);
  const { text, row, button } = welcome(page);
  const dialog = page.getByRole('dialog', { name: 'You have 1 unsaved change.' });

  await test.step('warns from the first key press until the save is reported', async () => {
    await expect(text).toBeVisible();
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
    await text.fill('Corn is wet.');
    await button.click();
    await expectSaved(welcome(page));
    const all = await page.evaluate(() => (window as unknown as { records: [string, boolean][] }).records);
    // Without a status, the row has only shown an earlier save, which is loaded later than the text.
    const records = all.filter(([status]) => status !== '');
    expect(records[0]).toEqual(['Not saved yet', true]);
    expect(records.filter(([status]) => status.startsWith('Last saved '))).not.toEqual([]);
    for (const [status, hasWarning] of records)
      expect(hasWarning, status).toBe(!status.startsWith('Last saved '));
  });

  await test.step('stays or leaves as chosen, and keeps the text', async () => {
    await text.fill('Corn is dry.');
    const website = page.getByRole('link', { name: 'View website (opens in a new tab)' });
    await expect(website).toHaveAttribute('target', '_blank');
    await leave(page);
    await expect(dialog).toContainText("It'll be kept on this device, but it isn't on the website yet.");
    await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(dialog).toBeHidden();
    await leave(page);
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

    await leave(page);
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

  await test.step('edits and saves without storage, and does not promise to keep the text', async () => {
    await page.evaluate(() => {
      for (const storage of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, storage, {
          get() {
            throw new DOMException('Forbidden.', 'SecurityError');
          },
        });
      }
    });
    await signInByForm(page);
    await title(page, 'Home Page').click();
    await text.fill('Corn is dry.');
    await expect(row.getByRole('status')).toHaveText('Not saved yet');
    await leave(page);
    await expect(dialog).toContainText("If you leave, you'll lose it.");
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await button.click();
    await expectSaved(welcome(page));
    expect(await published(page)).toBe('Corn is dry.');
  });
});

test.describe('when another administrator saves', () => {
  test.use({ openSections: ['home-page', 'contact-us-information', 'website-settings'] });

  test('shows newer versions in fields without changes, and both versions on a conflict', async ({
    page,
    browser,
    site,
    signIn,
    visit,
    expectProblem,
  }) => {
    test.slow();
    expectProblem(/status of 409/);
    expectProblem(/status of 401/);
    await using grace = await browser.newContext({ baseURL: site.url });
    await signIn('Grace', grace);
    const postByGrace = async (path: string, data: object) =>
      expect((await grace.request.post(path, { data })).status()).toBe(200);
    const saveByGrace = (configType: string, message: string) =>
      postByGrace(API.saveSiteText, { configType, message });
    /** Makes the editor look for newer versions, as after a switch to another tab and back. */
    const comeBack = async () => {
      const checked = page.waitForResponse(`**${API.lastSaves}`);
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      return (await checked).status();
    };
    const rowOf = (name: string) => page.getByRole('group', { name, exact: true });
    const fax = fieldRow(page, 'Fax number');
    const phone = fieldRow(page, 'Phone number');
    await visit('/admin/dashboard');
    await expect(rowOf('Fuel note').getByRole('textbox', { name: 'Note' })).toBeVisible();

    await test.step('newer versions, when the tab is focused again', async () => {
      await fax.text.fill('555-0101');
      await phone.text.focus();
      for (const type of ['ContactUsFax', 'ContactUsPhoneNumber', 'ContactUsAddress'])
        await saveByGrace(type, 'by Grace');
      const boxBefore = await phone.text.boundingBox();
      await comeBack();
      const note = fax.row.getByText(
        /^Grace saved a newer version at \d+:\d\d [ap]m\. Your text is still here\.$/,
      );
      await expect(note).toBeVisible();
      await expect(fieldRow(page, 'Address').text).toHaveValue('by Grace');
      await expect(fax.text).toHaveValue('555-0101');
      // The focused field is replaced when the focus leaves it.
      await expect(phone.text).toBeFocused();
      await expect(phone.text).not.toHaveValue('by Grace');
      expect((await phone.text.boundingBox())?.y).toBe(boxBefore?.y);
      await fax.text.focus();
      await expect(phone.text).toHaveValue('by Grace');
      await expect(phone.row.getByText(/^Last saved today at .* by Grace$/)).toBeVisible();
      await fax.button.click();
      await expect(fax.theirs).toContainText(/^Grace changed this at \d+:\d\d [ap]m\. Their version:/);
      await expect(note).toHaveCount(0);
      await fax.theirs.getByRole('button', { name: 'Keep mine' }).click();
      await expect(fax.theirs).toBeHidden();
      await expect(fax.text).toBeFocused();
      await expect(fax.text).toHaveValue('555-0101');
      await expect(fax.row.getByRole('status')).toHaveText('Not saved yet');
      await fax.button.click();
      await expect(fax.row.getByText(/^Last saved today at .* by you$/)).toBeVisible();
    });

    await test.step('both texts on a conflict', async () => {
      const { text, button, failure, theirs, row } = welcome(page);
      await saveByGrace('WelcomeMessage', 'Theirs <b>');
      await text.fill('Mine');
      await button.click();
      await expect(failure).toBeVisible();
      await expect(theirs).toContainText('Theirs <b>');
      await expect(text).toHaveValue('Mine');
      expect(await published(page)).toBe('Theirs <b>');
      await theirs.getByRole('button', { name: "Use Grace's" }).click();
      await expect(failure).toBeHidden();
      await expect(text).toBeFocused();
      await expect(text).toHaveValue('Theirs <b>');
      await expect(row.getByRole('status')).toHaveText(/^Last saved today at .* by Grace$/);
    });

    await test.step('both versions of a setting', async () => {
      const row = rowOf('Fuel note');
      const note = row.getByRole('textbox', { name: 'Note' });
      await note.fill('Ours');
      await postByGrace(API.siteSettings, { values: { fuel: { priceNote: 'Call for prices.' } } });
      await saveButtonIn(row, 'Update').click();
      const theirs = row.getByRole('group', { name: "Someone else's version" });
      await expect(theirs).toContainText('Note: Call for prices.');
      await theirs.getByRole('button', { name: "Use Grace's" }).click();
      await expect(note).toHaveValue('Call for prices.');
    });

    await test.step('no further checks after the session has ended', async () => {
      await page.request.post(API.signOut);
      expect(await comeBack()).toBe(401);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.evaluate(async () => {
        for (const type of ['focus', 'online', 'focus']) dispatchEvent(new Event(type));
        await new Promise(requestAnimationFrame);
      });
      expect(requests).not.toContain(API.lastSaves);
    });
  });
});
