import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { requestsOf, navigateInApp, holdRequests, spinners } from './requests.ts';
import { expect, test } from './fixtures.ts';

const MINUTE_MS = 60_000;

type Entry = { value: unknown; expires: number; saved: number; version: string };

const readEntries = (page: Page) =>
  page.evaluate(() => {
    const keys = Object.keys(localStorage).filter((key) => key !== 'lat' && key !== 'lon');
    return Object.fromEntries(keys.map((key) => [key, JSON.parse(localStorage.getItem(key) ?? '') as Entry]));
  });

const ageEntries = (page: Page, olderByMs: number) =>
  page.evaluate((by) => {
    for (const key of Object.keys(localStorage)) {
      const entry = JSON.parse(localStorage.getItem(key) ?? '') as Entry;
      const older = { ...entry, expires: entry.expires - by, saved: entry.saved - by };
      localStorage.setItem(key, JSON.stringify(older));
    }
  }, olderByMs);

const SHOWN: Record<string, { keys: string[]; shows: string }> = {
  'About Us': { keys: ['about-us-configs'], shows: 'one wooden elevator' },
  'Contact Us': { keys: ['contact-us-configs', 'locations'], shows: '660-555-0199' },
  Products: {
    keys: ['product-fert-headers', 'product-fert-rows', 'product-fuel-headers', 'product-fuel-rows'],
    shows: '#2 Dyed Diesel',
  },
  Gallery: { keys: ['gallery-images'], shows: '' },
};
const pathOf = (name: string) => `/${name.toLowerCase().replace(' ', '-')}`;

/** The HTML of a page has only the newest time of its texts, the API the time of each. */
const withoutTimes = (value: unknown) =>
  Array.isArray(value) ? value.map((entry: object) => ({ ...entry, changedAt: undefined })) : value;

test('stores the content of each page for five minutes under its own keys', async ({ page, visit, site }) => {
  await site.with({ locations: [{ id: 'north', name: 'North Elevator' }] });
  const expectDraft = async (keys: string[]) => {
    const entries = await readEntries(page);
    expect(Object.keys(entries).toSorted()).toEqual(keys);
    for (const { expires, saved, version, value } of Object.values(entries)) {
      expect(expires - saved).toBe(5 * MINUTE_MS);
      expect(Math.abs(Date.now() - saved)).toBeLessThan(MINUTE_MS);
      expect(version).toMatch(/^\d+-[0-9a-f]{8}$/);
      expect(Object.keys(value as object)).not.toEqual([]);
    }
    return Object.fromEntries(Object.entries(entries).map(([key, { value }]) => [key, withoutTimes(value)]));
  };
  const first: Record<string, unknown> = {};
  for (const [name, { keys }] of Object.entries(SHOWN)) {
    await visit(pathOf(name));
    first[name] = await expectDraft(keys);
    await page.evaluate(() => localStorage.clear());
  }
  await visit('/store');
  for (const [name, { keys, shows }] of Object.entries(SHOWN)) {
    await navigateInApp(page, name);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('main')).toContainText(shows);
    await expect(spinners(page)).toHaveCount(0);
    if (name === 'Contact Us')
      await expect(page.getByRole('heading', { name: 'North Elevator' })).toBeVisible();
    expect(await expectDraft(keys), name).toEqual(first[name]);
    await page.evaluate(() => localStorage.clear());
  }
});

test('sends no request for fresh content, and shows expired content while it refreshes', async ({
  page,
  visit,
}) => {
  await visit('/contact-us');
  const calls = requestsOf(page);
  await visit('/store');
  await navigateInApp(page, 'Contact Us');
  await expect(page.getByText('660-555-0199')).toBeVisible();
  expect(calls).toEqual([]);

  await ageEntries(page, 6 * MINUTE_MS);
  await visit('/store');
  const { release } = await holdRequests(page);
  await navigateInApp(page, 'Contact Us');
  await expect(page.getByText('660-555-0199')).toBeVisible();
  await expect(spinners(page)).toHaveCount(0);
  expect(calls).toHaveLength(2);
  release();
  await expect
    .poll(async () => (await readEntries(page))['contact-us-configs']?.expires)
    .toBeGreaterThan(Date.now());
  await expect(page.getByText('660-555-0199')).toBeVisible();
  expect(calls).toHaveLength(2);

  await ageEntries(page, 25 * 60 * MINUTE_MS);
  await visit('/store');
  const held = await holdRequests(page);
  await navigateInApp(page, 'Contact Us');
  await expect(spinners(page)).toHaveCount(2);
  held.release();
  await expect(page.getByText('660-555-0199')).toBeVisible();
});

test('shows or logs an error when expired content cannot be refreshed', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 500/);
  expectProblem(/list of images/);
  for (const name of Object.keys(SHOWN)) await visit(pathOf(name));
  await ageEntries(page, 6 * MINUTE_MS);
  await visit('/store');
  await page.route('/api/**', (route) => route.fulfill({ status: 500 }));
  await navigateInApp(page, 'Contact Us');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES.pageLoad);
  await navigateInApp(page, 'Products');
  await expect(page.getByRole('alert')).toHaveText([MESSAGES.pageLoad, MESSAGES.pageLoad]);
  await navigateInApp(page, 'About Us');
  await expect(page.getByRole('alert')).toHaveText([MESSAGES.pageLoad, MESSAGES.crewLoad, MESSAGES.pageLoad]);
  const logged = page.waitForEvent('console', (message) => message.text().includes('list of images'));
  await navigateInApp(page, 'Gallery');
  await logged;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
  await expect(page.getByRole('main').getByRole('listitem')).not.toHaveCount(0);
  await expect(spinners(page)).toHaveCount(0);
});

test('refreshes fresh content when a response reports a newer content version', async ({
  page,
  visit,
  site,
}) => {
  await visit('/contact-us');
  await visit('/store');
  await site.with({ texts: { ContactUsFax: '660-555-0177' } });
  await navigateInApp(page, 'Contact Us');
  await expect(page.getByText('660-555-0143')).toBeVisible();
  // The employees are requested on each visit, and the response contains the content version.
  await navigateInApp(page, 'About Us');
  await expect(page.getByText('Ray Dunlap')).toBeVisible();
  await navigateInApp(page, 'Contact Us');
  await expect(page.getByText('660-555-0177')).toBeVisible();
});

test('requests the content when entries in local storage are invalid', async ({ page, visit }) => {
  await visit('/store');
  // `app/browser/local-cache.test.ts` covers every kind of invalid entry.
  await page.evaluate(() => {
    const entries = {
      'contact-us-configs': '{',
      'product-fert-headers': '{"value":{"a":1},"expires":9e15,"saved":1,"version":"1"}',
      'product-fert-rows': '{"value":[],"expires":"soon"}',
      'product-fuel-headers': 'null',
      'product-fuel-rows': '[]',
    };
    for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
  });
  await visit('/store');
  await navigateInApp(page, 'Contact Us');
  await expect(page.getByText('660-555-0199')).toBeVisible();
  await navigateInApp(page, 'Products');
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(4);
  await expect(page.getByText('#2 Dyed Diesel')).toBeVisible();
});

const FAULTS: Record<string, () => void> = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  },
  forbidden: () => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Forbidden', 'SecurityError');
      },
    });
  },
};

for (const [kind, fault] of Object.entries(FAULTS)) {
  test(
    `logs a warning, and shows every page, when local storage is ${kind}`,
    { tag: kind === 'full' ? '@long' : [] },
    async ({ page, visit, expectProblem }) => {
      expectProblem(/console warning: Local storage could not be/);
      await page.addInitScript(fault);
      await visit('/contact-us');
      await expect(page.getByText('660-555-0199')).toBeVisible();
      for (const [name, { shows }] of Object.entries(SHOWN)) {
        await navigateInApp(page, name);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
        await expect(page.getByRole('main')).toContainText(shows);
        await expect(spinners(page)).toHaveCount(0);
      }
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  );
}
