import { openInApp } from './dashboard-page.ts';
import { expectToFitEnlarged, fontSizeSetting } from './enlarged-text.ts';
import { showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';

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
    'past-prices',
    'website-settings',
    'seed-brands',
    'your-account',
  ],
});

test('fits the editor, the history, and the harvest board when text is twice as large or widely spaced', async ({
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

  await showOnly(page, ['cash-bids', 'fuel']);
  const setFontSize = await fontSizeSetting(page);
  await setFontSize(32);
  expect(await horizontalOverflow(page, [390, 1280])).toEqual([]);
  // A row of a narrow grid has its name beside its price.
  for (const row of ['Bids, row 1 Hickory Bend, Corn', 'Fuel Types and Prices, row 1 #2 Dyed Diesel'])
    await expect(page.getByRole('button', { name: row })).toBeVisible();
  await setFontSize(16);

  await openInApp(page, '/admin/history');
  const more = page.getByRole('button', { name: 'Show more changes' });
  await expect(more).toBeVisible();
  await expectToFitEnlarged(page, 'history');
  const ofDemo = page.getByText(/^\d+ changes$/);
  const shown = async () => Number.parseInt(await ofDemo.innerText(), 10);
  const before = await shown();
  await more.click();
  await expect.poll(shown).toBeGreaterThan(before);

  await openInApp(page, '/admin/today#harvest');
  await page.getByRole('button', { name: /^More, .*, Corn$/ }).click();
  await expectToFitEnlarged(page, 'harvest board');
});
