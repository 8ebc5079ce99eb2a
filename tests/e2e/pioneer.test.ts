import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { CATEGORY_DESCRIPTION_MAX_LENGTH } from '#contract/pioneer.ts';
import { accessibilityViolations, violationsInLightAndDark } from './accessibility.ts';
import { requestsOf, failRequests, navigateInApp, holdRequests, spinners } from './requests.ts';
import { expect, test, untilHydrated } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';
import { isThorough } from './thorough.ts';

const widths = () => (isThorough() ? [320, 768, 1280] : [320, 1280]);
const DEFAULT_CROPS = ['Corn', 'Soybeans', 'Wheat', 'Alfalfa', 'Sorghum', 'Sunflower'];
const ITEMS = '/api/config/pioneer-items';

const crops = (page: Page) => page.getByRole('navigation', { name: 'Crops' }).getByRole('link');
const crop = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Crops' }).getByRole('link', { name, exact: true });
const chosen = (page: Page) => page.locator('#chosen');

async function expectChosen(page: Page, name: string): Promise<void> {
  await expect(chosen(page).getByRole('heading', { level: 2 })).toHaveText(name);
  await expect(page.getByRole('navigation', { name: 'Crops' }).locator('[aria-current]')).toHaveText([name]);
}

test('shows crops without requests, and shows a spinner in the crop after a client-side navigation', async ({
  page,
  visit,
  site,
}) => {
  await site.with({
    pioneer: [
      { category: 0, items: ['<p>106 day</p>'] },
      { category: 2, items: ['<p>112 day</p>'] },
    ],
  });
  const calls = requestsOf(page);
  // Malformed percent-encoding.
  await visit('/pioneer?category=%E0%A4%A');
  await expect(crops(page)).toHaveText([...DEFAULT_CROPS, 'Corn Silage']);
  await expect(chosen(page)).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByText(/TruChoice/).last()).toBeVisible();
  await main.getByRole('listitem').last().scrollIntoViewIfNeeded();
  const drawings = main.locator('img');
  await expect
    .poll(() =>
      drawings.evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(11);
  expect(calls).toEqual([]);

  await visit('/store');
  const { release } = await holdRequests(page);
  await navigateInApp(page, 'Pioneer');
  // Silage is only shown when it has items.
  await expect(crops(page)).toHaveText(DEFAULT_CROPS);
  await crop(page, 'Corn').click();
  await expect(chosen(page).getByRole('heading', { level: 2 })).toHaveText('Corn');
  await expect(spinners(page)).toHaveCount(1);
  release();
  await expect(chosen(page).getByText('106 day')).toBeVisible();
  await expect(spinners(page)).toHaveCount(0);
  await expect(crops(page)).toHaveText([...DEFAULT_CROPS, 'Corn Silage']);
  await crop(page, 'Corn Silage').click();
  await expectChosen(page, 'Corn Silage');
  await expect(chosen(page).getByRole('listitem')).toHaveText(['112 day']);
  expect(calls).toEqual([{ method: 'GET', path: ITEMS, body: null }]);
});

test('shows the items of the clicked crop, and of the crop in the URL after a reload, Back and Forward', async ({
  page,
  visit,
  site,
}) => {
  await site.with({
    pioneer: [
      {
        category: 0,
        description: 'Ask <b>Tyler</b> & Co',
        items: ['<p><strong>106 day</strong>: early.</p>', '<p></p>', '<ul><li><p>114 day</p></li></ul>'],
      },
      { category: 3, items: ['<p>Soft red</p>'] },
    ],
  });
  await visit('/pioneer');
  const calls = requestsOf(page);
  await crop(page, 'Corn').click();
  await expectChosen(page, 'Corn');
  await expect(chosen(page)).toBeInViewport();
  await expect(chosen(page).getByText('Ask <b>Tyler</b> & Co')).toBeVisible();
  await expect(chosen(page).getByText('106 day')).toHaveCSS('font-weight', /^[67]00$/);
  await expect(chosen(page).locator('> section > div > ul > li')).toHaveText(['106 day: early.', '114 day']);

  await crop(page, 'Wheat').click();
  await expectChosen(page, 'Wheat');
  await expect(chosen(page).getByRole('listitem')).toHaveText(['Soft red']);
  await expect(page.getByText('106 day')).toHaveCount(0);
  expect(calls).toEqual([]);

  await page.reload();
  await untilHydrated(page);
  await expectChosen(page, 'Wheat');
  await page.goBack();
  await expectChosen(page, 'Corn');
  await page.goBack();
  await expect(chosen(page)).toHaveCount(0);
  await page.goForward();
  await expectChosen(page, 'Corn');
  await visit('/pioneer/?utm_source=mail&category=wheat-product');
  await expectChosen(page, 'Wheat');
});

test('shows an error in the selected crop, and the rest of the page, when the request fails', async ({
  page,
  visit,
  expectProblem,
}) => {
  await visit('/store');
  await failRequests(page, ITEMS, { by: 'responds 401', expectProblem });
  await navigateInApp(page, 'Pioneer');
  await crop(page, 'Corn').click();
  await expect(chosen(page).getByRole('alert')).toHaveText(MESSAGES.pageLoad);
  await expect(crops(page)).toHaveText(DEFAULT_CROPS);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
  await expect(spinners(page)).toHaveCount(0);
});

test(
  'fits a phone and has no accessibility violations when a crop has long texts',
  { tag: '@thorough' },
  async ({ page, visit, site }) => {
    const items = [`<p>${'W'.repeat(400)}</p>`, '<p><strong>Hybrid</strong>: good roots.</p>'];
    const description = 'D'.repeat(CATEGORY_DESCRIPTION_MAX_LENGTH);
    await site.with({ pioneer: [{ category: 0, description, items }] });
    await visit('/pioneer?category=corn-product');
    await expect(chosen(page).getByRole('listitem')).toHaveCount(2);
    await expect(chosen(page).getByText(description)).toBeVisible();
    expect(await horizontalOverflow(page, widths())).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);
  },
);

test(
  'shows the page of another brand with the longest texts on a phone, in a window, and in the dark',
  { tag: '@thorough' },
  async ({ page, visit, site }) => {
    const long = 'W'.repeat(300);
    const brand = {
      address: 'golden-acres',
      name: 'W'.repeat(80),
      heading: long,
      programs: [{ name: long, text: `save 12% ${'x'.repeat(900)}` }],
      categories: Array.from({ length: 20 }, (_, at) => ({
        id: `crop-${at}`,
        categoryName: at === 0 ? long : `Crop ${at}`,
        text: 'x'.repeat(1000),
        imageUrl: '/drawings/crops/corn.svg',
      })),
      services: [{ name: long, drawing: '/drawings/pioneer/seed-delivery.svg' }],
    };
    await site.with({ settings: { seedBrands: [brand] } });
    await visit('/seed/golden-acres?category=crop-0');
    await expect(crops(page)).toHaveCount(20);
    await expect(chosen(page).getByText('x'.repeat(1000))).toBeVisible();
    expect(await horizontalOverflow(page, widths())).toEqual([]);
    expect(await violationsInLightAndDark(page, [390])).toEqual([]);
    await crop(page, 'Crop 1').click();
    await expectChosen(page, 'Crop 1');
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('opens a crop with a full load', async ({ page, visit }) => {
    await visit('/pioneer');
    await crop(page, 'Corn').click();
    await expectChosen(page, 'Corn');
    await expect(chosen(page)).toBeInViewport();
    await expect(chosen(page)).toContainText('106-day');
    await crop(page, 'Sorghum').click();
    await expectChosen(page, 'Sorghum');
    await expect(page.getByText('106-day')).toHaveCount(0);
  });
});
