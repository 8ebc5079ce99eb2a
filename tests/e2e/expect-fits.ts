import type { Page } from '@playwright/test';
import { EFFORT } from '#tests/support/effort.ts';
import { barriersInLightAndDark, smallTargets } from './barriers.ts';
import { expect } from './fixtures.ts';

/**
 * A page in the state that it is in scrolls never sideways, every control of it is large enough for a thumb, and axe
 * knows no barrier, light and dark. Of the editor only the named sections stay open: each has such a test of its own,
 * and all of them together take long to look at. The everyday run lets axe look at the first width alone.
 */
export async function expectFits(
  page: Page,
  { widths = [360, 1280], sections }: { widths?: readonly number[]; sections?: readonly string[] } = {},
): Promise<void> {
  const isQuick = EFFORT.widths === 'few';
  if (sections) await showOnly(page, sections);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await smallTargets(page), `small targets at ${width} px`).toEqual([]);
  }
  // axe computes the styles of closed sections, too, which takes longer than the rest.
  if (isQuick && sections) await removeClosed(page);
  expect(await barriersInLightAndDark(page, isQuick ? widths.slice(0, 1) : widths)).toEqual([]);
}

/** Closes the other sections of the editor. */
export async function showOnly(page: Page, sections: readonly string[]): Promise<void> {
  await page.evaluate((open) => {
    for (const section of document.querySelectorAll('main details[id]')) {
      if (!open.includes(section.id)) section.removeAttribute('open');
    }
  }, sections);
}

const removeClosed = (page: Page) =>
  page.evaluate(() => {
    for (const section of document.querySelectorAll('main details[id]:not([open])')) section.remove();
  });
