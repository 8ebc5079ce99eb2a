import type { Page } from '@playwright/test';
import { aBid } from '#tests/support/a-bid.ts';
import { barriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';

const MADE = { futures_eighths: 3462, cash_price: null };
const POLL_MS = 15_000;

/** The board with its own clock in the test's hands. */
async function openBoard(page: Page) {
  await page.clock.install();
  await page.goto('/board');
  await expect(page.locator('[data-screen]:not([hidden])')).toHaveCount(1);
}

/** Lets the next question be asked and answered. Answers its status. */
async function askOnce(page: Page): Promise<number> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/board'));
  await page.clock.runFor(POLL_MS);
  return (await answered).status();
}

test('A changed price is on an open board at the next question, which costs nothing while there is none', async ({
  page,
  site,
}) => {
  await site.with({ cashBids: [aBid(MADE)] });
  await openBoard(page);
  await expect(page.getByRole('cell', { name: '4.01' })).toBeVisible();
  // An answer is soon replaced by a better compressed one, which is another.
  await expect.poll(() => askOnce(page)).toBe(304);
  await site.with({ cashBids: [aBid({ ...MADE, futures_eighths: 3470 })] });
  expect(await askOnce(page)).toBe(200);
  await expect(page.getByRole('cell', { name: '4.02' })).toBeVisible();
});

test('An open board follows the telephone number, and another release of the site', async ({
  page,
  site,
}) => {
  await site.with({ cashBids: [aBid(MADE)] });
  await openBoard(page);
  await site.with({ texts: { ContactUsPhoneNumber: '660-555-0199' } });
  await askOnce(page);
  await expect(page.getByText('660-555-0199')).toBeVisible();

  await page.evaluate(() => Object.assign(window, { isOfBefore: true }));
  await site.with({ cashBids: [aBid({ ...MADE, futures_eighths: 3470 })] });
  await askOnce(page);
  expect(await page.evaluate(() => 'isOfBefore' in window)).toBe(true);
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
  await site.with({ cashBids: [aBid({ ...MADE, futures_eighths: 3462 })] });
  await askOnce(page);
  await page.waitForFunction(() => !('isOfBefore' in window));
});

test('A board that has lost the server says since when, keeps its prices, and says no more once it is back', async ({
  page,
  site,
  expectProblem,
}) => {
  expectProblem(/ERR_|Failed to load resource/);
  await site.with({ cashBids: [aBid(MADE)] });
  await openBoard(page);
  const price = page.getByRole('cell', { name: '4.01' });
  await page.context().setOffline(true);
  await page.clock.runFor(POLL_MS);
  await expect(page.getByRole('status')).toHaveText(
    /^No connection since \d+:\d\d [ap]m\. Prices may have changed/,
  );
  await expect(price).toBeVisible();
  await page.context().setOffline(false);
  expect(await askOnce(page)).toBe(200);
  await expect(page.getByRole('status')).toBeEmpty();
});

test('Screens follow each other, and many questions and changes leave the page as large as it was', async ({
  page,
  site,
}) => {
  test.slow();
  await site.with({ cashBids: [aBid(MADE), aBid({ ...MADE, location: 'Cedar Fork' })] });
  await openBoard(page);
  const shown = page.locator('[data-screen]:not([hidden])').getByRole('heading');
  await expect(shown).toHaveText('Hickory Bend');
  await page.clock.runFor(12_000);
  await expect(shown).toHaveText('Cedar Fork');

  const count = () => page.evaluate(() => document.querySelectorAll('*').length);
  const heap = async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await session.detach();
    return usedSize;
  };
  const ask = () => page.clock.runFor(POLL_MS);
  for (let n = 0; n < 20; n += 1) await ask();
  const before = { count: await count(), heap: await heap() };
  for (let n = 0; n < 200; n += 1) {
    if (n % 10 === 0)
      await site.with({
        cashBids: [aBid({ ...MADE, basis_hundredths: -3200 - n }), aBid({ ...MADE, location: 'Cedar Fork' })],
      });
    await ask();
  }
  expect(await count()).toBe(before.count);
  expect(await heap()).toBeLessThan(before.heap + 500_000);
});

test('The board fills its screen, is read from afar, and has no barriers in either scheme', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/board');
    await expect(page.locator('[data-screen]:not([hidden])')).toHaveCount(1);
    expect(await barriers(page)).toEqual([]);
    const size = await page.evaluate(() => ({
      down: document.documentElement.scrollHeight - innerHeight,
      sideways: document.documentElement.scrollWidth - innerWidth,
      price: Number.parseFloat(getComputedStyle(document.querySelector('.price')!).fontSize),
    }));
    // A letter of 1/17 of the screen's height is 4 cm on one of 55 inches.
    expect([size.down, size.sideways]).toEqual([0, 0]);
    expect(size.price).toBeGreaterThan(1080 / 17);
  }
});

test('Without scripts all screens stand under each other', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/board`);
  await expect(page.getByRole('table')).toHaveCount(3);
  for (const table of await page.getByRole('table').all()) await expect(table).toBeVisible();
  await context.close();
});
