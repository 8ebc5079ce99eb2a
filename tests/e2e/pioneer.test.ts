import type { Page } from '@playwright/test';
import { violationsInLightAndDark } from './accessibility.ts';
import { expect, test, untilHydrated } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';
import { requestsOf, holdRequests, navigateInApp, spinners } from './requests.ts';
import { isThorough } from './thorough.ts';

const DEFAULT_CROPS = ['Corn', 'Soybeans', 'Wheat', 'Alfalfa', 'Sorghum', 'Sunflower'];

const crops = (page: Page) => page.getByRole('navigation', { name: 'Crops' }).getByRole('link');
const crop = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Crops' }).getByRole('link', { name, exact: true });
const chosen = (page: Page) => page.locator('#chosen');

async function expectChosen(page: Page, name: string): Promise<void> {
  await expect(chosen(page).getByRole('heading', { level: 2 })).toHaveText(name);
  await expect(page.getByRole('navigation', { name: 'Crops' }).locator('[aria-current]')).toHaveText([name]);
}

test('shows the clicked crop, and the crop in the URL after Back, Forward, and a reload', async ({
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
      { category: 2, items: ['<p>112 day</p>'] },
      { category: 3, items: ['<p>Soft red</p>'] },
    ],
  });
  const calls = requestsOf(page);
  // Malformed percent-encoding.
  await visit('/pioneer?category=%E0%A4%A');
  await expect(crops(page)).toHaveText([...DEFAULT_CROPS, 'Corn Silage']);
  await expect(chosen(page)).toHaveCount(0);
  const main = page.getByRole('main');
  await main.getByRole('listitem').last().scrollIntoViewIfNeeded();
  const loaded = () =>
    main
      .locator('img')
      .evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length);
  await expect.poll(loaded).toBe(11);

  await crop(page, 'Corn').click();
  await expectChosen(page, 'Corn');
  // Forced colors would show a transparent border.
  await expect(crop(page, 'Wheat')).toHaveCSS('border-bottom-width', '0px');
  await expect(chosen(page)).toBeInViewport();
  await expect(chosen(page).getByText('Ask <b>Tyler</b> & Co')).toBeVisible();
  await expect(chosen(page).getByText('106 day')).toHaveCSS('font-weight', /^[67]00$/);
  await expect(chosen(page).locator('> section > div > ul > li')).toHaveText(['106 day: early.', '114 day']);
  await crop(page, 'Wheat').click();
  await expectChosen(page, 'Wheat');
  await expect(chosen(page).getByRole('listitem')).toHaveText(['Soft red']);
  await expect(page.getByText('106 day')).toHaveCount(0);
  expect(calls).toEqual([]);

  await page.goBack();
  await expectChosen(page, 'Corn');
  await page.goBack();
  await expect(chosen(page)).toHaveCount(0);
  await page.goForward();
  await page.goForward();
  await page.reload();
  await untilHydrated(page);
  await expectChosen(page, 'Wheat');
  await page.goBack();
  await expectChosen(page, 'Corn');

  await test.step('shows a spinner in a crop whose items load', async () => {
    await navigateInApp(page, 'Contact Us');
    await expect(page).toHaveURL('/contact-us');
    const { release } = await holdRequests(page);
    await navigateInApp(page, 'Pioneer');
    // Silage is only shown when it has items.
    await expect(crops(page)).toHaveText(DEFAULT_CROPS);
    await crop(page, 'Corn').click();
    await expect(chosen(page).getByRole('heading', { level: 2 })).toHaveText('Corn');
    await expect(spinners(page)).toHaveCount(1);
    release();
    await expect(chosen(page).getByText('106 day')).toBeVisible();
    await crop(page, 'Corn Silage').click();
    await expectChosen(page, 'Corn Silage');
    await expect(chosen(page).getByRole('listitem')).toHaveText(['112 day']);
  });
});

test(
  'shows the page of another brand with the longest texts on a phone, in a window, and in the dark',
  { tag: '@long' },
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
    expect(await horizontalOverflow(page, isThorough() ? [320, 768, 1280] : [320, 1280])).toEqual([]);
    expect(await violationsInLightAndDark(page, [390])).toEqual([]);
    await crop(page, 'Crop 1').click();
    await expectChosen(page, 'Crop 1');
  },
);
