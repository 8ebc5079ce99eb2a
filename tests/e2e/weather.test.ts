import type { Page } from '@playwright/test';
import type { FakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { expect, test, untilHydrated } from './fixtures.ts';

const FRAMES = ['Local weather map', 'Local forecast'];
const DEFAULT = { lat: '39.9217', lon: '-93.4744' };
const DES_MOINES = { latitude: 41.586_835_49, longitude: -93.624_959_51 };
const ROUNDED = { lat: '41.5868', lon: '-93.625' };

const button = (page: Page) => page.getByRole('button', { name: 'Use my location' });
const stored = (page: Page) =>
  page.evaluate(() => ({ lat: localStorage.getItem('lat'), lon: localStorage.getItem('lon') }));

const store = (page: Page, coordinates: { lat: string; lon: string }) =>
  page.evaluate((entries) => {
    for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
  }, coordinates);

async function expectWeatherAt(page: Page, { lat, lon }: { lat: string; lon: string }): Promise<void> {
  await button(page).scrollIntoViewIfNeeded();
  const captions = [`Map around ${lat}, ${lon}`, `Forecast for ${lat}, ${lon}`];
  for (const [index, title] of FRAMES.entries()) {
    await expect(
      page
        .getByTitle(title)
        .contentFrame()
        .getByText(captions[index] ?? ''),
    ).toBeVisible();
  }
}

const requestedPositions = ({ requests }: FakeVendors) => requests.map(({ query }) => query);

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

test("shows the cooperative's weather in lazy sandboxed iframes, without requesting the position", async ({
  page,
  visit,
  fakeVendors,
}) => {
  const requests = await countPositionRequests(page);
  await visit('/');
  for (const title of FRAMES) {
    const frame = page.getByTitle(title);
    await expect(frame).toHaveAttribute('loading', 'lazy');
    await expect(frame).toHaveAttribute('sandbox', /^allow-scripts allow-same-origin/);
    await expect(frame).not.toHaveAttribute('sandbox', /top-navigation|allow-modals|allow-forms/);
    expect((await frame.boundingBox())?.height).toBe(530);
  }
  await expectWeatherAt(page, DEFAULT);
  expect(requestedPositions(fakeVendors)).toEqual([DEFAULT, DEFAULT]);
  for (const { headers } of fakeVendors.requests) {
    expect(headers.referer).toBeUndefined();
    expect(headers.cookie).toBeUndefined();
    expect(headers['sec-fetch-dest']).toBe('iframe');
    expect(headers['sec-fetch-site']).toBe('cross-site');
  }
  expect(await requests()).toBe(0);
  expect(await stored(page)).toEqual({ lat: null, lon: null });
});

test('shows a link in place of a frame that does not load, without layout shift, until it loads', async ({
  page,
  fakeVendors,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
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
  await expect(words).toBeHidden();
  await page.clock.runFor(8000);
  await expect(words).toBeVisible();
  await expect(frame).toBeHidden();
  await words.getByRole('link', { name: 'localhost' }).click({ trial: true });
  expect(await rest()).toEqual(before);

  answer();
  await expect(frame.contentFrame().getByText(/Forecast for/)).toBeVisible();
  await expect(words).toBeHidden();
  expect(await rest()).toEqual(before);

  const map = page.getByTitle('Local weather map');
  const [forecastBox, mapBox] = [await frame.boundingBox(), await map.boundingBox()];
  expect(forecastBox?.y ?? 0).toBeLessThan(mapBox?.y ?? 0);
  await map.scrollIntoViewIfNeeded();
  await expect(map.contentFrame().getByText(/Map around/)).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(page.getByText("Can't see the weather map? Open it at")).toBeHidden();
});

test('shows the weather at the stored coordinates, rounded, and ignores invalid ones', async ({
  page,
  visit,
  fakeVendors,
}) => {
  await visit('/store');
  await store(page, { lat: '44.97997', lon: '-93.26384' });
  await visit('/');
  await expectWeatherAt(page, { lat: '44.98', lon: '-93.2638' });
  for (const { lat, lon } of requestedPositions(fakeVendors)) {
    expect(`${lat} ${lon}`).toMatch(/^-?\d+(\.\d{1,4})? -?\d+(\.\d{1,4})?$/);
  }

  await store(page, { lat: '', lon: 'west' });
  await visit('/');
  await expectWeatherAt(page, DEFAULT);
});

test('uses the position without a click when the permission was granted earlier, and stores it rounded', async ({
  page,
  context,
  visit,
  fakeVendors,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(DES_MOINES);
  await visit('/');
  await expectWeatherAt(page, ROUNDED);
  expect(await stored(page)).toEqual(ROUNDED);
  for (const { lat, lon } of requestedPositions(fakeVendors))
    expect([DEFAULT, ROUNDED]).toContainEqual({ lat, lon });
});

test('requests and uses the position when the button is clicked, without a history entry', async ({
  page,
  context,
  visit,
}) => {
  const requests = await countPositionRequests(page);
  await visit('/store');
  await visit('/');
  await expectWeatherAt(page, DEFAULT);
  const entries = await page.evaluate(() => history.length);

  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(DES_MOINES);
  await button(page).click();
  await expectWeatherAt(page, ROUNDED);
  expect(await requests()).toBe(1);
  expect(await stored(page)).toEqual(ROUNDED);
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await page.goBack();
  await expect(page).toHaveURL('/store');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merchandise');
});

test('logs a denied position and keeps showing the same location', async ({
  page,
  context,
  visit,
  expectProblem,
}) => {
  expectProblem(/console warning: Could not get the position/);
  await context.grantPermissions([]);
  await visit('/');
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('Could not get the position'),
  );
  await button(page).click();
  await logged;
  await expectWeatherAt(page, DEFAULT);
  await expect(button(page)).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
