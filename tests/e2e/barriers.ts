import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All that can differ between a light and a dark page. */
const RULES_OF_COLOUR = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];
const SMALLEST_TARGET_PX = 44;

/**
 * What axe finds against WCAG 2.2, the contrast of AAA included: the rule and the place of each. `colours` looks at
 * colours alone, for a page that was looked at whole in others.
 */
export async function barriers(page: Page, scope: 'all' | 'colours' = 'all'): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // What is shut in is other people's page.
    .exclude('iframe[sandbox]')
    // Otherwise every look opens a page of its own to put its findings together; only our own frames are looked into.
    .setLegacyMode();
  const { violations, incomplete } = await (
    scope === 'all' ? axe.withTags(RULES) : axe.withRules(RULES_OF_COLOUR)
  ).analyze();
  // A contrast that could not be measured is none that is known to be enough.
  const unmeasured = incomplete.filter(({ id }) => id.startsWith('color-contrast'));
  return [...violations, ...unmeasured].flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id} ${target.join(' ')} ${html}`),
  );
}

/** The same at these widths, light and dark: each finding with where it was. */
export async function barriersInLightAndDark(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Of what lies under the strip at the top no contrast can be measured.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const here = await barriers(page, colorScheme === 'light' ? 'all' : 'colours');
      found.push(...here.map((finding) => `${width} px, ${colorScheme}: ${finding}`));
    }
  }
  return found;
}

/** Visible controls with a side under 44 px. Links within a line of text are as high as their line. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const controls = document.querySelectorAll('a[href], button, summary, input, select, textarea');
    return [...controls].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect();
      if (width >= smallest && height >= smallest) return [];
      // A link in a dense row may reach further than it shows.
      const after = getComputedStyle(control, '::after');
      const reach = [after.width, after.height].map(Number.parseFloat);
      if (after.position === 'absolute' && reach.every((side) => side >= smallest)) return [];
      if (!control.checkVisibility({ visibilityProperty: true })) return [];
      const isInText =
        getComputedStyle(control).display === 'inline' &&
        [...(control.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
        );
      return isInText ? [] : [`${control.outerHTML.slice(0, 120)} ${width} x ${height}`];
    });
  }, SMALLEST_TARGET_PX);
}
