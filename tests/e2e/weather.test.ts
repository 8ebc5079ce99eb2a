import type { Page } from '@playwright/test';
import { expect, test, untilHydrated } from './fixtures.ts';
import { navigateInApp } from './requests.ts';

const FRAMES = ['Local weather map', 'Local forecast'];
const DEFAULT = { lat: '39.9217', lon: '-93.4744' };
const DES_MOINES = { latitude: 41.586_835_49, longitude: -93.624_959_51 };
const ROUNDED = { lat: '41.5868', lon: '-93.625' };

const button = (page: Page) => page.getByRole('button', { name: 'Use my location' });
const stored = (page: Page) =>
  page.evaluate(() => ({ lat: localStorage.getItem('lat'), lon: localStorage.getItem('lon') }));

async function expectWeatherAt(page: Page, { lat, lon }: { lat: string; lon: string }): Promise<void> {
  await button(page).scrollIntoViewIfNeeded();
  const captions = [`Map around ${lat}, ${lon}`, `Forecast for ${lat}, ${lon}`];
  for (const [index, title] of FRAMES.entries()) {
    const caption = page
      .getByTitle(title)
      .contentFrame()
      .getByText(captions[index] ?? '');
    await expect(caption).toBeVisible();
  }
}

/** Counts how often a page requests the position, each of which could open a permission prompt. */
async function countPositionRequests(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counter = Object.assign(window, { requests: 0 });
    for (const name of ['getCurrentPosition', 'watchPosition'] as const) {
      const own = Geolocation.prototype[name];
      Object.defineProperty(Geolocation.prototype, name, {
        value(this: Geolocation, ...parameters: Parameters<typeof own>) {
          counter.requests += 1;
          return own.apply(this, parameters);
        },
      });
    }
  });
  return () => page.evaluate(() => (window as unknown as { requests: number }).requests);
}

/** Leaves the home page and returns to it. */
async function returnHome(page: Page): Promise<void> {
  await navigateInApp(page, 'Contact Us');
  await expect(page).toHaveURL('/contact-us');
  await navigateInApp(page, 'Home');
}

test('shows the weather in sandboxed iframes, at a position that only the visitor allows', async ({
  page,
  context,
  visit,
  fakeVendors,
  expectProblem,
}) => {
  const requests = await countPositionRequests(page);
  await visit('/');
  await test.step("shows the cooperative's weather without a request for the position", async () => {
    for (const title of FRAMES) {
      const frame = page.getByTitle(title);
      await expect(frame).toHaveAttribute('loading', 'lazy');
      await expect(frame).toHaveAttribute('sandbox', /^allow-scripts allow-same-origin/);
      await expect(frame).not.toHaveAttribute('sandbox', /top-navigation|allow-modals|allow-forms/);
      expect((await frame.boundingBox())?.height).toBe(530);
    }
    await expectWeatherAt(page, DEFAULT);
    expect(fakeVendors.requests.map(({ query }) => query)).toEqual([DEFAULT, DEFAULT]);
    for (const { headers } of fakeVendors.requests) {
      expect(headers.referer).toBeUndefined();
      expect(headers.cookie).toBeUndefined();
      expect(headers['sec-fetch-dest']).toBe('iframe');
      expect(headers['sec-fetch-site']).toBe('cross-site');
    }
    expect(await requests()).toBe(0);
    expect(await stored(page)).toEqual({ lat: null, lon: null });
  });

  await test.step('logs a denied position and keeps the location', async () => {
    expectProblem(/console warning: Could not get the position/);
    await context.grantPermissions([]);
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('Could not get the position'),
    );
    await button(page).click();
    await logged;
    await expectWeatherAt(page, DEFAULT);
    await expect(button(page)).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('uses the position after a click, without a history entry', async () => {
    const [entries, before] = [await page.evaluate(() => history.length), await requests()];
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation(DES_MOINES);
    await button(page).click();
    await expectWeatherAt(page, ROUNDED);
    expect(await requests()).toBe(before + 1);
    expect(await stored(page)).toEqual(ROUNDED);
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });

  await test.step('uses the position without a click once it is allowed', async () => {
    await page.evaluate(() => localStorage.clear());
    await returnHome(page);
    await expectWeatherAt(page, ROUNDED);
    expect(await stored(page)).toEqual(ROUNDED);
  });

  await test.step('uses stored coordinates, rounded', async () => {
    await context.clearPermissions();
    await page.evaluate(() => {
      localStorage.setItem('lat', '44.97997');
      localStorage.setItem('lon', '-93.26384');
    });
    await returnHome(page);
    await expectWeatherAt(page, { lat: '44.98', lon: '-93.2638' });
    for (const { query } of fakeVendors.requests) {
      expect(`${query['lat']} ${query['lon']}`).toMatch(/^-?\d+(\.\d{1,4})? -?\d+(\.\d{1,4})?$/);
    }
  });
});

test('shows a sentence behind a frame, whose link can be pressed until it loads, without layout shift', async ({
  page,
  fakeVendors,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`${fakeVendors.url}/weather-forecast**`, async (route) => {
    await answered;
    await route.continue();
  });
  const words = page.getByText("Can't see the forecast? Open it at");
  const frame = page.getByTitle('Local forecast');
  const rest = async () => [
    await page.getByRole('link', { name: 'Open the forecast full size' }).boundingBox(),
    (await frame.boundingBox())?.height,
  ];
  // A page does not finish loading before the frames near the window.
  await page.goto('/weather-overview', { waitUntil: 'commit' });
  await untilHydrated(page);
  await frame.scrollIntoViewIfNeeded();
  const before = await rest();
  await words.locator('a').click({ trial: true });

  answer();
  await expect(frame.contentFrame().getByText(/Forecast for/)).toBeVisible();
  // The frame covers the sentence, which stays in its place.
  await expect.poll(() => frame.evaluate(isOnTop)).toBe(true);
  await expect(words).toBeVisible();
  expect(await rest()).toEqual(before);

  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await expect(page).toHaveURL('/weather-detail');
  const map = page.getByTitle('Local weather map');
  await map.scrollIntoViewIfNeeded();
  await expect(map.contentFrame().getByText(/Map around/)).toBeVisible();
  await page.clock.runFor(60_000);
  await expect.poll(() => map.evaluate(isOnTop)).toBe(true);
});

/** Returns true if a press in the middle of the visible part of the element reaches it. */
function isOnTop(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const y = (Math.max(top, 80) + Math.min(bottom, innerHeight)) / 2;
  return document.elementFromPoint((left + right) / 2, y) === element;
}
