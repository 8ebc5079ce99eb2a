import type { Page } from '@playwright/test';
import { holdRequests, navigateInApp, requestsOf, spinners } from './requests.ts';
import { expect, test, untilHydrated } from './fixtures.ts';

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
const toTop = (page: Page) => page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
const jump = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name });

/** Waits until the page has not scrolled for ten frames. */
const untilScrollEnds = (page: Page) =>
  page.evaluate(async () => {
    for (let [still, before] = [0, NaN]; still < 10; still = scrollY === before ? still + 1 : 0) {
      before = scrollY;
      await new Promise(requestAnimationFrame);
    }
  });

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

// `tests/http/pages.test.ts` tests the ids of all sections.
test('scrolls smoothly to the section in the URL 200 ms after it has changed, and restores the position on Back', async ({
  page,
  visit,
}) => {
  await watchScrolls(page);
  await page.clock.install();
  const expectLeftAt = async (top: number) => {
    await expect(page.getByRole('heading', { name: 'Nitrogen' })).toHaveCount(1);
    const before = await scrolls(page);
    await page.clock.runFor(1000);
    expect(await scrolls(page)).toEqual(before);
    await expect.poll(() => scrolled(page)).toBe(top);
  };
  const leaveAt = async (top: number) => {
    await untilScrollEnds(page);
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
    await expect.poll(() => scrolled(page)).toBe(top);
    await navigateInApp(page, 'About Us');
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.goBack();
    await expectLeftAt(top);
  };

  await test.step('scrolls on a first load', async () => {
    await visit('/products?source=mail#fertHeader');
    await expect.poll(() => scrolls(page)).toEqual([{ id: 'fertHeader', behavior: 'smooth' }]);
    await expectBelowBar(page, 'fertHeader');
    await leaveAt(150);
  });

  await test.step('scrolls 200 ms after a click, once, and without a request', async () => {
    const calls = requestsOf(page);
    const before = (await scrolls(page)).length;
    await page.clock.pauseAt(Date.now() + 60_000);
    await jump(page, 'Fuel').click();
    await expect(page).toHaveURL(/\/products\/#fuelHeader$/);
    await page.clock.runFor(199);
    expect(await scrolls(page)).toHaveLength(before);
    await page.clock.runFor(1);
    expect((await scrolls(page)).slice(before)).toEqual([{ id: 'fuelHeader', behavior: 'smooth' }]);
    await page.clock.runFor(5000);
    expect(await scrolls(page)).toHaveLength(before + 1);
    await page.clock.resume();
    await expectBelowBar(page, 'fuelHeader');
    await expect(spinners(page)).toHaveCount(0);
    expect(calls).toEqual([]);
  });

  await test.step('scrolls each time the same link is clicked', async () => {
    for (const click of [() => navigateInApp(page, 'Fuel'), () => jump(page, 'Fuel').click()]) {
      await untilScrollEnds(page);
      await toTop(page);
      await click();
      await expectBelowBar(page, 'fuelHeader');
    }
    // The last section may be too short to reach the top of the window.
    await jump(page, 'Offers').click();
    await expect(page.getByRole('heading', { name: 'Services / Offers' })).toBeInViewport({ ratio: 1 });
    await leaveAt(100);
  });

  await test.step('restores the position, not the hash, on a reload', async () => {
    await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
    await page.reload();
    await untilHydrated(page);
    await expectLeftAt(120);
  });
});

test('scrolls again when late content has moved the section, unless the visitor has scrolled', async ({
  page,
  visit,
}) => {
  await watchScrolls(page);
  await page.clock.install();
  await test.step('stays at the top when the hash is malformed', async () => {
    await visit('/products/#%E0%A4%A');
    await page.clock.runFor(1000);
    expect(await scrolls(page)).toEqual([]);
    expect(await scrolled(page)).toBe(0);
    await navigateInApp(page, 'Contact Us');
    // Its end closes the menu.
    await expect(page).toHaveURL('/contact-us');
  });
  for (const isMoved of [false, true]) {
    await test.step(isMoved ? 'after the wheel' : 'without the wheel', async () => {
      await page.evaluate(() => localStorage.clear());
      const before = (await scrolls(page)).length;
      const { release } = await holdRequests(page);
      await navigateInApp(page, 'Fuel');
      await expectBelowBar(page, 'fuelHeader');
      // A wheel event during the smooth scroll would have no effect.
      await untilScrollEnds(page);
      if (isMoved) {
        await page.mouse.move(600, 300);
        await page.mouse.wheel(0, -3000);
        await expect.poll(() => scrolled(page)).toBe(0);
      }
      release();
      await expect(page.getByRole('heading', { name: 'Nitrogen' })).toHaveCount(1);
      await page.clock.runFor(2000);
      if (isMoved) {
        expect(await scrolls(page)).toHaveLength(before + 1);
        expect(await scrolled(page)).toBe(0);
      } else {
        await expect.poll(async () => (await scrolls(page)).length).toBeGreaterThan(before + 1);
        await expectBelowBar(page, 'fuelHeader');
      }
      await page.unroute('/api/**');
      await navigateInApp(page, 'Contact Us');
      await expect(page).toHaveURL('/contact-us');
    });
  }

  await test.step('jumps without animation when motion is reduced', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await navigateInApp(page, 'Products');
    await expect(page.getByRole('heading', { name: 'Nitrogen' })).toHaveCount(1);
    await toTop(page);
    const positions = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let count = 0;
          addEventListener('scroll', () => (count += 1));
          addEventListener('scrollend', () => resolve(count), { once: true });
        }),
    );
    await jump(page, 'Offers').click();
    await page.clock.runFor(200);
    expect(await positions).toBe(1);
  });
});
