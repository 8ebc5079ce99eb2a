import type { Page } from '@playwright/test';
import { violationsInLightAndDark } from './accessibility.ts';
import { failureIn, saveButtonIn } from './dashboard-page.ts';
import { aTestImage } from '#tests/support/test-images.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ signIn }) => signIn());

async function open(page: Page, visit: (path: string) => Promise<void>): Promise<void> {
  await visit('/admin/dashboard#website-settings');
  // The settings load after the page.
  await expect(rowOf(page, 'Old bids')).toBeVisible();
}

const rowOf = (page: Page, name: string) =>
  page.locator('#website-settings').getByRole('group', { name, exact: true });

test('saves a name that the next page shows, undoes it, and lets the site file set it again', async ({
  page,
  visit,
}) => {
  await open(page, visit);
  const row = rowOf(page, 'Name of the cooperative');
  const input = row.getByRole('textbox', { name: 'Name of the cooperative' });
  await expect(input).toHaveValue('Hickory Bend Farmers Cooperative');
  await input.fill('Prairie View Elevator');
  await input.press('Enter');
  await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');
  expect(await (await page.request.get('/')).text()).toContain('Prairie View Elevator');

  await row.getByRole('button', { name: "Use the site file's value" }).click();
  await expect(input).toHaveValue('Hickory Bend Farmers Cooperative');
  await expect(row.getByRole('button', { name: "Use the site file's value" })).toHaveCount(0);
  expect(await (await page.request.get('/')).text()).not.toContain('Prairie View');

  await row.getByRole('button', { name: 'History' }).click();
  await expect(row.getByText(/^Changed today/).nth(1)).toBeVisible();
});

test('keeps what was typed through a reload, and says in words what is wrong', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 400/);
  await open(page, visit);
  const row = rowOf(page, 'Location');
  const latitude = row.getByRole('textbox', { name: 'Latitude' });
  await latitude.fill('139.9');
  await page.reload();
  await expect(rowOf(page, 'Old bids')).toBeVisible();
  await expect(latitude).toHaveValue('139.9');
  await saveButtonIn(row, 'Update').click();
  await expect(failureIn(row)).toContainText(
    'Location, latitude is 139.9. It must be a latitude from -90 to 90.',
  );
  await row.getByRole('button', { name: 'Undo changes' }).click();
  await expect(latitude).toHaveValue('39.9217');
});

test('fills in the location of the device only on a press', async ({ page, visit, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 41.123456, longitude: -92.5 });
  await open(page, visit);
  const row = rowOf(page, 'Location');
  await expect(row.getByRole('textbox', { name: 'Latitude' })).toHaveValue('39.9217');
  await row.getByRole('button', { name: "Use this device's location" }).click();
  await expect(row.getByRole('textbox', { name: 'Latitude' })).toHaveValue('41.1235');
  await expect(row.getByRole('textbox', { name: 'Longitude' })).toHaveValue('-92.5');
  await expect(row.getByText('Not saved yet')).toBeVisible();
});

test('suggests a color that can be read, and shows it on the website', async ({ page, visit }) => {
  await open(page, visit);
  const row = rowOf(page, 'Colors');
  const light = row.getByRole('group', { name: 'In the light' });
  await light.getByLabel('Header').fill('#ffff00');
  await light.getByRole('button', { name: /^Use #/ }).click();
  await expect(row.getByText('This is too light')).toHaveCount(0);
  const color = await light.getByLabel('Header').inputValue();
  await saveButtonIn(row, 'Update').click();
  await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');
  expect(await (await page.request.get('/')).text()).toContain(`--plate:${color};`);
});

test(
  'suggests a tint that can be read, and shows it on the website in the light and in the dark',
  { tag: '@thorough' },
  async ({ page, visit }) => {
    await open(page, visit);
    const row = rowOf(page, 'Colors');
    const tint = row.getByLabel('Tint color');
    await tint.fill('#c06020');
    await row.getByRole('button', { name: /^Use #/ }).click();
    await expect(row.getByText(/^This is/)).toHaveCount(0);
    await expect(tint).toBeFocused();
    const color = await tint.inputValue();
    await expect(row.getByRole('group', { name: 'In the dark' }).getByLabel('Header')).toHaveValue(color);
    await saveButtonIn(row, 'Update').click();
    await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');
    await visit('/');
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', color);
    expect(await violationsInLightAndDark(page, [390, 1280])).toEqual([]);
  },
);

const aPicture = async (width: number, height: number) => ({
  name: 'our_logo.png',
  mimeType: 'image/png',
  buffer: await aTestImage({ width, height }).png().toBuffer(),
});

test('uploads a logo and an icon, shows them without moving the bar, and removes the logo', async ({
  page,
  visit,
}) => {
  test.slow();
  await open(page, visit);
  const row = rowOf(page, 'Logo and icon');
  await row.locator('summary').press('Enter');
  const logo = row.getByRole('group', { name: 'Logo', exact: true });
  const icon = row.getByRole('group', { name: 'Icon', exact: true });
  await logo.getByLabel('Upload an image').setInputFiles(await aPicture(1000, 200));
  await expect(logo.getByRole('status')).toHaveText('Uploaded. Choose Update to show it.');
  await icon.getByLabel('Upload an image').setInputFiles(await aPicture(300, 200));
  await expect(icon.getByText("This image isn't square")).toBeVisible();
  await saveButtonIn(row, 'Update').click();
  await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');

  const loaded = Promise.withResolvers<void>();
  await page.route('**/logo.webp*', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const shown = page.locator('header img');
  await expect(shown).toHaveAttribute('src', /logo\.webp/);
  const before = await shown.boundingBox();
  expect(before?.width).toBeGreaterThan(150);
  loaded.resolve();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await shown.boundingBox()).toEqual(before);
  await expect(page.getByRole('link', { name: 'Hickory Bend Farmers Co-op, home' })).toBeVisible();
  const src = await page.locator('link[rel=icon]').getAttribute('href');
  expect((await page.request.get(src ?? '')).headers()['content-type']).toBe('image/png');

  await open(page, visit);
  await row.locator('summary').press('Enter');
  await expect(logo.getByRole('img', { name: 'Our logo' })).toBeVisible();
  await logo.getByRole('button', { name: 'Remove the logo' }).press('Enter');
  await expect(logo.getByLabel('Upload an image')).toBeFocused();
  const dark = row.getByRole('group', { name: 'Logo in the dark' });
  await dark.getByRole('button', { name: 'Choose an image' }).click();
  await expect(dark.getByRole('radio')).toHaveCount(2);
  await saveButtonIn(row, 'Update').click();
  await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');
  expect(await (await page.request.get('/')).text()).toContain('src="data:image/svg+xml,');
});

test('keeps the file of a failed upload, to try again', async ({ page, visit, expectProblem }) => {
  expectProblem(/status of 503/);
  await open(page, visit);
  const row = rowOf(page, 'Logo and icon');
  await row.locator('summary').press('Enter');
  const logo = row.getByRole('group', { name: 'Logo', exact: true });
  await page.route('**/api/images/save', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await logo.getByLabel('Upload an image').setInputFiles(await aPicture(400, 100));
  await expect(logo.getByRole('alert')).toContainText('Failed to Upload Image.');
  await logo.getByRole('button', { name: /^Try again/ }).click();
  await expect(logo.getByRole('status')).toHaveText('Uploaded. Choose Update to show it.');
  await expect(logo.getByRole('alert')).toHaveCount(0);
});

test('edits the menu with the keyboard: adds, renames, moves, and removes', async ({ page, visit }) => {
  await open(page, visit);
  const row = rowOf(page, 'Menu');
  await row.getByRole('button', { name: 'Add entry' }).click();
  await page.keyboard.type('Credit');
  await page.keyboard.press('Tab');
  await page.keyboard.type('/store');
  const up = row.getByRole('button', { name: 'Move Credit up' });
  await up.press('Enter');
  await expect(up).toBeFocused();
  await row.getByRole('button', { name: 'Remove Market', exact: true }).press('Enter');
  await expect(row.getByText('Market and 4 links removed.')).toBeVisible();
  await row.getByRole('button', { name: 'Undo the removal' }).press('Enter');
  await row.getByRole('button', { name: 'Add link under Credit' }).press('Enter');
  await page.keyboard.type('Terms');
  await page.keyboard.press('Tab');
  await page.keyboard.type('/about-us');
  await saveButtonIn(row, 'Update').click();
  await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');
  await visit('/');
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByRole('link', { name: 'Credit', includeHidden: true })).toHaveAttribute(
    'href',
    '/store',
  );
  await expect(menu.getByRole('link', { name: 'Terms', includeHidden: true })).toHaveAttribute(
    'href',
    '/about-us',
  );
});

test('switches parts off, says so beside their headings, and hides them', async ({
  page,
  visit,
  expectProblem,
}) => {
  test.slow();
  expectProblem(/status of 404/);
  await open(page, visit);
  const fuel = page.locator('#fuel');
  await expect(fuel.locator('summary').first()).not.toContainText('Switched off');
  const row = rowOf(page, 'Pages and parts');
  await row.locator('summary').press('Enter');
  await row.getByRole('checkbox', { name: 'Fuel prices' }).uncheck();
  await row.getByRole('checkbox', { name: 'Gallery' }).press('Space');
  await expect(fuel.locator('summary').first()).not.toContainText('Switched off');
  await saveButtonIn(row, 'Update').click();
  await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');
  await expect(fuel.locator('summary').first()).toContainText('FuelSwitched off');
  await expect(page.locator('#image-uploading > summary')).toContainText('Switched off');
  await expect(page.locator('#fertilizer > summary')).not.toContainText('Switched off');

  await visit('/');
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByRole('link', { name: 'Gallery', includeHidden: true })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Services', includeHidden: true })).toHaveCount(1);
  // As Forward does, after the part was switched off.
  await page.evaluate(() => {
    history.pushState(null, '', '/gallery');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const missing = page.getByRole('heading', { level: 1, name: "Looks like that page doesn't exist." });
  await expect(missing).toBeVisible();
  await visit('/store');
  await visit('/gallery');
  await expect(missing).toBeVisible();
  await visit('/admin/dashboard#fuel');
  await expect(fuel.locator('summary').first()).toContainText('Switched off');
  // What is switched off can be edited.
  await expect(fuel.getByRole('textbox').first()).toBeVisible();
  await fuel.getByRole('link', { name: 'Website Settings' }).click();
  await expect(rowOf(page, 'Pages and parts')).toBeVisible();
});

test('adds and removes exchanges', async ({ page, visit }) => {
  test.slow();
  await open(page, visit);
  const row = rowOf(page, 'Links');
  const add = row.getByRole('button', { name: 'Add exchange' });
  await row.getByRole('button', { name: 'Remove CME Group' }).press('Enter');
  await expect(row.getByRole('status').filter({ hasText: 'CME Group removed.' })).toBeVisible();
  await expect(add).toBeFocused();
  await row.getByRole('button', { name: 'Remove CBOT' }).press('Enter');
  await add.press('Enter');
  await page.keyboard.type('MGEX');
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://mgex.example.com/');
  await page.keyboard.press('Enter');
  await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');
  await visit('/');
  const exchanges = page.getByRole('list', { name: 'Exchanges' });
  await expect(exchanges.getByRole('link')).toHaveText(['MGEX']);
  await open(page, visit);
  await row.getByRole('button', { name: 'Remove MGEX' }).click();
  await saveButtonIn(row, 'Update').click();
  await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');
  await visit('/');
  await expect(exchanges).toHaveCount(0);
});

test('shows both versions when someone else saved the same setting', async ({
  page,
  visit,
  signIn,
  browser,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await open(page, visit);
  const row = rowOf(page, 'Fuel note');
  const note = row.getByRole('textbox', { name: 'Note' });
  await note.fill('Prices per gallon, delivered.');
  const other = await browser.newContext({ baseURL: site.url });
  await signIn('Grace', other);
  const values = { fuel: { priceNote: 'Call for prices.' } };
  expect((await other.request.post('/api/admin/site-settings', { data: { values } })).status()).toBe(200);
  await other.close();
  const conflict = page.waitForResponse((response) => response.status() === 409);
  await saveButtonIn(row, 'Update').click();
  await (await conflict).finished();
  const theirs = row.getByRole('group', { name: "Someone else's version" });
  await expect(theirs).toContainText('Note: Call for prices.');
  await theirs.getByRole('button', { name: 'Use theirs' }).click();
  await expect(note).toHaveValue('Call for prices.');
});

test(
  'fits and is accessible, with problems and removals shown',
  { tag: '@thorough' },
  async ({ page, visit }) => {
    // It has more inputs than any other section.
    test.slow();
    await open(page, visit);
    const colors = rowOf(page, 'Colors');
    await colors.getByRole('group', { name: 'In the light' }).getByLabel('Gold').fill('#17492c');
    await expect(colors.getByText('Use #')).toBeVisible();
    await rowOf(page, 'Offers')
      .getByRole('button', { name: /^Remove Refined/ })
      .click();
    await expectResponsive(page, { sections: ['website-settings'] });
  },
);
