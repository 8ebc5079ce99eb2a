import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { FLASH_MS } from '#app/editor/field/field-state.ts';
import { startServer } from '#tests/support/server-process.ts';
import { announcement, fieldRow, holdSaves, savesOf, welcome } from './dashboard-page.ts';
import { expect, PASSWORD, test, untilHydrated } from './fixtures.ts';
import { isThorough } from './thorough.ts';

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

/** Opens the dashboard and pauses its clock, so that a test decides how long a flash lasts. */
async function openWithPausedClock(page: Page, visit: (path: string) => Promise<void>): Promise<void> {
  await page.clock.install();
  await visit('/admin/dashboard');
  await expect(welcome(page).text).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
}

test('flashes green for two seconds when a text is saved, and publishes the text immediately', async ({
  page,
  visit,
  site,
}) => {
  await openWithPausedClock(page, visit);
  const { text, button, row } = welcome(page);
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
    const posted = await page.request.post(API.siteTexts, { data: [0] });
    expect(await posted.json()).toEqual([entry]);
    expect(await (await page.request.get(`${API.siteTexts}?ids=0`)).json()).toEqual([entry]);
    expect(await (await page.request.get('/')).text()).toContain(words);
    expect((await site.changes()).at(-1)).toMatchObject({
      author: 'Dana',
      subject: 'welcome-message',
      after: JSON.stringify(words),
    });

    await page.clock.runFor(FLASH_MS - 1);
    await expect(button).toHaveText('Saved');
    await page.clock.runFor(1);
    await expect(button).toHaveText('Update');
    expect(await hueOf(button)).toBeUndefined();
  }
});

test('has one Update button per text, and accepts a save without changes', async ({ page, visit, site }) => {
  await visit('/admin/dashboard');
  const { text, button, row } = welcome(page);
  await text.fill('Corn is dry.');
  const section = page.locator('#home-page');
  for (const word of ['Update', 'Save', 'Upload', 'Remove', 'Delete', 'Add New Item']) {
    await expect(section.getByRole('button', { name: word })).toHaveCount(word === 'Update' ? 2 : 0);
    await expect(section.getByRole('link').filter({ hasText: new RegExp(word) })).toHaveCount(0);
  }
  const sent = savesOf(page);
  await page.getByRole('button', { name: 'Update' }).first().click();
  await expect(button).toHaveText('Saved');
  const save = { configType: 'WelcomeMessage', message: 'Corn is dry.' };
  expect(sent).toEqual([save]);

  const before = await site.changes();
  await button.click();
  await expect(row.getByText('No changes to save')).toBeVisible();
  await expect(button).toHaveText('Saved');
  expect(sent).toEqual([save, save]);
  expect(await site.changes()).toEqual(before);
});

const FAILURES: [
  problem: RegExp,
  response: { status: number; body?: string } | 'connection lost',
  reason: RegExp,
][] = [
  [
    /status of 500/,
    { status: 500, body: 'Broken.' },
    /^The website isn't responding right now \(error 500\)\. Try again in a minute\. /,
  ],
  [
    /status of 503/,
    { status: 503, body: JSON.stringify({ detail: 'The disk is full.' }) },
    /^The disk is full\. /,
  ],
  [
    /status of 400/,
    {
      status: 400,
      body: JSON.stringify({
        detail: 'Invalid',
        errors: [{ field: 'body/message', message: 'Use a string.' }],
      }),
    },
    /^Use a string\. /,
  ],
  [
    /ERR_CONNECTION_RESET/,
    'connection lost',
    /^We couldn't reach the website\. Check your internet connection and try again\. /,
  ],
];

test('flashes red for two seconds after each failed save, shows the reason, and keeps the text', async ({
  page,
  visit,
  expectProblem,
}) => {
  await openWithPausedClock(page, visit);
  const { text, button, failure, row } = welcome(page);
  await text.fill('Wheat is in.');
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
    await expect(failure).toContainText('What you typed is still here, on this device.');
    await page.clock.runFor(FLASH_MS - 1);
    await expect(button).toHaveText('Not saved');
    await page.clock.runFor(1);
    await expect(button).toHaveText('Update');
    await expect(failure).toHaveText(reason);
    await expect(text).toHaveValue('Wheat is in.');
    await expect(row.getByText('Not saved yet')).toBeVisible();
    await page.unroute(`**${API.saveSiteText}`);
  }

  await page.route(`**${API.saveSiteText}`, (route) => route.fulfill({ status: 500 }));
  await button.click();
  await expect(button).toHaveText('Not saved');
  await page.clock.runFor(FLASH_MS - 500);
  const responsePromise = page.waitForResponse(`**${API.saveSiteText}`);
  await button.click();
  await (await responsePromise).finished();
  await page.evaluate(() => new Promise((resolve) => queueMicrotask(() => resolve(undefined))));
  await page.clock.runFor(FLASH_MS - 500);
  await expect(button).toHaveText('Not saved');
  await page.clock.runFor(500);
  await expect(button).toHaveText('Update');

  await page.unroute(`**${API.saveSiteText}`);
  await button.click();
  await expect(button).toHaveText('Saved');
  await expect(failure).toBeHidden();
});

test('shows that a save is in progress, and saves later edits when Update is pressed again', async ({
  page,
  visit,
  site,
}) => {
  await visit('/admin/dashboard');
  const { text, button, row } = welcome(page);
  const sent = savesOf(page);
  const messages = () => sent.map((save) => (save as { message: string }).message);
  let letGo = await holdSaves(page);
  await text.fill('Corn');
  await button.click();
  await expect(button).toHaveText('Saving…');
  await expect(button).toBeEnabled();
  await expect(row.getByRole('status')).toHaveText('Saving…');
  await text.press('End');
  await text.pressSequentially(' and beans');
  letGo();
  await expect(button).toHaveText('Saved');
  await expect(text).toHaveValue('Corn and beans');
  await expect(row.getByRole('status')).toHaveText('Not saved yet');
  expect(messages()).toEqual(['Corn']);

  await page.unroute(`**${API.saveSiteText}`);
  letGo = await holdSaves(page);
  await button.click();
  await expect(button).toHaveText('Saving…');
  await button.click();
  await text.press('End');
  await text.pressSequentially(' and milo');
  await button.click();
  letGo();
  await expect(row.getByRole('status')).toHaveText(/^Last saved /);
  expect(messages()).toEqual(['Corn', 'Corn and beans', 'Corn and beans and milo']);
  expect((await site.changes()).at(-1)?.after).toBe('"Corn and beans and milo"');
});

test(
  'keeps the button width in every state, and the row height unless a save failed',
  { tag: '@thorough' },
  async ({ page, visit, expectProblem }) => {
    expectProblem(/status of 500/);
    await visit('/admin/dashboard');
    const { row, text, button, failure } = welcome(page);
    const sizes = async () => {
      const [rowBox, buttonBox] = [await row.boundingBox(), await button.boundingBox()];
      return { row: rowBox?.height, button: buttonBox?.width };
    };
    for (const width of isThorough() ? [360, 1280] : [360]) {
      await page.setViewportSize({ width, height: 900 });
      const idle = await sizes();
      await text.fill('a'.repeat(900));
      // With the focus, the whole text shows below the box.
      await text.blur();
      expect(await sizes(), `changed, ${width} px`).toEqual(idle);
      const letGo = await holdSaves(page);
      await button.click();
      await expect(button).toHaveText('Saving…');
      expect(await sizes(), `saving, ${width} px`).toEqual(idle);
      letGo();
      await expect(button).toHaveText('Saved');
      expect(await sizes(), `saved, ${width} px`).toEqual(idle);
      await page.unroute(`**${API.saveSiteText}`);
      await page.route(`**${API.saveSiteText}`, (route) => route.fulfill({ status: 500 }));
      await button.click();
      await expect(button).toHaveText('Not saved');
      expect((await sizes()).button).toBe(idle.button);
      expect((await sizes()).row! - (await failure.boundingBox())!.height).toBeLessThanOrEqual(idle.row! + 8);
      await page.unroute(`**${API.saveSiteText}`);
      await button.click();
      await expect(button).toHaveText('Saved');
    }
  },
);

test('limits the welcome message to one line of 1000 characters, and saves each text on Ctrl+S or Enter', async ({
  page,
  visit,
  site,
}) => {
  await visit('/admin/dashboard');
  const { text, row } = welcome(page);
  await text.fill('a'.repeat(799));
  await expect(row.getByText('characters left')).toBeHidden();
  await text.press('End');
  await text.pressSequentially('b');
  await expect(row.getByText('200 characters left')).toBeVisible();
  await text.fill('a'.repeat(998));
  await text.press('End');
  await text.pressSequentially('bcde');
  await expect(text).toHaveValue(`${'a'.repeat(998)}bc`);
  await expect(row.getByText('0 characters left', { exact: true })).toBeVisible();
  await text.press('Enter');
  await expect(text).toHaveValue(`${'a'.repeat(998)}bc`);
  await expect(welcome(page).button).toHaveText('Saved');
  await expect(text).toBeFocused();
  const emergencyInfo = page.getByRole('textbox', { name: 'Emergency info' });
  await emergencyInfo.press('Enter');
  await expect(emergencyInfo).toHaveValue(/\n/);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText(`Corn\r\nBeans${'c'.repeat(20)}\r\n`));
  await text.fill('a'.repeat(990));
  await text.press('End');
  await text.press('ControlOrMeta+v');
  const cut = row.getByRole('alert');
  await expect(cut).toHaveText('That was too long. The last 20 characters you pasted were left out.');
  await expect(text).toHaveValue(`${'a'.repeat(990)}Corn Beans`);
  await text.press('ControlOrMeta+v');
  await expect(cut).toHaveText('That was too long. The last 30 characters you pasted were left out.');
  await text.press('ControlOrMeta+s');
  await expect(cut).toHaveCount(0);
  await text.press('ControlOrMeta+v');
  await expect(cut).toHaveCount(1);
  await text.press('Backspace');
  await expect(cut).toHaveCount(0);

  await text.fill('Open.');
  for (const field of [welcome(page), announcement(page)]) {
    await field.text.press('ControlOrMeta+End');
    await page.keyboard.type(' Scale closed at noon.');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(field.button).toHaveText('Saved');
    await expect(field.text).toBeFocused();
    await expect.poll(async () => (await site.changes()).at(-1)?.after).toContain('Scale closed at noon.');
  }
});

test('shows next to the hours what search engines will show, and announces a warning after the save', async ({
  page,
  visit,
}) => {
  await visit('/admin/dashboard');
  const { text, button, row } = fieldRow(page, 'Normal Mon-Fri');
  await expect(text).toHaveAccessibleDescription(/^Search engines will show Mon-Fri 7:30 am to 5 pm\./);
  await text.fill('7-5, closed Thu Nov 26');
  const warning = "Search engines will show Mon-Fri 7 am to 5 pm. They won't see: closed Thu Nov 26.";
  await expect(text).toHaveAccessibleDescription(`${warning} Not saved yet`);
  const announced = row.getByRole('status').filter({ hasText: warning });
  await expect(announced).toHaveCount(0);
  await button.click();
  await expect(announced).toHaveCount(1);
  expect(await (await page.request.get('/contact-us')).text()).toContain('7-5, closed Thu Nov 26');
  await text.fill('');
  await expect(text).toHaveAccessibleDescription('Not saved yet');
});

test('hides an empty announcement on the home page, and keeps the formatting of a saved one', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ texts: { AnnouncementMessage: '<p>Closed at noon.</p>' } });
  await visit('/admin/dashboard');
  const { text, button, row } = announcement(page);
  await expect(text).toHaveText('Closed at noon.');
  await text.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await button.click();
  await expect(button).toHaveText('Saved');
  await visit('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Announcements' })).toBeHidden();
  await page.goBack();
  const type = async (words: string, ...formats: string[]) => {
    for (const format of formats) await row.getByRole('button', { name: format, exact: true }).click();
    await page.keyboard.type(words);
    for (const format of formats) await row.getByRole('button', { name: format, exact: true }).click();
  };
  await text.focus();
  await type('bold', 'Bold');
  await type('slant', 'Italic', 'Underline');
  await type('gone', 'Strikethrough');
  await page.keyboard.press('Enter');
  await row.getByRole('combobox', { name: 'Font size' }).selectOption('Large 24px');
  await text.focus();
  await page.keyboard.type('large');
  await page.keyboard.press('Enter');
  await row.getByRole('button', { name: 'Bullet list' }).click();
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('two');
  await button.click();
  await expect(button).toHaveText('Saved');
  await expect(row.getByRole('status').first()).toHaveText(/^Last saved/);

  const stored = async () => (await (await page.request.get(`${API.siteTexts}?ids=16`)).json()) as unknown;
  const html = (await stored()) as [{ content: string }];
  expect(html[0].content).toMatch(/<strong>bold<\/strong>.*<em>.*slant.*<s>gone<\/s>.*large.*<ul>.*<ul>/);
  await page.reload();
  await button.click();
  await expect(button).toHaveText('Saved');
  expect(await stored()).toEqual(html);
  await visit('/');
  const block = page.getByRole('region', { name: 'Announcements' });
  await expect(block.getByRole('listitem').filter({ hasText: /^two$/ })).toBeVisible();
  await expect(block.getByRole('strong')).toHaveText('bold');
});

test('keeps the text when the server dies during a save, and saves it after a restart', async ({
  browser,
}, testInfo) => {
  const environment = {
    DATA_DIR: testInfo.outputPath('data'),
    ADMIN_USERNAME: 'Dana',
    ADMIN_PASSWORD: PASSWORD,
  };
  const first = await startServer(environment);
  const context = await browser.newContext({ baseURL: first.url });
  const page = await context.newPage();
  await page.goto('/admin');
  await untilHydrated(page);
  await page.getByLabel('Username').fill('Dana');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  const { text, button, failure } = welcome(page);
  await text.fill('Wheat is in.');
  first.child.kill('SIGSTOP');
  await button.click();
  await expect(button).toHaveText('Saving…');
  first.child.kill('SIGKILL');
  await expect(button).toHaveText('Not saved');
  await expect(failure).toHaveText(
    "We couldn't reach the website. Check your internet connection and try again. What you typed is still here, on this device.",
  );
  await expect(text).toHaveValue('Wheat is in.');
  await first[Symbol.asyncDispose]();

  await using second = await startServer({ ...environment, PORT: new URL(first.url).port });
  await button.click();
  await expect(button).toHaveText('Saved');
  expect(await (await page.request.get(second.url)).text()).toContain('Wheat is in.');
  await context.close();
});
