import type { Page } from '@playwright/test';

/** Returns the causes of horizontal overflow at each width. */
export async function horizontalOverflow(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await overflowCauses(page)).map((cause) => `at ${width} px: ${cause}`));
  }
  return found;
}

/** Returns the causes of horizontal overflow at the current width. */
export const overflowCauses = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth,
    );
    return [`${scrollWidth} px`, ...wide.slice(-3).map((each) => each.outerHTML.slice(0, 160))];
  });
