import type { Locator, Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { API } from '#contract/paths.ts';
import { aTestImage } from '#tests/support/test-images.ts';
import { failureIn, saveButtonIn } from './dashboard-page.ts';
import { expectResponsive, showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';
import { navigateInApp, requestsOf } from './requests.ts';

test.beforeEach(async ({ signIn }) => signIn());

const section = (page: Page) => page.locator('#seed-brands');
const rowOf = (page: Page, name: string) => section(page).getByRole('group', { name, exact: true });
const pioneer = (page: Page) => rowOf(page, 'Pioneer page');
const brands = (page: Page) => rowOf(page, 'Other seed brands');
const box = (row: Locator, name: string) => row.getByRole('textbox', { name, exact: true });
const fold = (row: Locator, name: RegExp | string) => row.locator('summary').filter({ hasText: name });

async function open(page: Page, visit: (path: string) => Promise<void>): Promise<void> {
  await visit('/admin/dashboard#seed-brands');
  await expect(box(pioneer(page), 'Name')).toBeVisible();
}

/** Presses the save button of a row, and waits for the response. */
async function save(page: Page, row: Locator, status = 200): Promise<void> {
  const response = page.waitForResponse(
    (each) => each.url().endsWith(API.siteSettings) && each.request().method() === 'POST',
  );
  await saveButtonIn(row, 'Update').click();
  expect((await response).status()).toBe(status);
}

test('renames the Pioneer brand, and changes its crops, services, and programs', async ({
  page,
  visit,
  site,
}) => {
  test.slow();
  await site.with({ pioneer: [] });
  await open(page, visit);
  const row = pioneer(page);
  await expect(box(row, 'Heading')).toHaveValue('Industry-leading Products to meet local needs');
  await box(row, 'Name').fill('Golden Acres');
  await box(row, 'Heading').fill('Seed for dry ground');
  await fold(row, 'Crops (8)').click();
  const crops = row.getByRole('list', { name: 'Crops' });
  await box(crops, 'Crop').first().fill('Maize');
  await crops.getByRole('combobox', { name: 'Maize: drawing' }).selectOption('sorghum');
  const down = crops.getByRole('button', { name: 'Move Maize down' });
  await down.focus();
  await down.press('Enter');
  await expect(down).toBeFocused();
  await crops.getByRole('button', { name: 'Remove Sunflower' }).press('Enter');
  const add = row.getByRole('button', { name: 'Add crop' });
  await expect(add).toBeFocused();
  await expect(row.getByText('Sunflower removed. To get it back, choose Undo changes.')).toBeVisible();
  await add.press('Enter');
  await page.keyboard.type('Canola');
  await box(crops, 'Description').last().fill('New this year.');
  await add.press('Enter');
  await expect(row.getByText('There are at most 8 crops. Remove one to add another.')).toBeVisible();
  await fold(row, 'Programs (1)').click();
  const programs = row.getByRole('list', { name: 'Programs' });
  await box(programs, 'Text').fill('save $12 a bag until March.');
  await save(page, row);
  await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');
  // The section shows what was saved.
  await expect(fold(row, 'Crops (8)')).toBeVisible();

  await visit('/');
  await navigateInApp(page, 'Golden Acres');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seed for dry ground');
  await expect(page).toHaveTitle(/^Golden Acres Seed · /);
  const links = page.getByRole('navigation', { name: 'Crops' }).getByRole('link');
  await expect(links).toHaveText(['Soybeans', 'Maize', 'Wheat', 'Alfalfa', 'Sorghum', 'Canola']);
  await links.filter({ hasText: 'Canola' }).click();
  await expect(page).toHaveURL(/\?category=canola#chosen$/);
  await expect(page.locator('#chosen')).toContainText('New this year.');
  await expect(page.getByRole('main')).toContainText(/TruChoice: save \$12 a bag until March\./);
});

test('takes the Pioneer page off the website, and says so beside its items', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 404/);
  await open(page, visit);
  const row = pioneer(page);
  const items = page.locator('#pioneer-items');
  await expect(items.locator('summary').first()).not.toContainText('Switched off');
  await row.getByRole('checkbox', { name: 'Show this page' }).uncheck();
  await save(page, row);
  await expect(items.locator('summary').first()).toContainText('Switched off');

  await visit('/');
  const links = page.getByRole('link', { name: 'Pioneer', exact: true, includeHidden: true });
  await expect(
    page.getByRole('link', { name: 'Products', exact: true, includeHidden: true }),
  ).not.toHaveCount(0);
  await expect(links).toHaveCount(0);
  await page.goto('/pioneer');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES.notFound);

  await visit('/admin/dashboard#pioneer-items');
  await items.getByRole('link', { name: 'Seed Brands' }).click();
  await expect(box(row, 'Name')).toBeVisible();
  await row.getByRole('checkbox', { name: 'Show this page' }).check();
  await save(page, row);
  await expect(items.locator('summary').first()).not.toContainText('Switched off');
});

test('adds a brand with an image, which opens without a page load, and removes it', async ({
  page,
  visit,
}, info) => {
  test.slow();
  await open(page, visit);
  const row = brands(page);
  await row.getByRole('button', { name: 'Add brand' }).click();
  await expect(box(row, 'Name')).toBeFocused();
  await page.keyboard.type('Prairie Gold');
  await expect(box(row, 'Address')).toHaveValue('prairie-gold');
  await expect(row.getByText('The page is at /seed/prairie-gold.')).toBeVisible();
  await box(row, 'Heading').fill('Bred on the plains');
  await fold(row, 'Crops (0)').click();
  await row.getByRole('button', { name: 'Add crop' }).click();
  await page.keyboard.type('Milo');
  await box(row, 'Text').fill('Early.\nStands well.');
  await fold(row, /^Use an image of your own/).click();
  const image = row.getByRole('group', { name: 'Image of Milo' });
  const file = info.outputPath('Milo.png');
  await aTestImage({ width: 400, height: 400 }).png().toFile(file);
  await image.getByLabel('Upload an image').setInputFiles(file);
  await expect(image.getByText('Uploaded. Choose Update to show it.')).toBeVisible();
  await save(page, row);
  await expect(saveButtonIn(row, 'Update')).toHaveText('Saved');

  await visit('/');
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request.url());
  });
  const calls = requestsOf(page);
  await navigateInApp(page, 'Prairie Gold');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bred on the plains');
  await expect(page).toHaveTitle(/^Prairie Gold Seed · /);
  const crop = page.getByRole('navigation', { name: 'Crops' }).getByRole('link', { name: 'Milo' });
  await expect(crop.getByRole('presentation')).toHaveAttribute('src', /^\/images\/.*\.webp/);
  await expect
    .poll(() => crop.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBe(336);
  await crop.click();
  await expect(page.locator('#chosen')).toContainText('Stands well.');
  await page.goBack();
  await expect(page.locator('#chosen')).toHaveCount(0);
  expect(documents).toEqual([]);
  expect(calls).toEqual([]);

  await open(page, visit);
  await row.getByRole('button', { name: 'Remove Prairie Gold' }).click();
  await expect(row.getByText('Prairie Gold removed. To get it back, choose Undo changes.')).toBeVisible();
  await save(page, row);
  expect((await page.request.get('/seed/prairie-gold')).status()).toBe(404);
});

test('keeps what was typed through a rejection and a reload', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 400/);
  const brand = {
    programs: [],
    categories: [],
    services: [],
    heading: 'Acme',
    name: 'Acme',
    address: 'acme',
  };
  await site.with({ settings: { seedBrands: [brand] } });
  await open(page, visit);
  const row = brands(page);
  await row.getByRole('button', { name: 'Add brand' }).click();
  await page.keyboard.type('Acme');
  await box(row, 'Heading').fill('Another one');
  await save(page, row, 400);
  await expect(failureIn(row)).toContainText(
    'Another brand already has the address /seed/acme. Choose another address for Acme.',
  );
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(box(pioneer(page), 'Name')).toBeVisible();
  await fold(row, 'Acme').last().click();
  await expect(box(row, 'Heading')).toHaveValue('Another one');
  await box(row, 'Address').fill('acme-two');
  await save(page, row);
  expect((await page.request.get('/seed/acme-two')).status()).toBe(200);
  await fold(row, 'Acme').last().click();
  await box(row, 'Address').fill('acme-seed');
  await expect(row.getByText('Links to /seed/acme-two will lead there.')).toBeVisible();
  await save(page, row);
  await expect(row.getByText('Links to /seed/acme-two will lead there.')).toHaveCount(0);
  expect((await page.request.get('/seed/acme-two')).url()).toMatch(/\/seed\/acme-seed$/);
});

test('shows both versions when someone else saved the same brand', async ({
  page,
  visit,
  signIn,
  browser,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await open(page, visit);
  const row = pioneer(page);
  await box(row, 'Heading').fill('Our heading');
  const other = await browser.newContext({ baseURL: site.url });
  await signIn('Grace', other);
  const settings = (await (await other.request.get(API.siteSettings)).json()) as {
    pioneer: { value: object };
  };
  const values = { pioneer: { ...settings.pioneer.value, heading: 'Their heading' } };
  expect((await other.request.post(API.siteSettings, { data: { values } })).status()).toBe(200);
  await other.close();
  await save(page, row, 409);
  const theirs = row.getByRole('group', { name: "Someone else's version" });
  await expect(theirs).toContainText('Heading: Their heading');
  await theirs.getByRole('button', { name: 'Use theirs' }).click();
  await expect(box(row, 'Heading')).toHaveValue('Their heading');
});

test(
  'fits and is accessible with everything open, and stays short enough on a phone',
  { tag: '@thorough' },
  async ({ page, visit }) => {
    test.slow();
    await open(page, visit);
    const row = pioneer(page);
    await brands(page).getByRole('button', { name: 'Add brand' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await showOnly(page, ['seed-brands']);
    for (const list of ['Services (4)', 'Programs (1)', 'Crops (8)']) await fold(row, list).click();
    await expect(row.getByRole('button', { name: 'Add crop' })).toBeVisible();
    const { height } = (await section(page).boundingBox())!;
    expect(height).toBeLessThan(8500);
    await fold(row, /^Use an image of your own/)
      .first()
      .click();
    await expect(row.getByLabel('Upload an image')).toBeVisible();
    await expectResponsive(page, { sections: ['seed-brands'] });
  },
);
