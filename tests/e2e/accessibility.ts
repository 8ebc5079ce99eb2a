import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import { EFFORT } from '#tests/support/effort.ts';
import { isThorough } from './thorough.ts';

declare const axe: typeof import('axe-core');

const RULES = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose result can differ between light and dark. */
const COLOR_RULES = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];
const SMALLEST_TARGET_PX = 44;

// The axe version that @axe-core/playwright depends on, minified.
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Returns the axe violations of WCAG 2.2, including AAA contrast, except in frames of other origins. `colors` checks
 * contrast only, for a page whose other rules were checked in another color scheme.
 */
export async function accessibilityViolations(
  page: Page,
  scope: 'all' | 'colors' = 'all',
  exclude: readonly string[] = [],
): Promise<string[]> {
  // Text that wraps again makes the page taller.
  for (let round = 0; round < 3; round++) {
    await page.evaluate(waitForStillness);
    if (!(await uncover(page))) break;
  }
  // AxeBuilder injects axe into every frame on each call and returns all results, which takes several times as long.
  for (const frame of page.frames()) {
    if (isOfOrigin(frame, page) && !(await frame.evaluate(() => 'axe' in globalThis))) {
      await frame.evaluate(AXE);
    }
  }
  return page.evaluate(
    async ({ context, options }) => {
      // axe does not know that a dialog is in front of everything.
      for (const dialog of document.querySelectorAll<HTMLElement>('dialog:modal')) dialog.style.zIndex = '99';
      const { violations, incomplete } = await axe.run(context, options);
      // A contrast that axe cannot measure may be too low.
      const unmeasured = incomplete.filter(({ id }) => id.startsWith('color-contrast'));
      return [...violations, ...unmeasured].flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id} ${target.join(' ')} ${html}`),
      );
    },
    {
      // axe cannot measure the sentence behind an iframe, which assistive programs skip.
      context: { exclude: ['iframe[sandbox]', 'p[aria-hidden="true"]', ...exclude] },
      options: {
        runOnly: scope === 'all' ? RULES : { type: 'rule' as const, values: COLOR_RULES },
        resultTypes: ['violations' as const, 'incomplete' as const],
        // Loads styles and media again, which only the rules for locked orientation and for sound need.
        preload: EFFORT.widths === 'all',
      },
    },
  );
}

/**
 * Makes the window as tall as a page with a bar at its bottom edge: axe cannot measure the texts under the bar. Returns
 * whether it had to.
 */
async function uncover(page: Page): Promise<boolean> {
  const height = await page.evaluate(() =>
    document.querySelector('[data-edge="bottom"]') ? document.documentElement.scrollHeight : 0,
  );
  const size = page.viewportSize();
  if (!size || height <= size.height) return false;
  await page.setViewportSize({ width: size.width, height });
  return true;
}

/** Waits for the end of resizing and scrolling, up to one second: axe reads positions once and uses them for a whole run. */
async function waitForStillness(): Promise<void> {
  let still = 0;
  let before = '';
  for (let frame = 0; frame < 60 && still < 3; frame++) {
    await new Promise(requestAnimationFrame);
    const now = String([scrollX, scrollY, innerWidth, innerHeight, document.documentElement.scrollHeight]);
    still = now === before ? still + 1 : 0;
    before = now;
  }
}

/**
 * Returns whether a frame has the origin of its page. A frame that has not loaded yet inherits it. A lazy one that has not
 * even started has no URL, and cannot run scripts.
 */
function isOfOrigin(frame: Frame, page: Page): boolean {
  const url = frame.url();
  if (url === '') return false;
  return url.startsWith('about:') || new URL(url).origin === new URL(page.url()).origin;
}

/** Checks all widths in light and dark. The everyday run checks all rules in light, and contrast in dark, once each. */
export async function violationsInLightAndDark(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme } of viewsOf(widths)) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    // axe cannot measure the contrast of texts under the sticky bar.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const here = await accessibilityViolations(page, colorScheme === 'light' ? 'all' : 'colors');
    found.push(...here.map((finding) => `${width} px, ${colorScheme}: ${finding}`));
  }
  return found;
}

type View = { width: number; colorScheme: 'light' | 'dark' };

function viewsOf(widths: readonly number[]): View[] {
  const views = widths.flatMap((width): View[] => [
    { width, colorScheme: 'light' },
    { width, colorScheme: 'dark' },
  ]);
  if (isThorough()) return views;
  return views.filter(({ width, colorScheme }) => width === widths.at(colorScheme === 'light' ? -1 : 0));
}

/** Returns visible controls with a side shorter than 44 px. Links within a line of text are exempt. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const controls = document.querySelectorAll('a[href], button, summary, input, select, textarea');
    return [...controls].flatMap((control) => {
      // Chromium rounds down to 1/64 px.
      const { width, height } = control.getBoundingClientRect();
      if (Math.min(width, height) > smallest - 0.1) return [];
      // The hit area of a link in a dense row may be larger than the link.
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
