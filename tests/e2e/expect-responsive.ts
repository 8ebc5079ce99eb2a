import type { Page } from '@playwright/test';
import { violationsInLightAndDark, smallTargets } from './accessibility.ts';
import { expect } from './fixtures.ts';
import { isThorough } from './thorough.ts';

/**
 * Asserts that the page has no horizontal overflow, small touch targets or accessibility violations, in light and dark.
 * In the editor, only the given sections are open, because checking all of them together is slow.
 */
export async function expectResponsive(
  page: Page,
  { widths = [360, 1280], sections }: { widths?: readonly number[]; sections?: readonly string[] } = {},
): Promise<void> {
  if (sections) await showOnly(page, sections);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expect.poll(() => smallTargets(page), `small targets at ${width} px`).toEqual([]);
  }
  expect(await violationsInLightAndDark(page, isThorough() ? widths : widths.slice(0, 1))).toEqual([]);
}

/** Opens the given sections of the editor, and closes all others. */
export async function showOnly(page: Page, sections: readonly string[]): Promise<void> {
  await page.evaluate((shown) => {
    for (const section of document.querySelectorAll<HTMLDetailsElement>('main details[id]')) {
      section.open = shown.includes(section.id);
    }
  }, sections);
  // The editor learns of it asynchronously.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
