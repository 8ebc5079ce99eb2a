import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { CATEGORY_DESCRIPTION_MAX_LENGTH, PIONEER_ITEMS_PER_CATEGORY } from '#contract/pioneer.ts';
import { barriers } from './barriers.ts';
import { callsOf, FAILURES, goInside, holdCalls, spinners } from './calls.ts';
import { expect, test, untilAwake } from './fixtures.ts';
import { pushedSideways } from './sideways.ts';

const ALWAYS = ['Corn', 'Soybeans', 'Wheat', 'Alfalfa', 'Sorghum', 'Sunflower'];
const ITEMS = '/api/config/pioneer-items';

const crops = (page: Page) => page.getByRole('navigation', { name: 'Crops' }).getByRole('link');
const crop = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Crops' }).getByRole('link', { name, exact: true });
const chosen = (page: Page) => page.locator('#chosen');

/** Waits until a category is the one that is chosen. */
async function expectChosen(page: Page, name: string): Promise<void> {
  await expect(chosen(page).getByRole('heading', { level: 2 })).toHaveText(name);
  await expect(page.getByRole('navigation', { name: 'Crops' }).locator('[aria-current]')).toHaveText([name]);
}

test('The page has its crops, services and savings, nothing is chosen, and no call is made', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ pioneer: [] });
  const calls = callsOf(page);
  await visit('/pioneer');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    'Industry-leading Products to meet local needs',
  );
  await expect(crops(page)).toHaveText(ALWAYS);
  await expect(page.getByRole('navigation', { name: 'Crops' }).locator('[aria-current]')).toHaveCount(0);
  await expect(chosen(page)).toHaveCount(0);
  await expect(main.getByRole('listitem')).toHaveText([
    'Field Mapping',
    'LumiGen Seed Treatment',
    'Seed Delivery',
    'Crop Scouting',
  ]);
  await expect(main.getByText(/TruChoice/).last()).toBeVisible();
  await expect(main).toContainText(
    'TruChoice: customers are eligible to save up to 15% on crop protection products.',
  );
  await main.getByRole('listitem').last().scrollIntoViewIfNeeded();
  const drawings = main.locator('img');
  await expect
    .poll(() =>
      drawings.evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(10);
  expect(calls).toEqual([]);
});

test('A click shows the description and the items of that category alone, without a call', async ({
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
  const calls = callsOf(page);
  await crop(page, 'Corn').click();
  await expectChosen(page, 'Corn');
  await expect(chosen(page)).toBeInViewport();
  await expect(chosen(page).getByText('Ask <b>Tyler</b> & Co')).toBeVisible();
  await expect(chosen(page).getByText('106 day')).toHaveCSS('font-weight', /^[67]00$/);
  // An item of nothing is none.
  await expect(chosen(page).locator('> section > div > ul > li')).toHaveText(['106 day: early.', '114 day']);

  await crop(page, 'Wheat').click();
  await expectChosen(page, 'Wheat');
  await expect(chosen(page)).toContainText('Winter wheat for grain');
  await expect(chosen(page).getByRole('listitem')).toHaveText(['Soft red']);
  await expect(page.getByText('106 day')).toHaveCount(0);

  await crop(page, 'Sunflower').click();
  await expectChosen(page, 'Sunflower');
  await expect(chosen(page)).toContainText('Oil and confection hybrids.');
  await expect(chosen(page)).toContainText('No products listed.');
  expect(calls).toEqual([]);
});

test('The choice stands in the address: it survives a reload, Back, Forward and a slash at the end', async ({
  page,
  visit,
}) => {
  await visit('/pioneer');
  await crop(page, 'Soybeans').click();
  await crop(page, 'Alfalfa').click();
  await expectChosen(page, 'Alfalfa');
  await page.reload();
  await untilAwake(page);
  await expectChosen(page, 'Alfalfa');
  await page.goBack();
  await expectChosen(page, 'Soybeans');
  await page.goBack();
  await expect(chosen(page)).toHaveCount(0);
  await page.goForward();
  await expectChosen(page, 'Soybeans');
  await visit('/pioneer/?utm_source=mail&category=wheat-product');
  await expectChosen(page, 'Wheat');
});

test('A category that nobody knows chooses none', async ({ page, visit }) => {
  for (const query of [
    'category=barley',
    'category=',
    'category=__proto__',
    'category=%E0%A4%A',
    'category',
  ]) {
    await visit(`/pioneer?${query}`);
    await expect(crops(page)).not.toHaveCount(0);
    await expect(chosen(page), query).toHaveCount(0);
  }
});

test('Silage and inoculants stand on the page only with items', async ({ page, visit, site }) => {
  await site.with({ pioneer: [{ category: 2, items: ['<p>112 day</p>'] }] });
  for (const arrive of ['first load', 'inside']) {
    await visit(arrive === 'inside' ? '/store' : '/pioneer');
    if (arrive === 'inside') await goInside(page, 'Pioneer');
    await expect(crops(page)).toHaveText([...ALWAYS, 'Corn Silage']);
  }
  await crop(page, 'Corn Silage').click();
  await expectChosen(page, 'Corn Silage');
  await expect(chosen(page).getByRole('listitem')).toHaveText(['112 day']);
  await site.with({ pioneer: [{ category: 6, items: ['<p>For hay</p>'] }] });
  await visit('/pioneer');
  await expect(crops(page)).toHaveText([...ALWAYS, 'Inoculants']);
});

test('Inside the app, the page asks for all items once; a choice made meanwhile waits for them', async ({
  page,
  visit,
}) => {
  await visit('/store');
  const calls = callsOf(page);
  const { release } = await holdCalls(page);
  await goInside(page, 'Pioneer');
  await expect(crops(page)).toHaveText(ALWAYS);
  await crop(page, 'Corn').click();
  await expect(chosen(page).getByRole('heading', { level: 2 })).toHaveText('Corn');
  await expect(spinners(page)).toHaveCount(1);
  release();
  await expect(chosen(page).getByText('106 day')).toBeVisible();
  await expect(spinners(page)).toHaveCount(0);
  await crop(page, 'Wheat').click();
  await expectChosen(page, 'Wheat');
  expect(calls).toEqual([{ method: 'GET', path: ITEMS, body: null }]);
});

test('However the call of the items fails, the chosen category says so, and the page stands', async ({
  page,
  visit,
  expectProblem,
}) => {
  test.slow();
  for (const [kind, { answer, problem }] of Object.entries(FAILURES)) {
    await test.step(kind, async () => {
      if (problem) expectProblem(problem);
      await visit('/store');
      await page.route(ITEMS, answer);
      await goInside(page, 'Pioneer');
      await crop(page, 'Corn').click();
      await expect(chosen(page).getByRole('alert')).toHaveText(MESSAGES.pageLoad);
      await expect(crops(page)).toHaveText(ALWAYS);
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
      await expect(spinners(page)).toHaveCount(0);
    });
  }
});

test('A full category with long texts stays within a phone and has no barrier', async ({
  page,
  visit,
  site,
}) => {
  const items = Array.from({ length: PIONEER_ITEMS_PER_CATEGORY }, (_, index) =>
    index === 3 ? `<p>${'W'.repeat(400)}</p>` : `<p><strong>Hybrid ${index}</strong>: good roots.</p>`,
  );
  const description = 'D'.repeat(CATEGORY_DESCRIPTION_MAX_LENGTH);
  await site.with({ pioneer: [{ category: 0, description, items }] });
  await visit('/pioneer?category=corn-product');
  await expect(chosen(page).getByRole('listitem')).toHaveCount(100);
  await expect(chosen(page).getByText(description)).toBeVisible();
  expect(await pushedSideways(page, [320, 768, 1280])).toEqual([]);
  expect(await barriers(page)).toEqual([]);
});

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a click loads the page with the category', async ({ page, visit }) => {
    await visit('/pioneer');
    await crop(page, 'Corn').click();
    await expectChosen(page, 'Corn');
    await expect(chosen(page)).toBeInViewport();
    await expect(chosen(page)).toContainText('106 day');
    await crop(page, 'Sorghum').click();
    await expectChosen(page, 'Sorghum');
    await expect(page.getByText('106 day')).toHaveCount(0);
  });
});
