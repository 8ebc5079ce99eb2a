import type { Page } from '@playwright/test';
import { emptyContent, extremeContent } from '#tests/support/extremes.ts';
import { accessibilityViolations, violationsInLightAndDark, smallTargets } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { textOverlaps } from './text-overlaps.ts';
import { isThorough } from './thorough.ts';

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
  '/news',
  '/weather-overview',
  '/error',
  '/no-such-page',
];
/** Same content as /future-market-overview or /weather-overview. */
const MORE_WIDGET_PATHS = ['/future-detail', '/market-snapshot', '/weather-detail'];

for (const path of [...PATHS, ...MORE_WIDGET_PATHS]) {
  const tag = MORE_WIDGET_PATHS.includes(path) ? '@long' : '@thorough';

  test(
    `${path} hydrates without changes, fits every width, and has no accessibility violations`,
    { tag },
    async ({ page, visit, expectProblem }) => {
      if (path === '/no-such-page') expectProblem(/status of 404/);
      await page.setViewportSize({ width: 390, height: 844 });
      const response = page.waitForResponse((each) => new URL(each.url()).pathname === path);
      await visit(path);
      const html = await (await response).text();
      // Hydration is reported by an effect in the only Suspense boundary.
      expect(html.match(/<!--\$/g)).toHaveLength(1);
      const [served, hydrated] = await mainParts(page, html);
      expect(hydrated).toBe(served);
      expect(served).toBeTruthy();

      await expectGoodLayout(page);
    },
  );
}

test(
  'the history of the website fits every width, and has no accessibility violations',
  { tag: '@thorough' },
  async ({ page, visit, signIn }) => {
    test.slow();
    await signIn();
    // Several kinds of changes, also of images. Earlier tests may have added a page of them.
    await visit('/admin/history?search=corn');
    const changes = page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem');
    await expect(changes.first()).toBeVisible();
    await expectGoodLayout(page);
  },
);

test('creates no date formatter during hydration, which would block a slow phone', async ({
  page,
  visit,
}) => {
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, parameters: ConstructorParameters<typeof DateTimeFormat>) {
        document.documentElement.dataset['formatters'] = 'created';
        return new target(...parameters);
      },
    });
  });
  for (const path of ['/', '/contact-us', '/products', '/news']) {
    await visit(path);
    await expect(page.getByRole('main').locator('time').first(), path).toBeAttached();
    await expect(page.locator('html')).not.toHaveAttribute('data-formatters');
  }
});

/** Checks at several widths that the page fits, that its targets are large enough, and its contrast and structure. */
async function expectGoodLayout(page: Page): Promise<void> {
  const widths = isThorough() ? [320, 360, 390, 768, 1280, 1920] : [320, 390, 1280];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, `width at ${width} px`).toBe(width);
    await expect.poll(() => smallTargets(page), `small targets at ${width} px`).toEqual([]);
    await expect.poll(() => textOverlaps(page), `faults at ${width} px`).toEqual([]);
  }
  expect(await violationsInLightAndDark(page, [390, 1280])).toEqual([]);
}

const mainParts = (page: Page, html: string) =>
  page.evaluate((text) => {
    const served = new DOMParser().parseFromString(text, 'text/html');
    return [served, document].map((each) => {
      const main = each.querySelector('main')?.cloneNode(true) as HTMLElement | undefined;
      // Remove spinners and placeholder colors, which disappear when an image has loaded.
      for (const part of main?.querySelectorAll('a:has(> picture) > :not(picture)') ?? []) part.remove();
      return main?.innerHTML;
    });
  }, html);

for (const width of [390, 1280]) {
  test.describe(`home page at ${width} px`, () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width, height: 844 } });

    test('has no layout shift while it loads', async ({ page, visit }) => {
      for (const maxShift of [0.005, 0]) {
        // On the first load, a late web font may change the text width slightly; on the second, it is cached.
        await visit('/');
        await page.evaluate(() => document.fonts.ready);
        if (width === 1280) await expect(page.getByRole('button', { name: 'Pause video' })).toBeVisible();
        await page.mouse.move(width / 2, 400);
        expect(await layoutShift(page)).toBeLessThanOrEqual(maxShift);
      }
    });
  });
}

test('ends with the footer at the end of the window or of the page', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 404/);
  for (const path of ['/news', '/store', '/error', '/no-such-page', '/admin']) {
    await visit(path);
    for (const [width, height] of [
      [1280, 700],
      [1280, 900],
      [1920, 1080],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      const end = await page.getByRole('contentinfo').evaluate((footer) => ({
        below:
          document.documentElement.scrollHeight - Math.round(footer.getBoundingClientRect().bottom + scrollY),
        isAtEnd: document.documentElement.scrollHeight >= innerHeight,
      }));
      expect(end, `${path} at ${width}x${height}`).toEqual({ below: 0, isAtEnd: true });
    }
  }
});

test('has no layout shift while market, news, and weather pages load', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 2000 });
  for (const path of ['/future-market-overview', '/news', '/weather-overview']) {
    await visit(path);
    await page.waitForLoadState('load');
    await page.evaluate(() => document.fonts.ready);
    await page.mouse.move(200, 400);
    expect(await layoutShift(page), path).toBeLessThanOrEqual(0.005);
  }
});

for (const [state, change] of Object.entries({ empty: emptyContent, 'very long': extremeContent })) {
  test(
    `has no text outside the page, cut off or overlapping when the content is ${state}`,
    { tag: state === 'empty' ? '@long' : '@thorough' },
    async ({ page, visit, site }) => {
      test.slow();
      await site.with(change());
      for (const path of [
        '/',
        '/about-us',
        '/contact-us',
        '/products',
        '/pioneer?category=corn-product',
        '/news',
      ]) {
        await visit(path);
        for (const width of isThorough() ? [320, 768, 1280] : [320, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          await expect.poll(() => textOverlaps(page), `${path} at ${width} px`).toEqual([]);
        }
      }
    },
  );
}

test('reports text below the contrast of WCAG level AAA as a violation', async ({ page, visit }) => {
  await visit('/weather');
  await page.getByText('for information only').evaluate((text) => {
    text.style.color = '#6f6f6f';
  });
  expect(await accessibilityViolations(page)).toEqual([
    expect.stringMatching(/^color-contrast-enhanced .*Market data/),
  ]);
});

test('has no accessibility violations in an open dropdown and in the open menu on a phone', async ({
  page,
  visit,
}) => {
  await visit('/');
  await page.getByRole('navigation', { name: 'Main' }).getByText('Market', { exact: true }).click();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await accessibilityViolations(page)).toEqual([]);
  await expect.poll(() => smallTargets(page)).toEqual([]);
});

const layoutShift = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
    return shifts.reduce((sum, { value }) => sum + value, 0);
  });
