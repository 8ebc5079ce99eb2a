import { expectToFitEnlarged } from './enlarged-text.ts';
import { showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

/** Sections without a grid, whose columns may be narrower than their text. */
const EDITOR_SECTIONS = [
  'home-page',
  'about-us-page',
  'contact-us-information',
  'operating-hours',
  'image-uploading',
  'employee-section',
  'pioneer-items',
  'products-page',
  'documents',
  'website-settings',
  'seed-brands',
  'your-account',
];

// `every-page.test.ts` checks the other pages.
test('fits the editor when text is twice as large or widely spaced', async ({ page, visit, signIn }) => {
  await signIn();
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit('/admin/dashboard#your-account');
  await expect(page.getByRole('combobox', { name: 'Category' })).toBeVisible();
  await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
  await showOnly(page, EDITOR_SECTIONS);
  await expectToFitEnlarged(page, 'editor');
});
