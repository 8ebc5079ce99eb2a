import type { Page } from '@playwright/test';
import { aBid } from '#tests/support/a-bid.ts';
import { VERSION_PATH } from '#contract/version-path.ts';
import type { SiteProcess } from '#tests/support/site-process.ts';
import { accessibilityViolations, smallTargets } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';

const MADE = { futuresEighths: 3462, cashPrice: null };
const POLL_MS = 12_000;

async function openWallBoard(page: Page) {
  await page.clock.install();
  await page.goto('/board');
  // Before the script has started, a clock that runs for 15 seconds causes no request.
  await expect(page.locator('html[data-started]')).toBeAttached();
  await expect(page.locator('[data-screen]:not([hidden])')).toHaveCount(1);
}

const isPoll = (url: string) => url.endsWith(VERSION_PATH);

async function pollOnce(page: Page): Promise<number> {
  const answered: number[] = [];
  const poll = page.waitForResponse((response) => isPoll(response.url()));
  void poll.then((response) => answered.push(response.status()));
  // The next poll is only planned after the end of the last one.
  while (answered.length === 0) await page.clock.runFor(1000);
  return answered[0] ?? 0;
}

/** Responds with the board of another release while `isOther` returns true. */
async function respondFromOtherRelease(page: Page, isOther: () => boolean) {
  await page.route('/board?*', async (route) => {
    if (!isOther() || route.request().isNavigationRequest()) return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace('<style>', '<style>main { margin: 0 }');
    return route.fulfill({ response, body });
  });
}

const twoScreens = (change: Partial<Parameters<typeof aBid>[0]> = {}) => ({
  cashBids: [aBid({ ...MADE, ...change }), aBid({ ...MADE, location: 'Cedar Fork' })],
});
const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window);

test('updates prices and phone number in place, rotates screens, and reloads for another release', async ({
  page,
  site,
  expectProblem,
}) => {
  test.slow();
  const price = (text: string) =>
    page.locator('[data-screen]:not([hidden])').getByRole('cell', { name: text });
  await site.with({ cashBids: [aBid(MADE)] });
  await openWallBoard(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await test.step('shows a changed price after the next poll, and gets 304 while nothing has changed', async () => {
    await expect(price('4.01')).toBeVisible();
    await pollOnce(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await pollOnce(page);
    expect(requests.every(isPoll)).toBe(true);
    await site.with({
      cashBids: [aBid({ ...MADE, futuresEighths: 3470 })],
      texts: { ContactUsPhoneNumber: '660-555-0199' },
    });
    expect(await pollOnce(page)).toBe(200);
    await expect(price('4.02')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('660-555-0199');
    await expect(page.locator('[data-fresh]:visible')).toHaveText('4.02');
  });

  await test.step('shows since when it has been offline, and keeps its prices', async () => {
    expectProblem(/ERR_|Failed to load resource/);
    await page.context().setOffline(true);
    await page.clock.runFor(POLL_MS);
    await expect(page.getByRole('status')).toHaveText(
      /^Lost connection at \d+:\d\d [ap]m\. Prices may have changed/,
    );
    await expect(price('4.02')).toBeVisible();
    await page.context().setOffline(false);
    await pollOnce(page);
    await expect(page.getByRole('status')).toBeEmpty();
  });

  await test.step('rotates screens, and keeps its number of elements', async () => {
    const shown = page.locator('[data-screen]:not([hidden])').getByRole('heading');
    await site.with(twoScreens());
    await pollOnce(page);
    await expect(page.locator('[data-screen]')).toHaveCount(2);
    const before = await countElements(page);
    const first = await shown.textContent();
    await site.with(twoScreens({ basisHundredths: -3300 }));
    expect(await pollOnce(page)).toBe(200);
    await expect(shown).not.toHaveText(first ?? '');
    for (const basisHundredths of [-3400, -3500]) {
      await site.with(twoScreens({ basisHundredths }));
      expect(await pollOnce(page)).toBe(200);
    }
    await expect(shown).toHaveCount(1);
    await expect.poll(() => countElements(page)).toBe(before);
  });

  await test.step('shows current prices without a reload while servers of two releases take turns', async () => {
    let polls = 0;
    await respondFromOtherRelease(page, () => polls % 2 === 0);
    for (polls = 0; polls < 32; polls += 1) await pollOnce(page);
    await site.with({ cashBids: [aBid({ ...MADE, futuresEighths: 3470 })] });
    await pollOnce(page);
    await expect(price('4.02')).toBeVisible();
    expect(await isSamePage(page)).toBe(true);
    await page.unroute('/board?*');
    await pollOnce(page);
  });

  await test.step('reloads after five minutes of another release', async () => {
    await respondFromOtherRelease(page, () => true);
    await site.with({ cashBids: [aBid({ ...MADE, futuresEighths: 3462 })] });
    for (let poll = 1; poll < 30; poll += 1) await pollOnce(page);
    await expect(price('4.01')).toBeVisible();
    expect(await isSamePage(page)).toBe(true);
    await pollOnce(page);
    await page.waitForFunction(() => !('isSamePage' in window));
  });
});

async function pollOften(page: Page, site: SiteProcess, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    if (n % 10 === 0) await site.with(twoScreens({ basisHundredths: -3200 - n }));
    await pollOnce(page);
  }
}

test(
  'does not grow in elements or memory after many polls and changes',
  { tag: '@long' },
  async ({ page, site }) => {
    test.slow();
    await site.with(twoScreens());
    await openWallBoard(page);
    const heap = async () => {
      const session = await page.context().newCDPSession(page);
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      await session.detach();
      return usedSize;
    };
    await pollOften(page, site, 20);
    const before = { count: await countElements(page), heap: await heap() };
    await pollOften(page, site, 200);
    expect(await countElements(page)).toBe(before.count);
    expect(await heap()).toBeLessThan(before.heap + 500_000);
  },
);

const SCREENS = [
  [3840, 2160],
  [2560, 1080],
  [1920, 1080],
  [1280, 720],
  [1024, 768],
  [800, 480],
  [1000, 1000],
  [1080, 1920],
  [768, 1024],
  [700, 1400],
] as const;

const LONG_NAMES = Array.from({ length: 9 }, (_, n) =>
  aBid({
    ...MADE,
    commodity: 'Soybeans, identity preserved, non-GMO, food grade only',
    delivery: `December 2026 to January 20${27 + n}, elevator`,
    asOf: n < 4 ? '2026-11-18T15:00:00Z' : '2026-11-20T15:00:00Z',
  }),
);

test('fills every screen with legible prices, also with long names, and shows the bids on phones', async ({
  page,
  site,
}) => {
  await openWallBoard(page);
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page, colorScheme === 'light' ? 'all' : 'colors')).toEqual([]);
  }
  // Text of 1/17 of the screen height is 4 cm tall on a 55-inch screen.
  await expectLegible(page, [[1920, 1080]], 1 / 17);
  await expectLegible(page, SCREENS, 0.05);

  await test.step('on a phone, upright and in landscape', async () => {
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Local Cash Bids');
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3);
      await expect(page.getByRole('link', { name: '660-555-0142' }).first()).toBeVisible();
      await expect(page.locator('[data-screen]').first()).toBeHidden();
      await expect(page.getByRole('main')).toHaveCount(1);
    }
    expect(await horizontalOverflow(page, [320, 390])).toEqual([]);
    await expect.poll(() => smallTargets(page)).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  await test.step('long names', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await site.with({ now: '2026-11-20T15:05:00Z', cashBids: LONG_NAMES });
    await pollOnce(page);
    await expect(page.getByText('identity preserved').first()).toBeVisible();
    await expectLegible(page, SCREENS, 0.05);
  });
});

async function expectLegible(
  page: Page,
  screens: readonly (readonly [width: number, height: number])[],
  part: number,
): Promise<void> {
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height });
    const size = await page.evaluate(() => ({
      down: document.documentElement.scrollHeight - innerHeight,
      right: document.documentElement.scrollWidth - innerWidth,
      price: Number.parseFloat(getComputedStyle(document.querySelector('.price')!).fontSize),
    }));
    expect([size.down, size.right], `${width}x${height}`).toEqual([0, 0]);
    expect(size.price, `${width}x${height}`).toBeGreaterThanOrEqual(height * part);
  }
}
