import { API } from '#contract/paths.ts';
import { FLASH_MS } from '#app/editor/field/field-state.ts';
import { announcement, expectSaved, holdSaves, savesOf, welcome } from './dashboard-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ openSections: ['home-page'] });

test.beforeEach(async ({ signIn }) => signIn());

/** Returns the hue of the background color in degrees, or undefined for a color that is nearly gray. */
const hueOf = (locator: ReturnType<typeof welcome>['button']) =>
  locator.evaluate((element) => {
    const [r = 0, g = 0, b = 0] = getComputedStyle(element).backgroundColor.match(/\d+/g)!.map(Number);
    const max = Math.max(r, g, b);
    const range = max - Math.min(r, g, b);
    if (range < 40) return undefined;
    const sixths = max === r ? (g - b) / range : max === g ? 2 + (b - r) / range : 4 + (r - g) / range;
    return Math.round(sixths * 60 + 360) % 360;
  });

const FAILURES = [
  [
    /status of 503/,
    { status: 503, body: JSON.stringify({ detail: 'The disk is full.' }) },
    'The disk is full.',
  ],
  [
    /ERR_CONNECTION_RESET/,
    'connection lost',
    "We couldn't reach the website. Check your internet connection and try again.",
  ],
] as const;

test('flashes for two seconds after each save, publishes the text immediately, and says why a save failed', async ({
  page,
  visit,
  expectProblem,
}) => {
  await page.clock.install();
  await visit('/admin/dashboard');
  const { text, button, failure, row } = welcome(page);
  await expect(text).toBeVisible();
  // The test decides how long a flash lasts.
  await page.clock.pauseAt(Date.now() + 60_000);

  await test.step('saved, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const words = `Combines are rolling, ${colorScheme}.`;
      await text.fill(words);
      await button.click();
      await expect(button).toHaveText('Saved');
      const hue = await hueOf(button);
      expect(hue).toBeGreaterThanOrEqual(135);
      expect(hue).toBeLessThanOrEqual(165);
      await expect(row.getByRole('status')).toHaveText(/^Last saved today at \d+:\d\d [ap]m by you$/);
      const entry = { configId: 0, content: words };
      expect(await (await page.request.post(API.siteTexts, { data: [0] })).json()).toEqual([entry]);
      expect(await (await page.request.get('/')).text()).toContain(words);
      await page.clock.runFor(FLASH_MS - 1);
      await expect(button).toHaveText('Saved');
      await page.clock.runFor(1);
      await expect(button).toHaveText('Update');
      expect(await hueOf(button)).toBeUndefined();
    }
  });

  await test.step('failed', async () => {
    await text.fill('Wheat is in.');
    const { height } = (await row.boundingBox())!;
    for (const [problem, response, reason] of FAILURES) {
      expectProblem(problem);
      await page.route(`**${API.saveSiteText}`, (route) =>
        response === 'connection lost' ? route.abort('connectionreset') : route.fulfill(response),
      );
      await button.click();
      await expect(button).toHaveText('Not saved');
      const hue = (await hueOf(button)) ?? -1;
      expect(Math.min(hue, 360 - hue)).toBeLessThanOrEqual(15);
      await expect(failure).toHaveText(reason);
      await page.clock.runFor(FLASH_MS - 1);
      await expect(button).toHaveText('Not saved');
      await page.clock.runFor(1);
      await expect(button).toHaveText('Update');
      await expect(failure).toHaveText(reason);
      await expect(text).toHaveValue('Wheat is in.');
      await expect(row.getByText('Not saved yet, kept on this device')).toBeVisible();
      expect((await row.boundingBox())?.height).toBe(height);
      await page.unroute(`**${API.saveSiteText}`);
    }
    await button.click();
    await expect(button).toHaveText('Saved');
    await expect(failure).toBeHidden();
  });
});

test('saves later edits again, keeps its layout, and limits the text', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 500/);
  await page.setViewportSize({ width: 360, height: 900 });
  await visit('/admin/dashboard');
  const field = welcome(page);
  const { text, button, failure, row } = field;

  await test.step('shows that a save is in progress, and saves what is typed then at the next press', async () => {
    const sent = savesOf(page);
    const messages = () => sent.map((save) => (save as { message: string }).message);
    const letGo = await holdSaves(page);
    await text.fill('Corn');
    await button.click();
    await expect(button).toHaveText('Saving…');
    await expect(button).toBeEnabled();
    await expect(row.getByRole('status')).toHaveText('Saving…');
    await text.press('End');
    await text.pressSequentially(' and beans');
    await button.click();
    letGo();
    await expectSaved(field);
    expect(messages()).toEqual(['Corn', 'Corn and beans']);
    expect((await site.changes()).at(-1)).toMatchObject({
      author: 'Dana',
      subject: 'welcome-message',
      after: '"Corn and beans"',
    });
    await page.unroute(`**${API.saveSiteText}`);
  });

  await test.step('keeps the width of the button, and the height of the row unless a save failed', async () => {
    const sizes = async () => {
      const [rowBox, buttonBox] = [await row.boundingBox(), await button.boundingBox()];
      return { row: rowBox?.height, button: buttonBox?.width };
    };
    // The whole text shows below the box.
    await text.fill('b'.repeat(900));
    await button.click();
    await expectSaved(field);
    await expect(button).toHaveText('Update');
    const idle = await sizes();
    await text.fill(`${'b'.repeat(899)}d`);
    expect(await sizes(), 'changed').toEqual(idle);
    const letGo = await holdSaves(page);
    await button.click();
    await expect(button).toHaveText('Saving…');
    expect(await sizes(), 'saving').toEqual(idle);
    letGo();
    await expectSaved(field);
    expect(await sizes(), 'saved').toEqual(idle);
    await page.unroute(`**${API.saveSiteText}`);
    await page.route(`**${API.saveSiteText}`, (route) => route.fulfill({ status: 500 }));
    await button.click();
    await expect(failure).toBeVisible();
    expect((await sizes()).button, 'failed').toBe(idle.button);
    expect((await sizes()).row! - (await failure.boundingBox())!.height).toBeLessThanOrEqual(idle.row! + 8);
    await page.unroute(`**${API.saveSiteText}`);
  });

  await test.step('limits the welcome message to one line of 1,000 characters', async () => {
    await text.fill('a'.repeat(998));
    await text.press('End');
    await text.pressSequentially('bcde');
    await expect(text).toHaveValue(`${'a'.repeat(998)}bc`);
    await expect(row.getByText('0 characters left', { exact: true })).toBeVisible();
    await text.press('Enter');
    await expectSaved(field);
    await expect(text).toHaveValue(`${'a'.repeat(998)}bc`);
    await expect(text).toBeFocused();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText(`Corn\r\nBeans${'c'.repeat(20)}\r\n`));
    await text.fill('a'.repeat(990));
    await text.press('End');
    await text.press('ControlOrMeta+v');
    const cut = row.getByRole('alert');
    await expect(cut).toHaveText('That was too long. The last 20 characters you pasted were left out.');
    await expect(text).toHaveValue(`${'a'.repeat(990)}Corn Beans`);
    await text.press('ControlOrMeta+s');
    await expect(cut).toHaveCount(0);
  });

  await test.step('saves the formatting of an announcement, which is hidden while it is empty', async () => {
    const { text: message, row: toolbar } = announcement(page);
    const home = async () => (await page.request.get('/')).text();
    await message.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await message.press('ControlOrMeta+s');
    await expectSaved(announcement(page));
    expect(await home()).not.toContain('aria-label="Announcements"');
    await message.focus();
    await toolbar.getByRole('button', { name: 'Bold', exact: true }).click();
    await page.keyboard.type('bold');
    await page.keyboard.press('Enter');
    await toolbar.getByRole('button', { name: 'Bullet list' }).click();
    await page.keyboard.type('one');
    await announcement(page).button.click();
    await expectSaved(announcement(page));
    const response = await page.request.get(`${API.siteTexts}?ids=16`);
    expect(await response.text()).toMatch(/<strong>bold<\/strong>.*<ul>.*one/);
    expect(await home()).toContain('aria-label="Announcements"');
  });
});
