import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SMALLEST_TARGET_PX = 44;

/** What axe finds against WCAG 2.2, the contrast of AAA included: the rule and the place of each. */
export async function barriers(page: Page): Promise<string[]> {
  const { violations, incomplete } = await new AxeBuilder({ page })
    // What is shut in is other people's page.
    .exclude('iframe[sandbox]')
    .withTags(RULES)
    .analyze();
  // A contrast that could not be measured is none that is known to be enough.
  const unmeasured = incomplete.filter(({ id }) => id.startsWith('color-contrast'));
  return [...violations, ...unmeasured].flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id} ${target.join(' ')} ${html}`),
  );
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
