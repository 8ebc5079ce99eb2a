import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import type { Schedule } from '#contract/schedule.ts';
import { addDays, calendarDay } from '#shared/date-time.ts';
import { accessibilityViolations } from './accessibility.ts';
import { announcement, failureIn, fieldRow, sectionOf, welcome } from './dashboard-page.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';
import { overflowCauses } from './horizontal-overflow.ts';

test.use({ openSections: ['home-page'] });

test.beforeEach(async ({ signIn, expectProblem }) => {
  // That of the frame with the cash bids, which has no scripts here either.
  expectProblem(/Blocked script execution/);
  await signIn();
});

const pane = (page: Page) => page.getByRole('dialog', { name: 'Preview' });
const shown = (page: Page) => page.frameLocator('iframe[title="The page"]');
const frameSize = (page: Page) => page.locator('iframe[title="The page"]').boundingBox();
const scheduled = async (page: Page) => (await (await page.request.get(API.schedule)).json()) as Schedule;

/** A day of the cooperative that is some days ahead. */
const dayIn = (days: number) => addDays(calendarDay(new Date(), 'America/Chicago'), days);

test('shows what is typed on the page, beside the form', async ({ page, visit, context }) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit('/admin/dashboard');
  const { row, text } = welcome(page);
  const body = shown(page).locator('body');

  await test.step('follows the typing, without a change of the scroll position', async () => {
    await text.fill('Thanksgiving hours');
    await row.getByRole('button', { name: 'Preview Welcome message' }).click();
    await expect(body).toContainText('Thanksgiving hours');
    await page.locator('iframe[title="The page"]').evaluate((frame: HTMLIFrameElement) => {
      frame.contentWindow?.scrollTo(0, 200);
    });
    await text.press('End');
    await page.keyboard.type(' are posted');
    await expect(body).toContainText('Thanksgiving hours are posted');
    expect(
      await page
        .locator('iframe[title="The page"]')
        .evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.scrollY),
    ).toBe(200);
    expect(await (await page.request.get('/')).text()).not.toContain('Thanksgiving');
  });

  await test.step('does not follow links', async () => {
    await shown(page).getByRole('link', { name: 'Our Products' }).click();
    await expect(body).toContainText('Thanksgiving hours are posted');
    await expect(page).toHaveURL('/admin/dashboard');
  });

  await test.step('shows the widths of a phone and of a desktop', async () => {
    await expect(shown(page).getByText('Menu', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Desktop width' }).click();
    await expect(shown(page).getByText('Menu', { exact: true })).toBeHidden();
    const [frame, box] = [await frameSize(page), await pane(page).boundingBox()];
    expect(frame!.width).toBeLessThanOrEqual(box!.width);
    await page.getByRole('button', { name: 'Phone width' }).click();
  });

  await test.step('adds other sections when asked, on any page', async () => {
    await page.locator('#contact-us-information > summary').click();
    await fieldRow(page, 'Fax number').text.fill('660 555-0199');
    await page.getByLabel('Preview of').selectOption('Contact Us');
    await expect(body).toContainText('Contact Us');
    await expect(body).not.toContainText('660 555-0199');
    await page.getByRole('button', { name: 'Show all 2 unsaved changes' }).click();
    await expect(body).toContainText('660 555-0199');
  });

  await test.step('makes a link, and ends it', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy a link' }).click();
    await expect(pane(page).getByRole('status').last()).toHaveText(/^Copied\. Anyone with the link/);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(await (await page.request.get(link)).text()).toContain('660 555-0199');
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await expect(pane(page).getByRole('status').last()).toHaveText('The links no longer work.');
    expect((await page.request.get(link)).status()).toBe(404);
  });

  await test.step('says why a value is not in it, and keeps the last page', async () => {
    const data = { configType: 'ContactUsFax', message: '660 555-0177' };
    await page.request.post(API.saveSiteText, { data });
    await text.press('End');
    await page.keyboard.type('.');
    await expect(failureIn(pane(page))).toContainText('Fax number:');
    await expect(body).toContainText('660 555-0177');
  });

  expect(await accessibilityViolations(page, 'all', ['iframe'])).toEqual([]);
  expect(await overflowCauses(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(pane(page)).toHaveCount(0);
});

test('schedules a change on a phone, and lists, previews, and cancels it @thorough', async ({
  page,
  visit,
  expectProblem,
}) => {
  test.slow();
  expectProblem(/status of 400/);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/admin/dashboard');
  const { row, text } = welcome(page);
  const stored = await text.inputValue();
  const dialog = page.getByRole('dialog');
  const list = sectionOf(page, 'Coming Up').getByRole('listitem');

  await test.step('fills the window with the preview', async () => {
    await text.fill('Merry Christmas');
    await row.getByRole('button', { name: 'Preview Welcome message' }).click();
    await expect(shown(page).locator('body')).toContainText('Merry Christmas');
    expect(await pane(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await accessibilityViolations(page, 'all', ['iframe'])).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(pane(page)).toHaveCount(0);
  });

  await test.step('keeps the text while a time is refused', async () => {
    await row.getByRole('button', { name: 'Later… Welcome message' }).click();
    await dialog.getByLabel('Publish on').fill('2020-12-24T07:00');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(failureIn(dialog)).toContainText('later');
    await expect(text).toHaveValue('Merry Christmas');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  await test.step('schedules it, and shows the stored text again', async () => {
    await dialog.getByLabel('Publish on').fill(`${dayIn(5)}T07:00`);
    await dialog.getByLabel('Until').fill(`${dayIn(7)}T07:00`);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(text).toHaveValue(stored);
    await expect(text).toBeFocused();
    await row.getByRole('link', { name: /7:00 am$/ }).click();
    await expect(list).toHaveCount(1);
    await expect(list).toBeInViewport();
    await expect(list).toContainText(/Welcome message.*, until .*By Dana/s);
    await expectResponsive(page, { sections: ['coming-up', 'home-page'] });
  });

  await test.step('shows the website as of then, and changes the time', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await list.getByRole('button', { name: /^Preview/ }).click();
    await expect(shown(page).locator('body')).toContainText('Merry Christmas');
    await expect(pane(page)).toContainText('The site as of');
    await page.getByRole('button', { name: 'Close' }).click();
    await list.getByRole('button', { name: /^Change time/ }).click();
    await dialog.getByLabel('Publish on').fill(`${dayIn(6)}T07:00`);
    await dialog.getByRole('button', { name: 'Change time' }).click();
    await expect(sectionOf(page, 'Coming Up').getByRole('status')).toHaveText(
      'Time changed: Welcome message.',
    );
  });

  await test.step('takes the announcement down, and each save of it again', async () => {
    const field = announcement(page);
    const day = field.row.getByLabel('Take down on');
    await field.row.getByRole('button', { name: 'Take down on a date…' }).click();
    await day.fill(`${dayIn(2)}T08:00`);
    await field.button.click();
    await expect(list).toHaveCount(2);
    const [first] = await scheduled(page);
    await field.text.press('End');
    await page.keyboard.type(' Call first.');
    await field.button.click();
    await expect.poll(async () => (await scheduled(page))[0]?.id).not.toBe(first?.id);
    await expect.poll(async () => (await scheduled(page)).length).toBe(2);
    await visit('/admin/dashboard');
    await expect(day).toHaveValue(`${dayIn(2)}T08:00`);
    await day.fill('');
    await field.button.click();
    await expect(list).toHaveCount(1);
  });

  await test.step('cancels it', async () => {
    await list.getByRole('button', { name: /^Cancel/ }).click();
    await dialog.getByRole('button', { name: 'Cancel it' }).click();
    await expect(list).toHaveCount(0);
    await expect(row.getByRole('link', { name: /7:00 am$/ })).toHaveCount(0);
  });
});
