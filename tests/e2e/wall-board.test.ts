import type { Page } from '@playwright/test';
import { aBid } from '#tests/support/a-bid.ts';
import type { SiteProcess } from '#tests/support/site-process.ts';
import { accessibilityViolations } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

const MADE = { futuresEighths: 3462, cashPrice: null };
const POLL_MS = 15_000;

async function openWallBoard(page: Page) {
  await page.clock.install();
  await page.goto('/board');
  await expect(page.locator('[data-screen]:not([hidden])')).toHaveCount(1);
}

async function pollOnce(page: Page): Promise<number> {
  const responsePromise = page.waitForResponse((response) => response.url().endsWith('/board'));
  await page.clock.runFor(POLL_MS);
  return (await responsePromise).status();
}

test('shows a changed price after the next poll, and gets 304 while nothing has changed', async ({
  page,
  site,
}) => {
  await site.with({ cashBids: [aBid(MADE)] });
  await openWallBoard(page);
  await expect(page.getByRole('cell', { name: '4.01' })).toBeVisible();
  // The first response is soon replaced by a better compressed one with a different ETag.
  await expect.poll(() => pollOnce(page)).toBe(304);
  await site.with({ cashBids: [aBid({ ...MADE, futuresEighths: 3470 })] });
  expect(await pollOnce(page)).toBe(200);
  await expect(page.getByRole('cell', { name: '4.02' })).toBeVisible();
});

test('updates the phone number in place, and reloads when the page has a new release', async ({
  page,
  site,
}) => {
  await site.with({ cashBids: [aBid(MADE)] });
  await openWallBoard(page);
  await site.with({ texts: { ContactUsPhoneNumber: '660-555-0199' } });
  await pollOnce(page);
  await expect(page.getByText('660-555-0199')).toBeVisible();

  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await site.with({ cashBids: [aBid({ ...MADE, futuresEighths: 3470 })] });
  await pollOnce(page);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await page.route(
    '/board',
    async (route) => {
      const response = await route.fetch({ headers: {} });
      await route.fulfill({
        response,
        body: (await response.text()).replace('<style>', '<style>main { margin: 0 }'),
      });
    },
    { times: 1 },
  );
  await site.with({ cashBids: [aBid({ ...MADE, futuresEighths: 3462 })] });
  await pollOnce(page);
  await page.waitForFunction(() => !('isSamePage' in window));
});

test('shows since when it has been offline, keeps its prices, and hides the message when online again', async ({
  page,
  site,
  expectProblem,
}) => {
  expectProblem(/ERR_|Failed to load resource/);
  await site.with({ cashBids: [aBid(MADE)] });
  await openWallBoard(page);
  const price = page.getByRole('cell', { name: '4.01' });
  await page.context().setOffline(true);
  await page.clock.runFor(POLL_MS);
  await expect(page.getByRole('status')).toHaveText(
    /^Lost connection at \d+:\d\d [ap]m\. Prices may have changed/,
  );
  await expect(price).toBeVisible();
  await page.context().setOffline(false);
  expect(await pollOnce(page)).toBe(200);
  await expect(page.getByRole('status')).toBeEmpty();
});

const twoScreens = (change: Partial<Parameters<typeof aBid>[0]> = {}) => ({
  cashBids: [aBid({ ...MADE, ...change }), aBid({ ...MADE, location: 'Cedar Fork' })],
});
const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

async function pollOften(page: Page, site: SiteProcess, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    if (n % 10 === 0) await site.with(twoScreens({ basisHundredths: -3200 - n }));
    await pollOnce(page);
  }
}

test('rotates screens, and keeps its number of elements when prices change', async ({ page, site }) => {
  await site.with(twoScreens());
  await openWallBoard(page);
  const shown = page.locator('[data-screen]:not([hidden])').getByRole('heading');
  await expect(shown).toHaveText('Hickory Bend');
  const before = await countElements(page);
  await site.with(twoScreens({ basisHundredths: -3300 }));
  expect(await pollOnce(page)).toBe(200);
  await expect(shown).toHaveText('Cedar Fork');
  for (const basisHundredths of [-3400, -3500]) {
    await site.with(twoScreens({ basisHundredths }));
    expect(await pollOnce(page)).toBe(200);
  }
  await expect(shown).toHaveCount(1);
  await expect.poll(() => countElements(page)).toBe(before);
});

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

test('fills the screen with legible prices, without accessibility violations in light and dark', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/board');
  await expect(page.locator('[data-screen]:not([hidden])')).toHaveCount(1);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page, colorScheme === 'light' ? 'all' : 'colors')).toEqual([]);
    const size = await page.evaluate(() => ({
      down: document.documentElement.scrollHeight - innerHeight,
      horizontalOverflow: document.documentElement.scrollWidth - innerWidth,
      price: Number.parseFloat(getComputedStyle(document.querySelector('.price')!).fontSize),
    }));
    // Text of 1/17 of the screen height is 4 cm tall on a 55-inch screen.
    expect([size.down, size.horizontalOverflow]).toEqual([0, 0]);
    expect(size.price).toBeGreaterThan(1080 / 17);
  }
});

test('shows all screens below each other without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/board`);
  await expect(page.getByRole('table')).toHaveCount(3);
  for (const table of await page.getByRole('table').all()) await expect(table).toBeVisible();
  await context.close();
});
