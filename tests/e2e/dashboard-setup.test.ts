import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { SETUP } from '#app/editor/setup/steps.ts';
import { countInteractions } from '#tests/support/interactions.ts';
import { accessibilityViolations, smallTargets } from './accessibility.ts';
import { fieldRow, saveButtonIn } from './dashboard-page.ts';
import { showOnly } from './expect-responsive.ts';
import { expect, PASSWORD, test } from './fixtures.ts';
import { isThorough } from './thorough.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

/** Taps and typed values of a setup in which every step is done. */
const INTERACTIONS = 25;

/** The steps to check with axe, which takes seconds for each. */
const axeSteps = () => (isThorough() ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 4, 6]);

const setup = (page: Page) => page.locator('#setup');
const heading = (page: Page, step: number) =>
  setup(page).getByRole('heading', { level: 2, name: new RegExp(`^Step ${step} of 8: `) });
const button = (page: Page, name: string) => setup(page).getByRole('button', { name, exact: true });
// Other tests check the sections.
const setupViolations = (page: Page) => accessibilityViolations(page, 'all', ['main details[id]']);
const line = (page: Page, done: number) =>
  setup(page).getByText(`Finish setting up your site: ${done} of 8 steps done`);

test.beforeEach(async ({ site, signIn }) => {
  await site.with({ settings: { setup: 'automatic' } });
  await signIn();
});

test('sets up a new site in few interactions, step by step', async ({ page, visit, context }) => {
  test.slow();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 40.51234, longitude: -98.41234 });
  const { count, tap, fill, choose, type } = countInteractions();
  async function next(step: number) {
    await tap(button(page, 'Save and continue'));
    await expect(heading(page, step)).toBeFocused();
    await expect(setup(page).getByText(`Setup: ${step - 1} of 8 steps done`)).toBeVisible();
  }
  await visit('/admin/dashboard');
  await expect(heading(page, 1)).toBeVisible();
  await fill(page.getByRole('textbox', { name: 'Name of the cooperative' }), 'Prairie View Co-op');
  await fill(page.getByRole('textbox', { name: 'Short name' }), 'Prairie View');
  await fill(page.getByRole('textbox', { name: 'Phone number' }), '402 555-0117');
  await next(2);

  await fill(fieldRow(page, 'Address').text, '12 Our Road, Prairie View, NE 68900');
  await tap(button(page, "Use this device's location"));
  await expect(page.getByRole('textbox', { name: 'Latitude' })).toHaveValue('40.5123');
  await choose(page.getByRole('combobox', { name: 'Time zone' }), 'America/Denver');
  await next(3);

  for (const name of ['Normal Mon-Fri', 'Normal Sat & Sun', 'Harvest Mon-Fri', 'Harvest Sat & Sun'])
    await fill(fieldRow(page, name).text, '8:00 am – 4:00 pm');
  await next(4);

  const colors = setup(page).getByRole('group', { name: 'In the light' });
  await fill(colors.getByLabel('Header'), '#123456');
  await next(5);

  await tap(button(page, 'Add Row'));
  await type(page.locator(':focus'), 'Oats');
  await next(6);

  await fill(setup(page).getByRole('textbox', { name: 'Name', exact: true }), 'Golden Acres');
  await next(7);

  await fill(page.getByRole('textbox', { name: 'Market alerts' }), 'https://alerts.prairie.example/');
  await next(8);

  await expect(page.getByRole('region', { name: 'Demo content' })).toHaveCount(1);
  await tap(button(page, 'Start empty'));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Remove demo content' }));
  await expect(setup(page).getByText('Setup: 8 of 8 steps done')).toBeVisible();
  await expect(heading(page, 8)).toBeFocused();
  await tap(button(page, 'Finish setup'));
  await expect(page.getByText('Setup finished. You can open it again under Website Settings.')).toBeVisible();
  await expect(setup(page)).toHaveCount(0);
  expect(count()).toBe(INTERACTIONS);

  const contact = await (await page.request.get('/contact-us')).text();
  for (const text of ['Prairie View Co-op', '402 555-0117', '12 Our Road', '8:00 am – 4:00 pm'])
    expect(contact).toContain(text);
  expect(contact).toContain('>Golden Acres<');
  // The sections have the same fields, with what was saved.
  await showOnly(page, ['operating-hours']);
  await expect(fieldRow(page, 'Harvest Mon-Fri').text).toHaveValue('8:00 am – 4:00 pm');
  await visit('/admin/dashboard');
  await expect(fieldRow(page, 'Harvest Mon-Fri').text).toHaveValue('8:00 am – 4:00 pm');
  await expect(setup(page)).toHaveCount(0);
});

test('keeps what is typed when the connection or the session is lost, and when a step is skipped', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  expectProblem(/request failed: .*\/api\/config net::ERR_INTERNET_DISCONNECTED/);
  expectProblem(/console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await visit('/admin/dashboard');
  const phone = fieldRow(page, 'Phone number');
  await phone.text.fill('402 555-0117');
  await page.route(`**${API.saveSiteText}`, (route) => route.abort('internetdisconnected'), { times: 1 });
  await button(page, 'Save and continue').click();
  await expect(phone.failure).toContainText("We couldn't reach the website.");
  await expect(phone.text).toBeFocused();
  await expect(setup(page).getByText('Not everything in this step is saved.')).toBeVisible();
  await button(page, 'Skip for now').click();
  await expect(heading(page, 2)).toBeFocused();
  await showOnly(page, ['contact-us-information']);
  await expect(phone.row.getByText('Not saved yet')).toBeVisible();
  await expect(phone.text).toHaveValue('402 555-0117');
  await phone.button.click();
  await expect(phone.button).toHaveText('Saved');

  const address = fieldRow(page, 'Address');
  await address.text.fill('12 Our Road');
  await site.endSessions();
  await button(page, 'Save and continue').click();
  await expect(page).toHaveURL('/admin');
  await page.getByLabel('Username').fill('Dana');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/admin/dashboard#setup');
  await expect(heading(page, 2)).toBeVisible();
  await expect(address.row.getByRole('status')).toHaveText(/^Last saved /);
  await expect(address.text).toHaveValue('12 Our Road');
});

test('closes to one line, is dismissed for everyone, and opens again from the website settings', async ({
  page,
  visit,
  signIn,
  browser,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 500/);
  await visit('/admin/dashboard');
  await fieldRow(page, 'Phone number').text.fill('402 555-0117');
  await expect(page.locator('#contact-us-information')).toContainText('Phone number: see the setup above.');
  await page.reload();
  await expect(heading(page, 1)).toBeVisible();
  await expect(fieldRow(page, 'Phone number').text).toHaveValue('402 555-0117');
  await fieldRow(page, 'Phone number').row.getByRole('button', { name: 'Undo changes' }).click();
  await button(page, 'Continue').click();
  await expect(heading(page, 2)).toBeFocused();
  await button(page, 'Back').click();
  await expect(heading(page, 1)).toBeFocused();
  await button(page, 'Finish later').click();
  await expect(line(page, 0)).toBeVisible();
  await expect(button(page, 'Continue')).toBeFocused();
  await visit('/admin/dashboard');
  await expect(line(page, 0)).toBeVisible();

  await page.route(`**${API.siteSettings}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await button(page, 'Dismiss').click();
  await expect(setup(page).getByRole('alert')).toContainText("We couldn't close the setup.");
  await page.unroute(`**${API.siteSettings}`);
  await button(page, 'Dismiss').click();
  await expect(
    page.getByText('Setup dismissed. You can open it again under Website Settings.'),
  ).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
  expect((await site.changes()).at(-1)?.subject).toBe('setting:setup');

  const other = await browser.newContext({ baseURL: site.url });
  await signIn('Grace', other);
  const theirs = await other.newPage();
  await theirs.goto('/admin/dashboard');
  await expect(theirs.getByRole('heading', { name: 'Website Settings' })).toBeVisible();
  await expect(setup(theirs)).toHaveCount(0);
  await other.close();

  await showOnly(page, ['website-settings']);
  await page.getByRole('button', { name: 'Open setup' }).click();
  await expect(heading(page, 1)).toBeFocused();
  await button(page, 'Finish later').click();
  await expect(line(page, 0)).toBeVisible();
});

test(
  'shows its fields, fits, and is accessible in each step',
  { tag: '@thorough' },
  async ({ page, visit }) => {
    test.slow();
    await visit('/admin/dashboard');
    await showOnly(page, []);
    for (const [index, { parts }] of SETUP.entries()) {
      const step = index + 1;
      await expect(heading(page, step)).toBeVisible();
      for (const field of parts.filter((part) => /^[A-Z]|-(?!content)/.test(part)))
        await expect(setup(page).locator(`[data-field="${field}"]`)).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await expect.poll(() => smallTargets(page), `small targets in step ${step}`).toEqual([]);
      await page.emulateMedia({ colorScheme: step % 2 === 0 ? 'light' : 'dark' });
      if (axeSteps().includes(step)) expect(await setupViolations(page), `step ${step}`).toEqual([]);
      if (step < SETUP.length) await button(page, 'Continue').click();
    }
    await button(page, 'Finish later').click();
    await expect(line(page, 0)).toBeVisible();
    expect(await setupViolations(page)).toEqual([]);
  },
);

test('shows why a step cannot load, and loads it again', async ({ page, visit, expectProblem }) => {
  expectProblem(/status of 500/);
  let isBroken = true;
  await page.route(`**${API.siteSettings}`, (route) =>
    isBroken ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await visit('/admin/dashboard');
  await expect(setup(page).getByRole('alert')).toContainText("We couldn't load the website settings.");
  isBroken = false;
  await button(page, 'Try again').click();
  await expect(setup(page).getByRole('textbox', { name: 'Name of the cooperative' })).toBeVisible();
  await expect(saveButtonIn(fieldRow(page, 'Phone number').row, 'Update')).toBeVisible();
});
