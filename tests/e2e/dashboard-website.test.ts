import { aTestImage } from '#tests/support/test-images.ts';
import { failureIn, openInApp, openSectionIds, saveButtonIn, title } from './dashboard-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ openSections: ['website-settings'] });

test.beforeEach(async ({ signIn }) => signIn());

test('saves settings, which the website shows immediately', async ({
  page,
  context,
  visit,
  expectProblem,
}) => {
  test.slow();
  expectProblem(/status of 400/);
  expectProblem(/status of 404/);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 41.123456, longitude: -92.5 });
  await visit('/admin/dashboard');
  const rowOf = (name: string) => page.locator('#website-settings').getByRole('group', { name, exact: true });
  const home = async () => (await page.request.get('/')).text();
  const save = async (name: string) => {
    await saveButtonIn(rowOf(name), 'Update').click();
    await expect(rowOf(name).getByText(/^Last saved /)).toBeVisible();
  };

  await test.step('a name, until the site file sets it again', async () => {
    const row = rowOf('Name of the cooperative');
    const input = row.getByRole('textbox');
    await expect(input).toHaveValue('Hickory Bend Farmers Cooperative');
    await input.fill('Prairie View Elevator');
    await input.press('Enter');
    await expect(row.getByText(/^Last saved /)).toBeVisible();
    expect(await home()).toContain('Prairie View Elevator');
    const fromFile = row.getByRole('button', { name: "Use the site file's value" });
    await fromFile.click();
    await expect(input).toHaveValue('Hickory Bend Farmers Cooperative');
    await expect(fromFile).toHaveCount(0);
    expect(await home()).not.toContain('Prairie View');
  });

  await test.step('a location, in words if it is wrong, or of the device on a press', async () => {
    const row = rowOf('Location');
    const latitude = row.getByRole('textbox', { name: 'Latitude' });
    await latitude.fill('139.9');
    await saveButtonIn(row, 'Update').click();
    await expect(failureIn(row)).toContainText(
      'Location, latitude is 139.9. It must be a latitude from -90 to 90.',
    );
    await row.getByRole('button', { name: 'Undo changes' }).click();
    await expect(latitude).toHaveValue('39.9217');
    await row.getByRole('button', { name: "Use this device's location" }).click();
    await expect(latitude).toHaveValue('41.1235');
    await expect(row.getByRole('textbox', { name: 'Longitude' })).toHaveValue('-92.5');
    await expect(row.getByText('Not saved yet')).toBeVisible();
  });

  await test.step('a color, with a suggestion that can be read', async () => {
    const row = rowOf('Colors');
    const suggestion = row.getByRole('button', { name: /^Use #/ });
    const header = row.getByRole('group', { name: 'Light mode' }).getByLabel('Header');
    await header.fill('#ffff00');
    await suggestion.click();
    await expect(row.getByText('This is too light')).toHaveCount(0);
    const color = await header.inputValue();
    await save('Colors');
    expect(await home()).toContain(`--plate:${color};`);
  });

  await test.step('the menu, by keyboard', async () => {
    const row = rowOf('Menu');
    await row.getByRole('button', { name: 'Add entry' }).click();
    await page.keyboard.type('Credit');
    await page.keyboard.press('Tab');
    await page.keyboard.type('/store');
    const up = row.getByRole('button', { name: 'Move Credit up' });
    await up.press('Enter');
    await expect(up).toBeFocused();
    await row.getByRole('button', { name: 'Remove Market', exact: true }).press('Enter');
    await expect(row.getByText('Removed when you save: Market and 4 links')).toBeVisible();
    const undo = row.getByRole('button', { name: 'Undo', exact: true });
    await expect(undo).toBeFocused();
    await undo.press('Enter');
    await expect(row.locator(':focus')).toHaveValue('Market');
    await row.getByRole('button', { name: 'Add link under Credit' }).press('Enter');
    await page.keyboard.type('Terms');
    await page.keyboard.press('Tab');
    await page.keyboard.type('/about-us');
    await save('Menu');
    expect(await home()).toMatch(/<a[^>]*href="\/about-us"[^>]*>Terms/);
  });

  await test.step('parts that are switched off, also beside their headings', async () => {
    const row = rowOf('Pages and parts');
    await row.locator('summary').press('Enter');
    await row.getByRole('checkbox', { name: 'Fuel prices' }).uncheck();
    await row.getByRole('checkbox', { name: 'Gallery' }).press('Space');
    await expect(title(page, 'Fuel')).toHaveText('Fuel');
    await save('Pages and parts');
    await expect(title(page, 'Fuel')).toHaveText('FuelSwitched off');
    await expect(title(page, 'Image Uploading')).toContainText('Switched off');
    await expect(title(page, 'Fertilizer')).toHaveText('Fertilizer');
    await title(page, 'Website Settings').click();
    await title(page, 'Fuel').click();
    const fuel = page.locator('#fuel');
    await expect(fuel.getByRole('textbox').first()).toBeVisible();
    await fuel.getByRole('link', { name: 'Website Settings' }).click();
    await expect(row).toBeVisible();
    expect(await openSectionIds(page)).toEqual(['fuel', 'website-settings']);
    expect((await page.request.get('/gallery')).status()).toBe(404);
    await rowOf('Location').getByRole('button', { name: 'Undo changes' }).click();
    // As Forward does, after the part was switched off.
    await openInApp(page, '/gallery');
    await expect(
      page.getByRole('heading', { level: 1, name: "Looks like that page doesn't exist." }),
    ).toBeVisible();
  });
});

const aPicture = async (width: number, height: number) => ({
  name: 'our_logo.png',
  mimeType: 'image/png',
  buffer: await aTestImage({ width, height }).png().toBuffer(),
});

test('uploads a logo and an icon, also again after a failure, and removes the logo', async ({
  page,
  visit,
  expectProblem,
}) => {
  test.slow();
  expectProblem(/status of 503/);
  await visit('/admin/dashboard');
  const row = page.locator('#website-settings').getByRole('group', { name: 'Logo and icon', exact: true });
  const logo = row.getByRole('group', { name: 'Logo', exact: true });
  const icon = row.getByRole('group', { name: 'Icon', exact: true });
  const save = async () => {
    await saveButtonIn(row, 'Update').click();
    await expect(row.getByText(/^Last saved /)).toBeVisible();
    return (await page.request.get('/')).text();
  };
  await row.locator('summary').press('Enter');
  await page.route('**/api/images/save', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await logo.getByLabel('Upload an image').setInputFiles(await aPicture(1000, 200));
  await expect(logo.getByRole('alert')).toContainText('Failed to Upload Image.');
  await logo.getByRole('button', { name: /^Try again/ }).click();
  await expect(logo.getByText('Uploaded. Choose Update to show it.')).toBeVisible();
  await expect(logo.getByRole('alert')).toHaveCount(0);
  await icon.getByLabel('Upload an image').setInputFiles(await aPicture(300, 200));
  await expect(icon.getByText("This image isn't square")).toBeVisible();
  expect(await save()).toMatch(/<img[^>]*logo\.webp/);

  await expect(logo.getByRole('img', { name: 'Our logo' })).toBeVisible();
  await logo.getByRole('button', { name: 'Remove the logo' }).press('Enter');
  await expect(logo.getByLabel('Upload an image')).toBeFocused();
  const dark = row.getByRole('group', { name: 'Logo in the dark' });
  await dark.getByRole('button', { name: 'Choose an image' }).click();
  await expect(dark.getByRole('radio')).toHaveCount(2);
  expect(await save()).toContain('src="data:image/svg+xml,');
});
