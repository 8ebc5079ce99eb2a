import type { Page } from '@playwright/test';
import { barriersInLightAndDark, smallTargets } from './barriers.ts';
import { expect } from './fixtures.ts';

/**
 * A page in the state that it is in scrolls never sideways, every control of it is large enough for a thumb, and axe
 * knows no barrier: on a phone and on a desk, light and dark.
 */
export async function expectFits(page: Page, widths: readonly number[] = [360, 1280]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await smallTargets(page), `small targets at ${width} px`).toEqual([]);
  }
  expect(await barriersInLightAndDark(page, widths)).toEqual([]);
}
