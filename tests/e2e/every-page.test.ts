import type { Page } from '@playwright/test';
import { aBid } from '#tests/support/a-bid.ts';
import { violationsInLightAndDark, smallTargets } from './accessibility.ts';
import { expectToFitEnlarged } from './enlarged-text.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';
import { lineFaults } from './line-faults.ts';
import { printedSheets } from './printed-sheets.ts';
import { requestsOf } from './requests.ts';
import { textOverlaps } from './text-overlaps.ts';
import { isThorough } from './thorough.ts';

/** Paths of all kinds of pages, with the specified heading where the spaces of its HTML count. */
const PATHS: Record<string, string | undefined> = {
  '/': undefined,
  '/about-us': undefined,
  '/contact-us': undefined,
  '/products': undefined,
  '/pioneer?category=corn-product': undefined,
  '/store': undefined,
  '/gallery': undefined,
  '/weather': undefined,
  '/admin': undefined,
  '/future-market-overview': undefined,
  '/news': undefined,
  '/weather-overview': undefined,
  '/error': 'Oops! Looks like we ran into an error.  Please click the button below to try again.',
  '/no-such-page': "Looks like that page doesn't exist.  Is the URL correct?",
};
/** Same elements as /future-market-overview or /weather-overview. */
const MORE_WIDGET_PATHS = ['/future-detail', '/market-snapshot', '/weather-detail'];

/** Pages that print on one sheet. */
const SHEETS = ['/', '/contact-us', '/products', '/price-sheet'];

test.use({ viewport: { width: 390, height: 844 } });

for (const path of [...Object.keys(PATHS), ...MORE_WIDGET_PATHS]) {
  const tag = MORE_WIDGET_PATHS.includes(path) ? '@long' : '@thorough';

  test(
    `${path} hydrates without changes or requests, fits every width, is accessible, and prints`,
    { tag },
    async ({ page, visit, expectProblem }) => {
      test.slow();
      if (path === '/no-such-page') expectProblem(/status of 404/);
      const calls = requestsOf(page);
      await watchDateFormatters(page);
      const response = page.waitForResponse((each) => each.url().endsWith(path));
      await visit(path);
      await test.step('hydration', async () => {
        const html = await (await response).text();
        // Hydration is reported by an effect in the only Suspense boundary.
        expect(html.match(/<!--\$/g)).toHaveLength(1);
        const [served, hydrated] = await mainParts(page, html);
        expect(hydrated).toBe(served);
        expect(served).toBeTruthy();
        expect(calls).toEqual([]);
        // Creating one blocks a slow phone.
        await expect(page.locator('html')).not.toHaveAttribute('data-formatters');
      });
      await page.evaluate(() => document.fonts.ready);
      // A late web font may change the width of texts slightly.
      expect(await layoutShift(page), 'layout shift').toBeLessThanOrEqual(0.005);
      const heading = PATHS[path];
      if (heading) {
        expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
        const home = page.getByRole('main').getByRole('link', { name: 'Go To Home' });
        await expect(home).toHaveAttribute('href', '/');
      }
      await test.step('layout', () => expectGoodLayout(page));
      await test.step('footer', () => expectFooterAtEnd(page));
      await test.step('print', () => expectGoodPrint(page, path));
      await test.step('large text', () => expectToFitEnlarged(page, path));
    },
  );
}

test(
  'the pages without the script of the app fit every width, are accessible, and print',
  { tag: '@thorough' },
  async ({ page, site }) => {
    test.slow();
    await site.with({
      cashBids: [
        aBid({ changeEighths: -32, notes: 'Harvest only' }),
        aBid({ commodity: 'Wheat', changeEighths: 24, asOf: '2020-01-02T15:00:00Z' }),
        aBid({ location: 'Bluffton'.repeat(7), changeEighths: 0 }),
      ],
    });
    for (const path of ['/cash-bids.html', '/price-sheet']) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path);
      await expectGoodLayout(page);
      await expectGoodPrint(page, path);
      await expectToFitEnlarged(page, path);
    }
  },
);

test(
  'the history fits every width, is accessible, and prints without its filters and buttons',
  { tag: '@thorough' },
  async ({ page, visit, signIn }) => {
    test.slow();
    await signIn();
    // Several kinds of changes, also of images. Earlier tests may have added a page of them.
    await visit('/admin/history?search=corn');
    const changes = page.getByRole('main').getByRole('list').first();
    await expect(changes.getByRole('listitem').first()).toBeVisible();
    await expectGoodLayout(page);
    await page.emulateMedia({ media: 'print' });
    await expect(changes).toBeVisible();
    await expect(page.getByRole('search')).toBeHidden();
    await expect(changes.getByRole('button').first()).toBeHidden();
    await page.emulateMedia({ media: null });
    await expectToFitEnlarged(page, 'history');
  },
);

/** Marks the document when the page creates a date formatter. */
const watchDateFormatters = (page: Page) =>
  page.addInitScript(() => {
    const { DateTimeFormat } = Intl;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, parameters: ConstructorParameters<typeof DateTimeFormat>) {
        document.documentElement.dataset['formatters'] = 'created';
        return new target(...parameters);
      },
    });
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
    expect(await lineFaults(page), `lines at ${width} px`).toEqual([]);
  }
  expect(await violationsInLightAndDark(page, [390, 1280])).toEqual([]);
}

async function expectFooterAtEnd(page: Page): Promise<void> {
  for (const [width, height] of [
    [1280, 700],
    [1920, 1080],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    const end = await page.getByRole('contentinfo').evaluate((footer) => ({
      below:
        document.documentElement.scrollHeight - Math.round(footer.getBoundingClientRect().bottom + scrollY),
      isAtEnd: document.documentElement.scrollHeight >= innerHeight,
    }));
    expect(end, `${width}x${height}`).toEqual({ below: 0, isAtEnd: true });
  }
}

/** Checks that the page prints black on white, also in the dark color scheme, and on one sheet if it should. */
async function expectGoodPrint(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const colors = await page.evaluate(() =>
    ['body', 'h1', 'h2', 'tbody td', 'footer'].map((selector) => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector(selector) ?? document.body);
      return `${color} on ${backgroundColor}`;
    }),
  );
  for (const color of colors) {
    expect(color).toMatch(/^rgb\(0, 0, 0\) on (rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\))$/);
  }
  if (SHEETS.includes(path)) expect(await printedSheets(page)).toBe(1);
  await page.emulateMedia({ media: null, colorScheme: 'light' });
}

const mainParts = (page: Page, html: string) =>
  page.evaluate((text) => {
    const served = new DOMParser().parseFromString(text, 'text/html');
    return [served, document].map((each) => {
      const main = each.querySelector('main')?.cloneNode(true) as HTMLElement | undefined;
      // Remove spinners and placeholder colors, which disappear when an image has loaded.
      for (const part of main?.querySelectorAll('a:has(> picture) > :not(picture)') ?? []) part.remove();
      // Scripts in the HTML set the height of an iframe and show the choice of a location, before hydration.
      for (const part of main?.querySelectorAll('[data-bids-frame], [data-locations]') ?? []) {
        for (const name of ['style', 'hidden']) part.removeAttribute(name);
      }
      return main?.innerHTML;
    });
  }, html);
