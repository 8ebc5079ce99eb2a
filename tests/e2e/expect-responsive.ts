import type { Page } from '@playwright/test';
import { EFFORT } from '#tests/support/effort.ts';
import { violationsInLightAndDark, smallTargets } from './accessibility.ts';
import { expect } from './fixtures.ts';

/**
 * Asserts that the page has no horizontal overflow, small touch targets or accessibility violations, in light and dark.
 * In the editor, only the given sections stay open, because checking all of them together is slow.
 */
export async function expectResponsive(
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
  // axe also computes the styles of closed sections, which takes longer than the rest.
  if (isQuick && sections) await removeClosed(page);
  expect(await violationsInLightAndDark(page, isQuick ? widths.slice(0, 1) : widths)).toEqual([]);
}

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
