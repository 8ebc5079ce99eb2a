import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';
import { textOverlaps } from './text-overlaps.ts';

/** Expects that nothing is cut off or overlaps with the text settings of WCAG 2.2, 1.4.4 and 1.4.12. */
export async function expectToFitEnlarged(page: Page, name: string): Promise<void> {
  const setFontSize = await fontSizeSetting(page);
  await setFontSize(32);
  await expectNoFaults(page, `${name}, twice as large`);
  await setFontSize(16);
  await spaceText(page);
  await expectNoFaults(page, `${name}, widely spaced`);
  await page.evaluate(() => void (document.adoptedStyleSheets = []));
}

async function expectNoFaults(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    expect.soft(await horizontalOverflow(page, [width]), name).toEqual([]);
    expect.soft(await textOverlaps(page), `${name} at ${width} px`).toEqual([]);
  }
}

/** Returns a function that sets the font size in the browser's settings. */
export async function fontSizeSetting(page: Page): Promise<(px: number) => Promise<void>> {
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
