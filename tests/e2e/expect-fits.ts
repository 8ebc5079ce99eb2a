import type { Page } from '@playwright/test';
import { barriersInLightAndDark, smallTargets } from './barriers.ts';
import { expect } from './fixtures.ts';

/**
 * A page in the state that it is in scrolls never sideways, every control of it is large enough for a thumb, and axe
 * knows no barrier: on a phone and on a desk, light and dark. Of the editor only the named sections stay open: each has
 * such a test of its own, and all of them together take long to look at.
 */
export async function expectFits(
  page: Page,
  { widths = [360, 1280], sections }: { widths?: readonly number[]; sections?: readonly string[] } = {},
): Promise<void> {
  if (sections) {
    await page.evaluate((open) => {
      for (const section of document.querySelectorAll('main details[id]')) {
        if (!open.includes(section.id)) section.removeAttribute('open');
      }
    }, sections);
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await smallTargets(page), `small targets at ${width} px`).toEqual([]);
  }
  expect(await barriersInLightAndDark(page, widths)).toEqual([]);
}
