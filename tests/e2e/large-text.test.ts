import type { Page } from '@playwright/test';
import { openInApp } from './dashboard-page.ts';
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
  '/admin',
  '/error',
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

test.use({ openSections: EDITOR_SECTIONS });

test('fits every page, the editor, and the history when text is twice as large or widely spaced', async ({
  page,
  visit,
  signIn,
}) => {
  test.slow();
  await signIn();
  const setFontSize = await fontSizeSetting(page);
  await visit('/');
  for (const [name, change] of [
    ['twice as large', () => setFontSize(32)],
    ['widely spaced', () => setFontSize(16).then(() => spaceText(page))],
  ] as const) {
    await change();
    for (const path of PATHS) {
      await openInApp(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoFaults(page, `${path}, ${name}`);
    }
    await openInApp(page, '/admin/history');
    await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
    await expectNoFaults(page, `history, ${name}`);
    await openInApp(page, '/admin/dashboard');
    await expect(page.getByRole('combobox', { name: 'Category' })).toBeVisible();
    await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
    await expectNoFaults(page, `editor, ${name}`);
  }
});

test('fits the pages without the app when text is twice as large or widely spaced', async ({ page }) => {
  for (const path of ['/cash-bids.html', '/price-sheet']) {
    await page.goto(path);
    const setFontSize = await fontSizeSetting(page);
    await setFontSize(32);
    await expectNoFaults(page, `${path}, twice as large`);
    await setFontSize(16);
    await spaceText(page);
    await expectNoFaults(page, `${path}, widely spaced`);
  }
});

/** Expects that nothing is cut off or overlaps with the text settings of WCAG 2.2, 1.4.4 and 1.4.12. */
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
