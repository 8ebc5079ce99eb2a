import type { Page } from '@playwright/test';
import { EFFORT } from '#tests/support/effort.ts';
import { nothing, tooMuch } from '#tests/support/extremes.ts';
import { barriers, barriersInLightAndDark, smallTargets } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { layoutFaults } from './layout-faults.ts';

const PATHS = [
  '/',
  '/about-us',
  '/contact-us',
  '/products',
  '/pioneer',
  '/store',
  '/gallery',
  '/weather',
  '/admin',
  '/future-market-overview',
  '/error',
  '/no-such-page',
];
/** Pages with the same component as /future-market-overview. */
const MORE_WIDGET_PATHS = [
  '/future-detail',
  '/market-snapshot',
  '/news',
  '/weather-overview',
  '/weather-detail',
];
const WIDTHS = EFFORT.widths === 'all' ? [320, 360, 390, 768, 1280, 1920] : [320, 390, 1280];

for (const path of [...PATHS, ...MORE_WIDGET_PATHS]) {
  const details = MORE_WIDGET_PATHS.includes(path) ? { tag: '@long' } : {};

  test(
    `${path} hydrates unchanged, fits every width, and has no accessibility violation`,
    details,
    async ({ page, visit, expectProblem }) => {
      if (path === '/no-such-page') expectProblem(/status of 404/);
      await page.setViewportSize({ width: 390, height: 844 });
      const response = page.waitForResponse((each) => new URL(each.url()).pathname === path);
      await visit(path);
      const html = await (await response).text();
      // The page is marked as hydrated by an effect, which does not wait for Suspense boundaries.
      expect(html).not.toContain('<!--$');
      const [served, hydrated] = await mainParts(page, html);
      expect(hydrated).toBe(served);
      expect(served).toBeTruthy();

      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(scrollWidth, `width at ${width} px`).toBe(width);
        expect(await smallTargets(page), `small targets at ${width} px`).toEqual([]);
        expect(await layoutFaults(page), `faults at ${width} px`).toEqual([]);
      }
      expect(await barriersInLightAndDark(page, [390, 1280])).toEqual([]);
    },
  );
}

/** Returns the main part of the served HTML and of the page. */
const mainParts = (page: Page, html: string) =>
  page.evaluate((text) => {
    const served = new DOMParser().parseFromString(text, 'text/html');
    return [served, document].map((each) => {
      const main = each.querySelector('main')?.cloneNode(true) as HTMLElement | undefined;
      // A picture that has loaded meanwhile has lost its spinner and its colours.
      for (const part of main?.querySelectorAll('a:has(> picture) > :not(picture)') ?? []) part.remove();
      return main?.innerHTML;
    });
  }, html);

for (const width of [390, 1280]) {
  test.describe(`On the home page at ${width} px`, () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width, height: 844 } });

    test('nothing moves while it loads', async ({ page, visit }) => {
      for (const mayMove of [0.005, 0]) {
        // The first time, letters of a font that comes late may be a hair wider; the second time it is there.
        await visit('/');
        await page.evaluate(() => document.fonts.ready);
        if (width === 1280) await expect(page.getByRole('button', { name: 'Pause the film' })).toBeVisible();
        await page.mouse.move(width / 2, 400);
        expect(await layoutShift(page)).toBeLessThanOrEqual(mayMove);
      }
    });
  });
}

for (const [state, change] of Object.entries({ nothing, tooMuch })) {
  test(`With ${state} of everything, no page has texts outside, cut off or on one another`, async ({
    page,
    visit,
    site,
  }) => {
    test.slow();
    await site.with(change());
    for (const path of ['/', '/about-us', '/contact-us', '/products', '/pioneer?category=corn-product']) {
      await visit(path);
      for (const width of EFFORT.widths === 'all' ? [320, 768, 1280] : [320, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await layoutFaults(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
}

test('A contrast under that of AAA counts as a barrier', async ({ page, visit }) => {
  await visit('/weather');
  await page.getByText('for information only').evaluate((text) => {
    text.style.color = '#6f6f6f';
  });
  expect(await barriers(page)).toEqual([expect.stringMatching(/^color-contrast-enhanced .*Market data/)]);
});

test('The open menu of a phone and an open dropdown have no barrier that axe knows', async ({
  page,
  visit,
}) => {
  await visit('/');
  await page.getByRole('navigation', { name: 'Main' }).getByText('Market', { exact: true }).click();
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await barriers(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
});

/** The sum of all shifts of the layout since the page began. */
const layoutShift = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
    return shifts.reduce((sum, { value }) => sum + value, 0);
  });
