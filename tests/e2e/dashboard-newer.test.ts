import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { announcement, fieldRow, openFromSignIn } from './dashboard-page.ts';
import { expect, test } from './fixtures.ts';

const NEWER = /^Grace saved a newer version at \d+:\d\d [ap]m\. Your text is still here\.$/;
const fax = (page: Page) => fieldRow(page, 'Fax number');
const phone = (page: Page) => fieldRow(page, 'Phone number');

/** Makes the editor look for newer versions, as after a switch to another tab and back. */
async function comeBack(page: Page): Promise<number> {
  const checked = page.waitForResponse(`**${API.lastSaves}`);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  return (await checked).status();
}

test('shows newer versions in fields without changes, and says so beside a draft, when the tab is focused again', async ({
  page,
  browser,
  site,
  signIn,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await using grace = await browser.newContext({ baseURL: site.url });
  await signIn('Grace', grace);
  const saveByGrace = async (configType: string, message: string) =>
    expect((await grace.request.post(API.saveSiteText, { data: { configType, message } })).status()).toBe(
      200,
    );
  await signIn();
  await openFromSignIn(page);
  await fax(page).text.fill('555-0101');
  await phone(page).text.focus();
  expect(await comeBack(page)).toBe(304);

  for (const type of ['ContactUsFax', 'ContactUsPhoneNumber', 'ContactUsAddress']) {
    await saveByGrace(type, 'by Grace');
  }
  const boxBefore = await phone(page).text.boundingBox();
  await comeBack(page);
  const note = fax(page).row.getByText(NEWER);
  await expect(note).toBeVisible();
  await expect(fieldRow(page, 'Address').text).toHaveValue('by Grace');
  await expect(fax(page).text).toHaveValue('555-0101');
  // The focused field is replaced when the focus leaves it.
  await expect(phone(page).text).toBeFocused();
  await expect(phone(page).text).not.toHaveValue('by Grace');
  expect((await phone(page).text.boundingBox())?.y).toBe(boxBefore?.y);
  await fax(page).text.focus();
  await expect(phone(page).text).toHaveValue('by Grace');
  await expect(phone(page).row.getByText(/^Last saved today at .* by Grace$/)).toBeVisible();

  await fax(page).button.click();
  await expect(fax(page).theirs).toContainText('Grace changed this while you were editing.');
  await expect(note).toHaveCount(0);
  await fax(page).theirs.getByRole('button', { name: 'Keep mine' }).click();
  await expect(fax(page).text).toHaveValue('555-0101');
  await fax(page).button.click();
  await expect(fax(page).row.getByText(/^Last saved today at .* by you$/)).toBeVisible();
});

test('requests no newer versions after the session has ended', async ({ page, signIn, expectProblem }) => {
  expectProblem(/status of 401/);
  await signIn();
  await openFromSignIn(page);
  await announcement(page).text.waitFor();
  await page.request.post(API.signOut);
  expect(await comeBack(page)).toBe(401);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(API.lastSaves)) requests.push(request.url());
  });
  await page.evaluate(() => {
    for (const type of ['focus', 'online', 'focus']) dispatchEvent(new Event(type));
  });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(requests).toEqual([]);
});
