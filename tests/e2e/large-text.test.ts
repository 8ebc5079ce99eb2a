import type { Page } from '@playwright/test';
import { showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';
import { textOverlaps } from './text-overlaps.ts';

const PATHS = [
  '/',
  '/about-us',
  '/contact-us',
  '/products',
  '/pioneer?category=corn-product',
  '/store',
  '/gallery',
  '/weather',
  '/news',
  '/future-market-overview',
  '/weather-overview',
  '/cash-bids.html',
  '/price-sheet',
  '/admin',
  '/error',
  '/no-such-page',
];
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
const WIDTHS = [390, 1280];

test('fits every page when text is twice as large or widely spaced', async ({ page, expectProblem }) => {
  test.slow();
  expectProblem(/status of 404/);
  for (const path of PATHS) {
    await page.goto(path);
    await expectToFit(page, path);
  }
});

test('fits the editor when text is twice as large or widely spaced', async ({ page, visit, signIn }) => {
  await signIn();
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit('/admin/dashboard#your-account');
  await expect(page.getByRole('combobox', { name: 'Category' })).toBeVisible();
  await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
  await showOnly(page, EDITOR_SECTIONS);
  await expectToFit(page, 'editor');
});

test('fits the history when text is twice as large or widely spaced', async ({ page, visit, signIn }) => {
  test.slow();
  await signIn();
  await visit('/admin/history');
  await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  await expectToFit(page, 'history');
});

/** Expects that nothing is cut off or overlaps with the text settings of WCAG 2.2, 1.4.4 and 1.4.12. */
async function expectToFit(page: Page, name: string): Promise<void> {
  const setFontSize = await fontSizeSetting(page);
  await setFontSize(32);
  await expectNoFaults(page, `${name}, twice as large`);
  await setFontSize(16);
  await spaceText(page);
  await expectNoFaults(page, `${name}, widely spaced`);
}

async function expectNoFaults(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    expect.soft(await horizontalOverflow(page, [width]), name).toEqual([]);
    expect.soft(await textOverlaps(page), `${name} at ${width} px`).toEqual([]);
  }
}

/** Returns a function that sets the font size in the browser's settings. */
async function fontSizeSetting(page: Page): Promise<(px: number) => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  return async (px) => {
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
      .toBe(`${px}px`);
  };
}

/** Applies text spacing in a constructed style sheet, which the content security policy does not block. */
const spaceText = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * {
        line-height: 1.5 !important;
        letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important;
      }
      p {
        margin-bottom: 2em !important;
      }
    `);
    document.adoptedStyleSheets = [sheet];
  });
