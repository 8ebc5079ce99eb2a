import type { Locator, Page } from '@playwright/test';
import { aBid } from '#tests/support/a-bid.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, test, untilHydrated } from './fixtures.ts';
import { isThorough } from './thorough.ts';

const widths = () => (isThorough() ? [320, 390, 768, 1280, 1920] : [320, 1024, 1280]);
const FRAME_TITLE = 'Local cash bids';
const frame = (page: Page) => page.getByTitle(FRAME_TITLE).contentFrame();

/** Returns the color that the home page's script has set on a cell, and its computed color. */
const colorOf = (page: Page, text: string) =>
  frame(page)
    .getByText(text, { exact: true })
    .first()
    .evaluate((cell: HTMLElement) => ({ set: cell.style.color, shown: getComputedStyle(cell).color }));

const boxOf = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

test('shows every bid in an iframe with a title', async ({ page, visit }) => {
  await visit('/');
  await expect(page.getByRole('heading', { name: 'Local Cash Bids' })).toBeVisible();
  await expect(frame(page).getByRole('heading', { level: 2 })).toHaveText([
    'Hickory Bend',
    'Cedar Fork',
    'River Terminal',
  ]);
  const table = frame(page).getByRole('table', { name: 'Cash bids at Hickory Bend' });
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(14);
  await expect(rows.nth(1)).toHaveText('Corn');
  for (const row of await rows.all()) expect((await boxOf(row)).height).toBeLessThanOrEqual(40);
  const arrows = await Promise.all((await table.locator('.change svg').all()).map(boxOf));
  expect(new Set(arrows.map(({ left }) => Math.round(left))).size).toBe(1);
  await expect(rows.nth(2).getByRole('cell')).toHaveText(["Dec 2026 432'6", '−0.32', '4.01', '+0.0300']);
  const hidden = await table
    .getByRole('cell', { includeHidden: true })
    .evaluateAll(
      (cells) => cells.filter((cell) => !cell.checkVisibility({ visibilityProperty: true })).length,
    );
  expect(hidden).toBe(0);
});

const BID_LISTS = {
  'no bids': [],
  'one bid': [aBid()],
  'five bids': Array.from({ length: 5 }, () => aBid()),
  'eight bids with long names': Array.from({ length: 8 }, () =>
    aBid({
      commodity: 'Soybeans non-GMO',
      delivery: 'First half of November',
      location: 'Hickory Bend South',
    }),
  ),
};

test(
  'shows no scroll bar in the iframe, whether there are no, few or many bids',
  { tag: '@thorough' },
  async ({ page, visit, site }) => {
    for (const [kind, cashBids] of Object.entries(BID_LISTS)) {
      await site.with({ cashBids });
      await visit('/');
      // Each commodity has a heading row.
      await expect(frame(page).getByRole('rowheader')).toHaveCount(cashBids.length && cashBids.length + 1);
      if (cashBids.length === 0) {
        await expect(frame(page).getByText('No bids posted. Call 660-555-0142.')).toBeVisible();
      }
      for (const width of widths()) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = () =>
          frame(page)
            .getByRole('main')
            .evaluate(({ ownerDocument: { documentElement: html } }) => ({
              down: html.scrollHeight - html.clientHeight,
              horizontalOverflow: html.scrollWidth - html.clientWidth,
            }));
        await expect
          .poll(overflow, { message: `${kind}, ${width} px` })
          .toEqual({ down: 0, horizontalOverflow: 0 });
      }
    }
  },
);

for (const javaScriptEnabled of [true, false]) {
  test.describe(`iframe shorter than the bid list, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test(
      'ends after a whole location at every width, and shows the number of locations',
      { tag: '@thorough' },
      async ({ page, visit }) => {
        for (const width of widths()) {
          await page.setViewportSize({ width, height: 900 });
          await visit('/');
          const locations = frame(page).locator('section');
          await expect(locations).toHaveCount(3);
          const box = await page.getByTitle(FRAME_TITLE).boundingBox();
          const ends = await Promise.all(
            (await locations.all()).map(async (location) => {
              const own = await location.boundingBox();
              return own && box ? own.y + own.height - box.y - box.height : NaN;
            }),
          );
          expect(Math.min(...ends.map(Math.abs)), `${width} px: ${ends.join(', ')}`).toBeLessThan(2);
        }
        await expect(page.getByRole('link', { name: 'See all bids at 3 locations' })).toBeVisible();
      },
    );
  });
}

test('colors falling changes red and rising ones green, on first load and after client-side navigation', async ({
  page,
  visit,
  site,
}) => {
  await site.with({
    cashBids: [
      aBid({ changeEighths: -32 }),
      aBid({ changeEighths: 24 }),
      aBid({ commodity: 'Wheat', changeEighths: 0 }),
    ],
  });
  await page.emulateMedia({ colorScheme: 'light' });
  const expectColors = async () => {
    await expect
      .poll(() => colorOf(page, '−0.04'))
      .toEqual({ set: 'var(--negative)', shown: 'rgb(152, 25, 15)' });
    expect(await colorOf(page, '+0.03')).toEqual({ set: 'var(--positive)', shown: 'rgb(0, 87, 77)' });
    expect((await colorOf(page, '0.00')).set).toBe('');
  };
  await visit('/');
  await expectColors();

  await visit('/store');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click();
  await expectColors();
});

/** A vendor's page in the iframe, with media, and with changes in the notations of vendors. */
const VENDORS_PAGE = `<!doctype html><html lang="en"><title>Bids</title>
  <table><tr><td class="change">-4'2</td><td class="change">3'0</td><td class="change">0'0</td>
    <td class="change">UNCH</td><td class="change"> -0.25 </td></tr></table>
  <audio></audio><video></video></html>`;

test('mutes a page in the iframe, and colors changes in the notations of vendors', async ({
  page,
  visit,
}) => {
  await page.route('/cash-bids.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: VENDORS_PAGE }),
  );
  await visit('/');
  const isMuted = (tag: 'audio' | 'video') =>
    frame(page)
      .locator(tag)
      .evaluate((media: HTMLMediaElement) => media.muted);
  await expect.poll(() => isMuted('video')).toBe(true);
  expect(await isMuted('audio')).toBe(true);
  const colours = await frame(page)
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).style.color));
  expect(colours).toEqual(['var(--negative)', 'var(--positive)', '', '', 'var(--negative)']);
});

test('colors changes in an iframe that loads after ten seconds', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('/cash-bids.html', async (route) => {
    await promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/', { waitUntil: 'commit' });
  await untilHydrated(page);
  await page.clock.runFor(10_000);
  resolve();
  await expect(frame(page).getByText('−0.0275').first()).toBeVisible();
  await expect.poll(async () => (await colorOf(page, '−0.0275')).set).toBe('var(--negative)');
});

test('stops checking an iframe that never loads after 150 attempts', async ({ page }) => {
  await page.route('/cash-bids.html', () => undefined);
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentDocument');
    const counter = Object.assign(window, { reads: 0 });
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentDocument', {
      get(this: HTMLIFrameElement) {
        if (this.src.endsWith('/cash-bids.html')) counter.reads += 1;
        return own?.get?.call(this) as Document | null;
      },
    });
  });
  const reads = () => page.evaluate(() => (window as unknown as { reads: number }).reads);
  await page.clock.install();
  await page.goto('/', { waitUntil: 'commit' });
  await untilHydrated(page);
  await page.clock.runFor(14_000);
  expect(await reads()).toBeGreaterThanOrEqual(139);
  await page.clock.runFor(60_000);
  // One more read, at startup, checks whether the iframe has loaded, to set its height.
  expect(await reads()).toBe(151);
});

test(
  'shows a responsive, accessible bids page outside an iframe',
  { tag: '@thorough' },
  async ({ page, site }) => {
    await site.with({
      cashBids: [
        aBid({ changeEighths: -32, notes: 'Harvest only' }),
        aBid({ commodity: 'Wheat', changeEighths: 24, asOf: '2020-01-02T15:00:00Z' }),
        aBid({ location: 'Cedar Fork', changeEighths: 0 }),
      ],
    });
    await page.goto('/cash-bids.html');
    await expect(page).toHaveTitle('Local Cash Bids · Hickory Bend Farmers Cooperative');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Local Cash Bids');
    await expect(page.getByRole('table')).toHaveCount(2);
    await expectResponsive(page);
  },
);
