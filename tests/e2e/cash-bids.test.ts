import type { Page } from '@playwright/test';
import { aBid } from '#tests/support/a-bid.ts';
import { expect, test, untilHydrated } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';
import { navigateInApp } from './requests.ts';
import { isThorough } from './thorough.ts';

const WIDTHS = () => (isThorough() ? [320, 390, 768, 1280, 1920] : [320, 1024, 1280]);
const frame = (page: Page) => page.getByTitle('Local cash bids').contentFrame();

/** Returns the color that the home page's script has set on a cell, and its computed color. */
const colorOf = (page: Page, text: string) =>
  frame(page)
    .getByText(text, { exact: true })
    .first()
    .evaluate((cell: HTMLElement) => ({ set: cell.style.color, shown: getComputedStyle(cell).color }));

async function expectColors(page: Page): Promise<void> {
  await expect.poll(() => colorOf(page, '−4')).toEqual({ set: 'var(--negative)', shown: 'rgb(152, 25, 15)' });
  expect(await colorOf(page, '+3')).toEqual({ set: 'var(--positive)', shown: 'rgb(0, 87, 77)' });
  expect((await colorOf(page, 'unch')).set).toBe('');
}

const COLORED = [
  aBid({ changeEighths: -32 }),
  aBid({ changeEighths: 24 }),
  aBid({ commodity: 'Wheat', changeEighths: 0 }),
];

const LONG = {
  commodity: 'Soybeans non-GMO',
  delivery: 'First half of November',
  location: 'Hickory Bend South',
};
const BID_LISTS = {
  'no bids': [],
  'one bid': [aBid()],
  'five bids': Array.from({ length: 5 }, () => aBid()),
  'eight bids with long names': Array.from({ length: 8 }, () => aBid(LONG)),
};

/** A vendor's page in the iframe, with media, and with changes in the notations of vendors. */
const VENDORS_PAGE = `<!doctype html><html lang="en"><title>Bids</title>
  <table><tr><td class="change">-4'2</td><td class="change">3'0</td><td class="change">0'0</td>
    <td class="change">UNCH</td><td class="change"> -0.25 </td></tr></table>
  <audio></audio><video></video></html>`;

/** Leaves the home page and returns to it, which creates a new iframe. */
async function returnHome(page: Page): Promise<void> {
  await navigateInApp(page, 'Contact Us');
  await expect(page).toHaveURL('/contact-us');
  await navigateInApp(page, 'Home');
}

test(
  'shows bids in an iframe that fits them, with colored changes, on first load and after navigation',
  { tag: '@thorough' },
  async ({ page, visit, site }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: 'light' });
    await visit('/');
    await expect.poll(async () => (await colorOf(page, '−2¾')).set).toBe('var(--negative)');
    await test.step('shows one location, and fits it', () => expectOneLocation(page));
    await test.step('shows the location that the visitor chose, before the first paint', () =>
      expectChosenLocation(page));
    await test.step('colors changes', async () => {
      await site.with({ cashBids: COLORED });
      await returnHome(page);
      await expectColors(page);
    });

    for (const [kind, cashBids] of Object.entries(BID_LISTS)) {
      await test.step(`no scroll bar with ${kind}`, async () => {
        await site.with({ cashBids });
        await returnHome(page);
        // Each commodity has a heading row.
        await expect(frame(page).getByRole('rowheader')).toHaveCount(cashBids.length && cashBids.length + 1);
        for (const width of WIDTHS()) {
          await page.setViewportSize({ width, height: 900 });
          await expect.poll(() => overflow(page), `${width} px`).toEqual({ down: 0, right: 0 });
        }
      });
    }

    await test.step('colors and mutes the page of a vendor', async () => {
      await page.route('/cash-bids.html', (route) =>
        route.fulfill({ contentType: 'text/html', body: VENDORS_PAGE }),
      );
      await returnHome(page);
      const isMuted = (tag: 'audio' | 'video') =>
        frame(page)
          .locator(tag)
          .evaluate((media: HTMLMediaElement) => media.muted);
      await expect.poll(() => isMuted('video')).toBe(true);
      expect(await isMuted('audio')).toBe(true);
      const colors = await frame(page)
        .getByRole('cell')
        .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).style.color));
      expect(colors).toEqual(['var(--negative)', 'var(--positive)', '', '', 'var(--negative)']);
    });
  },
);

const overflow = (page: Page) =>
  frame(page)
    .getByRole('main')
    .evaluate(({ ownerDocument: { documentElement: html } }) => ({
      down: html.scrollHeight - html.clientHeight,
      right: html.scrollWidth - html.clientWidth,
    }));

test('polls the iframe for 15 seconds, at most 150 times, from when it begins to load', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('/cash-bids.html', async (route) => {
    await held.promise;
    await route.continue();
  });
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
  await page.clock.runFor(10_000);
  expect(await reads()).toBeGreaterThanOrEqual(99);
  held.resolve();
  await expect(frame(page).getByText('−2¾').first()).toBeVisible();
  await expect.poll(async () => (await colorOf(page, '−2¾')).set).toBe('var(--negative)');

  await page.unroute('/cash-bids.html');
  await page.route('/cash-bids.html', () => undefined);
  await returnHome(page);
  await expect(page.getByTitle('Local cash bids')).toBeVisible();
  const before = await reads();
  await page.clock.runFor(75_000);
  const after = await reads();
  expect(after - before).toBeGreaterThan(50);
  expect(after - before).toBeLessThanOrEqual(151);
  await page.clock.runFor(15_000);
  expect(await reads()).toBe(after);
});

const shownLocations = (page: Page) => frame(page).getByRole('heading', { level: 2 });

async function expectOneLocation(page: Page): Promise<void> {
  for (const width of WIDTHS()) {
    await page.setViewportSize({ width, height: 900 });
    await expect(shownLocations(page)).toHaveText(['Hickory Bend']);
    await expect.poll(() => overflow(page), `${width} px`).toEqual({ down: 0, right: 0 });
  }
  await expect(page.getByRole('link', { name: 'See all bids at 3 locations' })).toBeVisible();

  const table = frame(page).getByRole('table', { name: 'Cash bids at Hickory Bend' });
  const heights = await table.getByRole('row').evaluateAll((all) => all.map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(40);
  const arrows = await table
    .locator('.change svg')
    .evaluateAll((all) => all.map((arrow) => Math.round(arrow.getBoundingClientRect().left)));
  expect(new Set(arrows).size).toBe(1);
}

/** Chooses a location in the iframe and on the slip, which follow each other, and loads the page again. */
async function expectChosenLocation(page: Page): Promise<void> {
  const today = page.getByRole('region', { name: 'Today' });
  const choice = today.getByRole('combobox', { name: 'Location' });
  await expect(today.getByRole('listitem').first()).toContainText('4.01');
  await frame(page).getByRole('radio', { name: 'Cedar Fork' }).check();
  await expect(choice).toHaveValue('Cedar Fork');
  await expect(today.getByRole('listitem').first()).toContainText('3.98');
  await choice.selectOption('River Terminal');
  await expect(shownLocations(page)).toHaveText(['River Terminal']);
  await choice.selectOption('Cedar Fork');
  await expect(shownLocations(page)).toHaveText(['Cedar Fork']);
  await expect.poll(() => overflow(page)).toEqual({ down: 0, right: 0 });

  // The page's files stay away, so that only the script in its HTML runs.
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(shownLocations(page)).toHaveText(['Cedar Fork']);
  await expect(choice).toHaveValue('Cedar Fork');
  await expect(today.getByRole('listitem').first()).toContainText('3.98');
  await expect.poll(() => overflow(page)).toEqual({ down: 0, right: 0 });
  held.resolve();
  await untilHydrated(page);
  await expect(choice).toHaveValue('Cedar Fork');
  expect(await layoutShift(page)).toBe(0);
  await page.evaluate(() => localStorage.setItem('bid-location', 'Elm'));
  await returnHome(page);
  await expect(choice).toHaveValue('Hickory Bend');

  // Links lead out of the iframe, such as those to the history of a bid.
  await frame(page).getByRole('link', { name: '4.01', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText('Price history: Corn, Spot');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeAttached();
  await page.getByRole('link', { name: '90 days' }).press('Enter');
  await expect(page.getByRole('link', { name: '90 days' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('link', { name: 'Close' }).press('Enter');
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(0);
  await page.goto('/');
  await untilHydrated(page);
}
