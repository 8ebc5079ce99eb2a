import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { holdRequests, navigateInApp, requestsOf, spinners } from './requests.ts';
import { expect, test } from './fixtures.ts';
import { translate } from './translate.ts';

const MINUTE_MS = 60_000;

type Entry = { value: unknown; expires: number; saved: number; version: string };

const readEntries = (page: Page) =>
  page.evaluate(() => {
    const entries = Object.keys(localStorage).map((key): [string, Entry] => [
      key,
      JSON.parse(localStorage.getItem(key) ?? '') as Entry,
    ]);
    return Object.fromEntries(entries);
  });

const ageEntries = (page: Page, olderByMs: number) =>
  page.evaluate((by) => {
    for (const key of Object.keys(localStorage)) {
      const entry = JSON.parse(localStorage.getItem(key) ?? '') as Entry;
      const older = { ...entry, expires: entry.expires - by, saved: entry.saved - by };
      localStorage.setItem(key, JSON.stringify(older));
    }
  }, olderByMs);

const KEYS: Record<string, string[]> = {
  'About Us': ['about-us-configs'],
  'Contact Us': ['contact-us-configs', 'locations'],
  Products: ['product-fert-headers', 'product-fert-rows', 'product-fuel-headers', 'product-fuel-rows'],
  Gallery: ['gallery-images'],
};
const PAGES = Object.keys(KEYS);

async function expectEntries(page: Page, names: readonly string[]): Promise<void> {
  const entries = await readEntries(page);
  expect(Object.keys(entries).toSorted()).toEqual(names.flatMap((name) => KEYS[name] ?? []).toSorted());
  for (const { expires, saved, version, value } of Object.values(entries)) {
    expect(expires - saved).toBe(5 * MINUTE_MS);
    expect(Math.abs(Date.now() - saved)).toBeLessThan(MINUTE_MS);
    expect(version).toMatch(/^\d+-[0-9a-f]{8}$/);
    expect(value).toBeTruthy();
  }
}

const hours = (text: string) => ({
  ContactUsNormMonFri: text,
  ContactUsNormSatSun: text,
  ContactUsHarvestMonFri: text,
  ContactUsHarvestSatSun: text,
});

async function open(page: Page, name: string): Promise<void> {
  await navigateInApp(page, name);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

// `app/browser/browser-source.test.ts` and `local-cache.test.ts` there cover every kind of entry.
test('shows stored content without a request, and refreshes it when it has expired or is older than a response', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  test.slow();
  const calls = requestsOf(page);
  const fax = (number: string) => page.getByRole('main').getByText(number);
  await test.step('stores the content of each page for five minutes, also of the HTML', async () => {
    await visit('/contact-us');
    await expectEntries(page, ['Contact Us']);
    for (const name of PAGES) {
      await open(page, name);
      await expect(spinners(page)).toHaveCount(0);
    }
    await expectEntries(page, PAGES);
  });

  await test.step('sends no request for stored content', async () => {
    calls.length = 0;
    await open(page, 'Contact Us');
    await expect(fax('660-555-0143')).toBeVisible();
    expect(calls).toEqual([]);
  });

  await test.step('shows expired content while it refreshes', async () => {
    await ageEntries(page, 6 * MINUTE_MS);
    const { release } = await holdRequests(page);
    await open(page, 'Contact Us');
    await expect(fax('660-555-0143')).toBeVisible();
    await expect(spinners(page)).toHaveCount(0);
    release();
    const expiry = async () => (await readEntries(page))['contact-us-configs']?.expires;
    await expect.poll(expiry).toBeGreaterThan(Date.now());
    expect(calls.map(({ path }) => path)).toEqual(['/api/config/configs', '/api/locations']);
    await page.unroute('/api/**');
  });

  await test.step('shows a spinner in place of content that is older than a day', async () => {
    await ageEntries(page, 25 * 60 * MINUTE_MS);
    const { release } = await holdRequests(page);
    await open(page, 'Contact Us');
    await expect(spinners(page)).toHaveCount(2);
    release();
    await expect(fax('660-555-0143')).toBeVisible();
    await page.unroute('/api/**');
  });

  await test.step('requests content again when an entry is invalid', async () => {
    await page.evaluate(() => {
      localStorage.setItem('contact-us-configs', '{');
      localStorage.setItem('product-fuel-rows', '[]');
    });
    await open(page, 'Products');
    await expect(page.getByText('#2 Dyed Diesel')).toBeVisible();
    await open(page, 'Contact Us');
    await expect(fax('660-555-0143')).toBeVisible();
  });

  await test.step('refreshes stored content after a response with a newer version', async () => {
    await site.with({ texts: { ContactUsFax: '660-555-0177' } });
    await open(page, 'Contact Us');
    await expect(fax('660-555-0143')).toBeVisible();
    // The employees are requested on each visit, and the response contains the content version.
    await open(page, 'About Us');
    await expect(page.getByText('Ray Dunlap')).toBeVisible();
    await open(page, 'Contact Us');
    await expect(fax('660-555-0177')).toBeVisible();
  });

  await test.step('refreshes what a browser has translated', async () => {
    const cells = page.getByRole('main').getByRole('cell');
    await site.with({ texts: hours('8:00 am – noon') });
    await open(page, 'About Us');
    await expect(page.getByText('Ray Dunlap')).toBeVisible();
    await open(page, 'Contact Us');
    await expect(cells).toHaveText(Array(4).fill('8:00 am – noon'));
    await site.with({ texts: hours('24 hours') });
    await ageEntries(page, 6 * MINUTE_MS);
    const { release } = await holdRequests(page);
    await open(page, 'About Us');
    await open(page, 'Contact Us');
    await expect(cells).toHaveText(Array(4).fill('8:00 am – noon'));
    await translate(page);
    release();
    await expect(cells).toHaveText(Array(4).fill('24 hours'));
    await expect(page.getByRole('main')).toContainText('Open now');
    await page.unroute('/api/**');
  });

  await test.step('shows or logs an error when expired content cannot be refreshed', async () => {
    expectProblem(/status of 500/);
    expectProblem(/list of images/);
    for (const name of PAGES) {
      await open(page, name);
      await expect(spinners(page)).toHaveCount(0);
    }
    await ageEntries(page, 6 * MINUTE_MS);
    await page.route('/api/**', (route) => route.fulfill({ status: 500 }));
    await navigateInApp(page, 'Contact Us');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES.pageLoad);
    await open(page, 'Products');
    await expect(page.getByRole('alert')).toHaveText([MESSAGES.pageLoad, MESSAGES.pageLoad]);
    await open(page, 'About Us');
    await expect(page.getByRole('alert')).toHaveText(MESSAGES.crewLoad);
    const mission = page.getByText("We couldn't load our mission statement. Call 660-555-0142.");
    await expect(mission).toBeVisible();
    const logged = page.waitForEvent('console', (message) => message.text().includes('list of images'));
    await open(page, 'Gallery');
    await logged;
    await expect(page.getByRole('main').getByRole('listitem')).not.toHaveCount(0);
    await expect(spinners(page)).toHaveCount(0);
  });
});

test('logs a warning, and shows every page, when local storage is forbidden', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/console warning: Local storage could not be/);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Forbidden', 'SecurityError');
      },
    });
  });
  await visit('/contact-us');
  const reach = page.getByRole('region', { name: 'How to reach us' });
  await expect(reach.getByText('660-555-0199')).toBeVisible();
  for (const name of PAGES) {
    await open(page, name);
    await expect(spinners(page)).toHaveCount(0);
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
});
