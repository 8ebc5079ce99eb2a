import type { Locator } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { aTestImage } from '#tests/support/test-images.ts';
import { failureIn, saveButtonIn, title } from './dashboard-page.ts';
import { expect, test } from './fixtures.ts';
import { navigateInApp, requestsOf } from './requests.ts';

test.use({ openSections: ['seed-brands', 'pioneer-items'] });

const box = (row: Locator, name: string) => row.getByRole('textbox', { name, exact: true });
const fold = (row: Locator, name: RegExp | string) => row.locator('summary').filter({ hasText: name });

test('edits the Pioneer brand and other brands, whose pages open without a page load', async ({
  page,
  visit,
  signIn,
  site,
  expectProblem,
}, info) => {
  test.slow();
  expectProblem(/status of 400/);
  await site.with({ pioneer: [] });
  await signIn();
  await visit('/admin/dashboard');
  const rowOf = (name: string) => page.locator('#seed-brands').getByRole('group', { name, exact: true });
  const pioneer = rowOf('Pioneer page');
  const brands = rowOf('Other seed brands');
  /** Presses the save button of a row, and waits for the response. */
  const save = async (row: Locator, status = 200) => {
    const response = page.waitForResponse(
      (each) => each.url().endsWith(API.siteSettings) && each.request().method() === 'POST',
    );
    await saveButtonIn(row, 'Update').click();
    expect((await response).status()).toBe(status);
  };

  await test.step('renames the Pioneer brand, and changes its crops and programs', async () => {
    await expect(box(pioneer, 'Heading')).toHaveValue('Industry-leading Products to meet local needs');
    await box(pioneer, 'Name').fill('Golden Acres');
    await box(pioneer, 'Heading').fill('Seed for dry ground');
    await fold(pioneer, 'Crops (8)').click();
    const crops = pioneer.getByRole('list', { name: 'Crops' });
    await box(crops, 'Crop').first().fill('Maize');
    await crops.getByRole('combobox', { name: 'Maize: drawing' }).selectOption('sorghum');
    const down = crops.getByRole('button', { name: 'Move Maize down' });
    await down.focus();
    await down.press('Enter');
    await expect(down).toBeFocused();
    await crops.getByRole('button', { name: 'Remove Sunflower' }).press('Enter');
    await expect(crops.getByRole('button', { name: 'Undo' })).toBeFocused();
    const add = pioneer.getByRole('button', { name: 'Add crop' });
    await add.press('Enter');
    await page.keyboard.type('Canola');
    await box(crops, 'Description').last().fill('New this year.');
    await add.press('Enter');
    await expect(pioneer.getByText('There are at most 8 crops. Remove one to add another.')).toBeVisible();
    await fold(pioneer, 'Programs (1)').click();
    const programs = pioneer.getByRole('list', { name: 'Programs' });
    await box(programs, 'Text').fill('save $12 a bag until March.');
    await save(pioneer);
    // The section shows what was saved.
    await expect(fold(pioneer, 'Crops (8)')).toBeVisible();
  });

  await test.step('says beside the Pioneer items that their page is off', async () => {
    const shown = pioneer.getByRole('checkbox', { name: 'Show this page' });
    await expect(title(page, 'Pioneer Items')).toHaveText('Pioneer Items');
    await shown.uncheck();
    await save(pioneer);
    await expect(title(page, 'Pioneer Items')).toContainText('Switched off');
    expect((await page.request.get('/pioneer')).status()).toBe(404);
    await page.locator('#pioneer-items').getByRole('link', { name: 'Seed Brands' }).click();
    await shown.check();
    await save(pioneer);
    await expect(title(page, 'Pioneer Items')).toHaveText('Pioneer Items');
  });

  await test.step('adds a brand with an image', async () => {
    await brands.getByRole('button', { name: 'Add brand' }).click();
    await expect(box(brands, 'Name')).toBeFocused();
    await page.keyboard.type('Prairie Gold');
    await expect(box(brands, 'Address')).toHaveValue('prairie-gold');
    await expect(brands.getByText('The page is at /seed/prairie-gold.')).toBeVisible();
    await box(brands, 'Heading').fill('Bred on the plains');
    await fold(brands, 'Crops (0)').click();
    await brands.getByRole('button', { name: 'Add crop' }).click();
    await page.keyboard.type('Milo');
    await box(brands, 'Text').fill('Early.\nStands well.');
    await fold(brands, /^Use an image of your own/).click();
    const image = brands.getByRole('group', { name: 'Image of Milo' });
    const file = info.outputPath('Milo.png');
    await aTestImage({ width: 400, height: 400 }).png().toFile(file);
    await image.getByLabel('Upload an image').setInputFiles(file);
    await expect(image.getByText('Uploaded. Choose Update to show it.')).toBeVisible();
    await save(brands);
    await expect(brands.getByRole('status').first()).toHaveText(/^Last saved /);
  });

  await test.step('keeps what was typed through a rejection, and removes a brand', async () => {
    await brands.getByRole('button', { name: 'Add brand' }).click();
    await page.keyboard.type('Prairie Gold');
    await box(brands, 'Heading').last().fill('Another one');
    await save(brands, 400);
    await expect(failureIn(brands)).toContainText(
      'Another brand already has the address /seed/prairie-gold. Choose another address for Prairie Gold.',
    );
    await expect(box(brands, 'Heading').last()).toHaveValue('Another one');
    await box(brands, 'Address').last().fill('acme-two');
    await save(brands);
    expect((await page.request.get('/seed/acme-two')).status()).toBe(200);
    await brands.getByRole('button', { name: 'Remove Prairie Gold' }).last().click();
    await expect(brands.getByText('Removed when you save: Prairie Gold')).toBeVisible();
    await save(brands);
    await expect(brands.getByText(/^Removed when you save/)).toHaveCount(0);
    expect((await page.request.get('/seed/acme-two')).status()).toBe(404);
  });

  await test.step('opens their pages without a page load or a request', async () => {
    await visit('/');
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        documents.push(request.url());
    });
    await navigateInApp(page, 'Golden Acres');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Seed for dry ground');
    await expect(page).toHaveTitle(/^Golden Acres Seed · /);
    const crops = page.getByRole('navigation', { name: 'Crops' }).getByRole('link');
    await expect(crops).toHaveText(['Soybeans', 'Maize', 'Wheat', 'Alfalfa', 'Sorghum', 'Canola']);
    await crops.filter({ hasText: 'Canola' }).click();
    await expect(page).toHaveURL(/\?category=canola#chosen$/);
    const chosen = page.locator('#chosen');
    await expect(chosen).toContainText('New this year.');
    await expect(page.getByRole('main')).toContainText(/TruChoice: save \$12 a bag until March\./);

    const calls = requestsOf(page);
    await navigateInApp(page, 'Prairie Gold');
    await expect(heading).toHaveText('Bred on the plains');
    await expect(page).toHaveTitle(/^Prairie Gold Seed · /);
    const crop = crops.filter({ hasText: 'Milo' });
    await expect(crop.getByRole('presentation')).toHaveAttribute('src', /^\/images\/.*\.webp/);
    await expect
      .poll(() => crop.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBe(336);
    await crop.click();
    await expect(chosen).toContainText('Stands well.');
    await page.goBack();
    await expect(chosen).toHaveCount(0);
    expect(documents).toEqual([]);
    expect(calls).toEqual([]);
  });
});
