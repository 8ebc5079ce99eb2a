import type { Page } from '@playwright/test';
import { violationsInLightAndDark, smallTargets } from './accessibility.ts';
import { expect } from './fixtures.ts';
import { isThorough } from './thorough.ts';

/** Width below which the editor shows one section at a time. */
const NARROW_PX = 900;

/**
 * Asserts that the page has no horizontal overflow, small touch targets or accessibility violations, in light and dark.
 * In the editor, only the given sections are open, because checking all of them together is slow.
 */
export async function expectResponsive(
  page: Page,
  { widths = [360, 1280], sections }: { widths?: readonly number[]; sections?: readonly string[] } = {},
): Promise<void> {
  const isQuick = !isThorough();
  async function forEachView(width: number, check: () => Promise<void>): Promise<void> {
    await page.setViewportSize({ width, height: 900 });
    if (!sections) return check();
    const views = width < NARROW_PX ? sections.map((section) => [section]) : [sections];
    for (const shown of views) {
      await showOnly(page, shown);
      await check();
    }
  }
  for (const width of widths) {
    await forEachView(width, async () => {
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await expect.poll(() => smallTargets(page), `small targets at ${width} px`).toEqual([]);
    });
  }
  // axe also computes the styles of closed sections, which takes longer than the rest.
  if (isQuick && sections) await removeOthers(page, sections);
  for (const width of isQuick ? widths.slice(0, 1) : widths) {
    await forEachView(width, async () => {
      // Sticky headers cover what has scrolled under them, whose contrast axe then cannot measure.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      expect(await violationsInLightAndDark(page, [width])).toEqual([]);
    });
  }
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

const removeOthers = (page: Page, sections: readonly string[]) =>
  page.evaluate((kept) => {
    for (const section of document.querySelectorAll('main details[id]')) {
      if (!kept.includes(section.id)) section.remove();
    }
  }, sections);
