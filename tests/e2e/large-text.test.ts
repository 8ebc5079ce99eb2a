import { openInApp } from './dashboard-page.ts';
import { expectToFitEnlarged } from './enlarged-text.ts';
import { expect, test } from './fixtures.ts';

// Without the sections with a grid, whose columns may be narrower than their text.
test.use({
  openSections: [
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
  ],
});

test('fits the editor and the history when text is twice as large or widely spaced', async ({
  page,
  visit,
  signIn,
}) => {
  test.slow();
  await signIn();
  await visit('/admin/dashboard');
  await expect(page.getByRole('combobox', { name: 'Category' })).toBeVisible();
  await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
  await expectToFitEnlarged(page, 'editor');
  await openInApp(page, '/admin/history');
  await expect(page.getByRole('button', { name: 'Show more changes' })).toBeVisible();
  await expectToFitEnlarged(page, 'history');
});
