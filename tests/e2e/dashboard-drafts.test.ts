import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { accessibilityViolations } from './accessibility.ts';
import { failureIn, fieldRow, welcome } from './dashboard-page.ts';
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
    await expect(pane(page).getByRole('status').last()).toHaveText('No link works anymore.');
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
