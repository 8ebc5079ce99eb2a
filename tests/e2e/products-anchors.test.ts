import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { requestsOf, navigateInApp, holdRequests, spinners } from './requests.ts';
import { expect, test, untilHydrated } from './fixtures.ts';
import { isThorough } from './thorough.ts';

test.use({
  viewport: { width: 1280, height: 400 },
  contextOptions: { reducedMotion: 'no-preference' },
});

type Scroll = { id: string; behavior: string };

const watchScrolls = (page: Page) =>
  page.addInitScript(() => {
    const scrolls: Scroll[] = [];
    const scroll = Element.prototype.scrollIntoView;
    Element.prototype.scrollIntoView = function scrollIntoView(how) {
      scrolls.push({ id: this.id, behavior: typeof how === 'object' ? String(how.behavior) : 'none' });
      scroll.call(this, how);
    };
    Object.assign(window, { scrolls });
  });
const scrolls = (page: Page) => page.evaluate(() => (window as unknown as { scrolls: Scroll[] }).scrolls);

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const jump = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name });

/** Waits until the page stops scrolling. Measured in Node, because tests pause the clock of the page. */
async function untilScrollEnds(page: Page): Promise<void> {
  const movement = async () => {
    const before = await page.evaluate(() => scrollY);
    await sleep(300);
    return (await page.evaluate(() => scrollY)) - before;
  };
  await expect.poll(movement).toBe(0);
}

const belowBar = (page: Page, id: string) =>
  page.evaluate((each) => {
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    return (document.getElementById(each)?.getBoundingClientRect().top ?? NaN) - bar;
  }, id);

async function expectBelowBar(page: Page, id: string): Promise<void> {
  let before = NaN;
  const positionBelowBar = async () => {
    const below = await belowBar(page, id);
    const hasStopped = below === before;
    before = below;
    return hasStopped && below >= 0 && below <= 24 ? 'below the bar' : below;
  };
  await expect.poll(positionBelowBar, { message: id, intervals: [50] }).toBe('below the bar');
}

test(
  'scrolls smoothly to just below the bar on a first load with the hash of a section',
  { tag: '@thorough' },
  async ({ page, visit }) => {
    await watchScrolls(page);
    // `tests/http/pages.test.ts` tests the ids of all sections.
    for (const id of isThorough() ? ['servicesHeader', 'fertHeader', 'fuelHeader'] : ['fertHeader']) {
      await visit(`/products/#${id}`);
      await expect.poll(() => scrolls(page)).toEqual([{ id, behavior: 'smooth' }]);
      await expectBelowBar(page, id);
      await page.goto('about:blank');
    }
    // The last section may be too short to reach the top of the window.
    await visit('/products#offersHeader');
    await expect(page.getByRole('heading', { name: 'Services / Offers' })).toBeInViewport();
    await page.setViewportSize({ width: 390, height: 664 });
    await visit('/products?source=mail#fuelHeader');
    await expectBelowBar(page, 'fuelHeader');
  },
);

test('scrolls to a section 200 ms after the hash changes, without a request', async ({ page, visit }) => {
  await watchScrolls(page);
  await page.clock.install();
  await visit('/products');
  const calls = requestsOf(page);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await jump(page, 'Fuel').click();
  await expect(page).toHaveURL('/products/#fuelHeader');
  await page.clock.runFor(199);
  expect(await scrolls(page)).toEqual([]);
  await page.clock.runFor(1);
  expect(await scrolls(page)).toEqual([{ id: 'fuelHeader', behavior: 'smooth' }]);
  await page.clock.runFor(5000);
  expect(await scrolls(page)).toHaveLength(1);
  await expectBelowBar(page, 'fuelHeader');
  await expect(spinners(page)).toHaveCount(0);
  expect(calls).toEqual([]);
});

/** Returns the number of different scroll positions until the page has stopped for half a second. */
const countScrollPositions = (page: Page) =>
  page.evaluate(async () => {
    const seen = new Set<number>([scrollY]);
    const end = performance.now() + 10_000;
    let movedAt = Number.POSITIVE_INFINITY;
    while (performance.now() < Math.min(end, movedAt + 500)) {
      await new Promise(requestAnimationFrame);
      if (!seen.has(scrollY)) movedAt = performance.now();
      seen.add(scrollY);
    }
    return seen.size;
  });

for (const [kind, reducedMotion] of [
  ['no motion preference', 'no-preference'],
  ['reduced motion', 'reduce'],
] as const) {
  test.describe(`with ${kind}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('animates scrolling to a section unless motion is reduced', async ({ page, visit }) => {
      await visit('/products');
      const positions = countScrollPositions(page);
      await jump(page, 'Offers').click();
      if (reducedMotion === 'reduce') expect(await positions).toBe(2);
      else expect(await positions).toBeGreaterThan(3);
    });
  });
}

test('scrolls to the section each time the same link is clicked, also from another page', async ({
  page,
  visit,
}) => {
  await visit('/store');
  await navigateInApp(page, 'Fuel');
  await expect(page).toHaveURL('/products/#fuelHeader');
  await expectBelowBar(page, 'fuelHeader');

  const calls = requestsOf(page);
  for (const click of [() => navigateInApp(page, 'Fuel'), () => jump(page, 'Fuel').click()]) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await click();
    await expectBelowBar(page, 'fuelHeader');
  }
  await navigateInApp(page, 'Fertilizer');
  await expectBelowBar(page, 'fertHeader');
  expect(calls).toEqual([]);
});

test('scrolls to the section again when late content has moved it', async ({ page, visit }) => {
  await visit('/store');
  const { release } = await holdRequests(page);
  await navigateInApp(page, 'Fuel');
  await expectBelowBar(page, 'fuelHeader');
  release();
  await expect(page.getByRole('heading', { name: 'Nitrogen' })).toHaveCount(1);
  await expectBelowBar(page, 'fuelHeader');
});

test('does not scroll to the anchor when the visitor scrolls while content loads', async ({
  page,
  visit,
}) => {
  await watchScrolls(page);
  await page.clock.install();
  await visit('/store');
  const { release } = await holdRequests(page);
  await navigateInApp(page, 'Fuel');
  await expectBelowBar(page, 'fuelHeader');
  // A wheel event during the smooth scroll would have no effect.
  await untilScrollEnds(page);
  await page.mouse.move(600, 300);
  await page.mouse.wheel(0, -3000);
  await expect.poll(() => scrolled(page)).toBe(0);
  release();
  await expect(page.getByRole('heading', { name: 'Nitrogen' })).toHaveCount(1);
  await page.clock.runFor(2000);
  expect(await scrolls(page)).toHaveLength(1);
  expect(await scrolled(page)).toBe(0);

  await navigateInApp(page, 'Fertilizer');
  await expectBelowBar(page, 'fertHeader');
});

test('restores the scroll position, not the hash, on Back and on reload', async ({ page, visit }) => {
  const leaveAt = async (top: number) => {
    await untilScrollEnds(page);
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
    await expect.poll(() => scrolled(page)).toBe(top);
  };
  const expectLeftAt = async (top: number) => {
    await expect(page.getByRole('heading', { name: 'Nitrogen' })).toHaveCount(1);
    const before = await scrolls(page);
    await page.clock.runFor(1000);
    expect(await scrolls(page)).toEqual(before);
    await expect.poll(() => scrolled(page)).toBe(top);
  };
  await watchScrolls(page);
  await page.clock.install();
  await visit('/products/#fertHeader');
  await expect.poll(() => scrolls(page)).toHaveLength(1);
  await expectBelowBar(page, 'fertHeader');
  await leaveAt(150);
  await navigateInApp(page, 'About Us');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expectLeftAt(150);

  await navigateInApp(page, 'Fuel');
  await expectBelowBar(page, 'fuelHeader');
  await leaveAt(100);
  await navigateInApp(page, 'About Us');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expectLeftAt(100);

  await page.reload();
  await untilHydrated(page);
  await expectLeftAt(100);
});

test(
  'restores the scroll position on Back within the page, without a request',
  { tag: '@long' },
  async ({ page, visit }) => {
    await visit('/products');
    const calls = requestsOf(page);
    await navigateInApp(page, 'Services');
    await expectBelowBar(page, 'servicesHeader');
    await untilScrollEnds(page);
    const position = await scrolled(page);
    await navigateInApp(page, 'Fuel');
    await expectBelowBar(page, 'fuelHeader');
    await page.goBack();
    // Allow 2 px, because positions are rounded.
    await expect.poll(async () => Math.abs((await scrolled(page)) - position)).toBeLessThanOrEqual(2);
    await page.goBack();
    await expect(page).toHaveURL('/products');
    await expect.poll(() => scrolled(page)).toBe(0);
    expect(calls).toEqual([]);
  },
);

test('starts at the top after a full load, wherever the previous page was scrolled', async ({
  page,
  visit,
}) => {
  await visit('/products');
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
  for (const path of ['/about-us', '/products']) {
    await visit(path);
    // Wait for a possible restoration, which no event would report.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(await scrolled(page), path).toBe(0);
    await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
  }
});

test('stays at the top when the hash is unknown or malformed', async ({ page, visit }) => {
  await watchScrolls(page);
  await page.clock.install();
  for (const hash of ['#nothing', '#%E0%A4%A', '#']) {
    await visit(`/products/${hash}`);
    await page.clock.runFor(1000);
    expect(await scrolls(page)).toEqual([]);
    expect(await scrolled(page)).toBe(0);
    await page.goto('about:blank');
  }
});
