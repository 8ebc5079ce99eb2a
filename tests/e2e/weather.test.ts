import type { Page } from '@playwright/test';
import type { FakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { expect, test } from './fixtures.ts';

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
  const places = [`Map around ${lat}, ${lon}`, `Forecast for ${lat}, ${lon}`];
  for (const [index, title] of FRAMES.entries()) {
    await expect(
      page
        .getByTitle(title)
        .contentFrame()
        .getByText(places[index] ?? ''),
    ).toBeVisible();
  }
}

const placesAsked = ({ requests }: FakeVendors) => requests.map(({ query }) => query);

/** Counts how often a page requests the position, each of which could open a permission prompt. */
async function countDialogs(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counter = Object.assign(window, { questions: 0 });
    for (const name of ['getCurrentPosition', 'watchPosition'] as const) {
      const own = Geolocation.prototype[name];
      Object.defineProperty(Geolocation.prototype, name, {
        value(this: Geolocation, ...parameters: Parameters<typeof own>) {
          counter.questions += 1;
          return own.apply(this, parameters);
        },
      });
    }
  });
  return () => page.evaluate(() => (window as unknown as { questions: number }).questions);
}

test("shows the cooperative's weather in lazy sandboxed iframes, without requesting the position", async ({
  page,
  visit,
  fakeVendors,
}) => {
  const questions = await countDialogs(page);
  await visit('/');
  for (const title of FRAMES) {
    const frame = page.getByTitle(title);
    await expect(frame).toHaveAttribute('loading', 'lazy');
    await expect(frame).toHaveAttribute('sandbox', /^allow-scripts allow-same-origin/);
    await expect(frame).not.toHaveAttribute('sandbox', /top-navigation|allow-modals|allow-forms/);
    expect((await frame.boundingBox())?.height).toBe(530);
  }
  await expectWeatherAt(page, DEFAULT);
  expect(placesAsked(fakeVendors)).toEqual([DEFAULT, DEFAULT]);
  for (const { headers } of fakeVendors.requests) {
    expect(headers.referer).toBeUndefined();
    expect(headers.cookie).toBeUndefined();
    expect(headers['sec-fetch-dest']).toBe('iframe');
    expect(headers['sec-fetch-site']).toBe('cross-site');
  }
  expect(await questions()).toBe(0);
  expect(await stored(page)).toEqual({ lat: null, lon: null });
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
  for (const { lat, lon } of placesAsked(fakeVendors)) {
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
  for (const { lat, lon } of placesAsked(fakeVendors))
    expect([DEFAULT, ROUNDED]).toContainEqual({ lat, lon });
});

test('requests and uses the position when the button is clicked, without a history entry', async ({
  page,
  context,
  visit,
}) => {
  const questions = await countDialogs(page);
  await visit('/store');
  await visit('/');
  await expectWeatherAt(page, DEFAULT);
  const entries = await page.evaluate(() => history.length);

  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(DES_MOINES);
  await button(page).click();
  await expectWeatherAt(page, ROUNDED);
  expect(await questions()).toBe(1);
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
