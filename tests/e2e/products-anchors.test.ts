import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { EFFORT } from '#tests/support/effort.ts';
import { callsOf, goInside, holdCalls, spinners } from './calls.ts';
import { expect, test, untilAwake } from './fixtures.ts';

test.use({
  viewport: { width: 1280, height: 400 },
  contextOptions: { reducedMotion: 'no-preference' },
});

type Scroll = { id: string; behavior: string };

/** Notes every time that a page scrolls to an element by itself. */
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

/** The way to a place is over when the page has stood still for a while, by a clock that no test holds. */
async function untilStill(page: Page): Promise<void> {
  const sinceBefore = async () => {
    const before = await page.evaluate(() => scrollY);
    await sleep(300);
    return (await page.evaluate(() => scrollY)) - before;
  };
  await expect.poll(sinceBefore).toBe(0);
}

/** How far below the fixed bar an element stands. */
const belowBar = (page: Page, id: string) =>
  page.evaluate((each) => {
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    return (document.getElementById(each)?.getBoundingClientRect().top ?? NaN) - bar;
  }, id);

/** Waits until an element stands just below the bar, at the same place twice. */
async function expectBelowBar(page: Page, id: string): Promise<void> {
  let before = NaN;
  const isThere = async () => {
    const below = await belowBar(page, id);
    const isStill = below === before;
    before = below;
    return isStill && below >= 0 && below <= 24 ? 'below the bar' : below;
  };
  await expect.poll(isThere, { message: id, intervals: [50] }).toBe('below the bar');
}

test('A first load with the hash of a section goes smoothly to just below the bar', async ({
  page,
  visit,
}) => {
  await watchScrolls(page);
  // `tests/http/pages.test.ts` has the ids of all sections.
  for (const id of EFFORT.widths === 'all'
    ? ['servicesHeader', 'fertHeader', 'fuelHeader']
    : ['fertHeader']) {
    await visit(`/products/#${id}`);
    await expect.poll(() => scrolls(page)).toEqual([{ id, behavior: 'smooth' }]);
    await expectBelowBar(page, id);
    await page.goto('about:blank');
  }
  // The last section is as high as the end of the page lets it be.
  await visit('/products#offersHeader');
  await expect(page.getByRole('heading', { name: 'Services / Offers' })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 664 });
  await visit('/products?source=mail#fuelHeader');
  await expectBelowBar(page, 'fuelHeader');
});

test('A section is gone to 200 ms after its hash has come and not before, without a call', async ({
  page,
  visit,
}) => {
  await watchScrolls(page);
  await page.clock.install();
  await visit('/products');
  const calls = callsOf(page);
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

/** The number of places that a page is seen at on its way to another, until it has stood still for half a second. */
const placesOnTheWay = (page: Page) =>
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
  ['nothing against motion', 'no-preference'],
  ['asked for none', 'reduce'],
] as const) {
  test.describe(`For a visitor who has ${kind}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('the way to a section is seen, or not', async ({ page, visit }) => {
      await visit('/products');
      const places = placesOnTheWay(page);
      await jump(page, 'Offers').click();
      if (reducedMotion === 'reduce') expect(await places).toBe(2);
      else expect(await places).toBeGreaterThan(3);
    });
  });
}

test('From another page and on the same page, the same link leads there again and again', async ({
  page,
  visit,
}) => {
  await visit('/store');
  await goInside(page, 'Fuel');
  await expect(page).toHaveURL('/products/#fuelHeader');
  await expectBelowBar(page, 'fuelHeader');

  const calls = callsOf(page);
  for (const click of [() => goInside(page, 'Fuel'), () => jump(page, 'Fuel').click()]) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await click();
    await expectBelowBar(page, 'fuelHeader');
  }
  await goInside(page, 'Fertilizer');
  await expectBelowBar(page, 'fertHeader');
  expect(calls).toEqual([]);
});

test('A section is gone to once more when content that came late has moved it', async ({ page, visit }) => {
  await visit('/store');
  const { release } = await holdCalls(page);
  await goInside(page, 'Fuel');
  await expectBelowBar(page, 'fuelHeader');
  release();
  await expect(page.getByRole('heading', { name: 'Nitrogen' })).toHaveCount(1);
  await expectBelowBar(page, 'fuelHeader');
});

test('A visitor who has scrolled away while the content was on its way is left where he is', async ({
  page,
  visit,
}) => {
  await watchScrolls(page);
  await page.clock.install();
  await visit('/store');
  const { release } = await holdCalls(page);
  await goInside(page, 'Fuel');
  await expectBelowBar(page, 'fuelHeader');
  // A wheel during the smooth scroll would be lost.
  await untilStill(page);
  await page.mouse.move(600, 300);
  await page.mouse.wheel(0, -3000);
  await expect.poll(() => scrolled(page)).toBe(0);
  release();
  await expect(page.getByRole('heading', { name: 'Nitrogen' })).toHaveCount(1);
  await page.clock.runFor(2000);
  expect(await scrolls(page)).toHaveLength(1);
  expect(await scrolled(page)).toBe(0);

  // The next link is followed all the same.
  await goInside(page, 'Fertilizer');
  await expectBelowBar(page, 'fertHeader');
});

test('Back and a reload return to where the page was left, and not to the hash of its address', async ({
  page,
  visit,
}) => {
  const leaveAt = async (place: number) => {
    await untilStill(page);
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), place);
    await expect.poll(() => scrolled(page)).toBe(place);
  };
  const expectLeftAt = async (place: number) => {
    await expect(page.getByRole('heading', { name: 'Nitrogen' })).toHaveCount(1);
    const before = await scrolls(page);
    await page.clock.runFor(1000);
    expect(await scrolls(page)).toEqual(before);
    await expect.poll(() => scrolled(page)).toBe(place);
  };
  await watchScrolls(page);
  await page.clock.install();
  // The first page of a visit, whose way began at its hash.
  await visit('/products/#fertHeader');
  await expect.poll(() => scrolls(page)).toHaveLength(1);
  await expectBelowBar(page, 'fertHeader');
  await leaveAt(150);
  await goInside(page, 'About Us');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expectLeftAt(150);

  await goInside(page, 'Fuel');
  await expectBelowBar(page, 'fuelHeader');
  await leaveAt(100);
  await goInside(page, 'About Us');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expectLeftAt(100);

  await page.reload();
  await untilAwake(page);
  await expectLeftAt(100);
});

test('Back on the same page returns to where it was left, without a call', async ({ page, visit }) => {
  await visit('/products');
  const calls = callsOf(page);
  await goInside(page, 'Services');
  await expectBelowBar(page, 'servicesHeader');
  await untilStill(page);
  const place = await scrolled(page);
  await goInside(page, 'Fuel');
  await expectBelowBar(page, 'fuelHeader');
  await page.goBack();
  // Places within a pixel are told in whole ones.
  await expect.poll(async () => Math.abs((await scrolled(page)) - place)).toBeLessThanOrEqual(2);
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await expect.poll(() => scrolled(page)).toBe(0);
  expect(calls).toEqual([]);
});

test('A page that is loaded fully begins at its top, wherever the page before it was left', async ({
  page,
  visit,
}) => {
  await visit('/products');
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
  for (const path of ['/about-us', '/products']) {
    await visit(path);
    // The place would be restored by an effect that nothing tells of.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(await scrolled(page), path).toBe(0);
    await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
  }
});

test('A hash that names nothing, or nothing that can be read, leaves the page at its top', async ({
  page,
  visit,
}) => {
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
