import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { requestsOf, failRequests, holdRequests, spinners, type ApiRequest } from './requests.ts';
import { expect, test } from './fixtures.ts';

const TEXTS: ApiRequest = { method: 'POST', path: '/api/config/configs', body: [0, 8, 9, 10, 11, 16] };
const BIDS: ApiRequest = { method: 'GET', path: '/api/cash-bids', body: null };
const FUEL: ApiRequest = { method: 'GET', path: '/api/config/table/1', body: null };
const LOCATIONS: ApiRequest = { method: 'GET', path: '/api/locations', body: null };

/** Omits the requests of the About Us page, which the test visits in between. */
const requestsOfHome = (calls: readonly ApiRequest[]) =>
  calls.filter(({ path, body }) => path !== '/api/config/employees' && String(body) !== '2,1');

const goHome = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click();
const today = (page: Page) => page.getByRole('region', { name: 'Today' });

test('shows spinners during a client-side navigation, and then the same page as a first load', async ({
  page,
  visit,
  site,
}) => {
  // Friday evening at the cooperative, but Saturday in the time zone of this browser.
  const now = '2026-11-21T02:00:00Z';
  await site.with({ now });
  await page.clock.setFixedTime(now);
  const calls = requestsOf(page);
  let frameLoads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/cash-bids.html')) frameLoads += 1;
  });
  const frame = page.getByTitle('Local cash bids');
  const shown = async () => ({
    main: await page.getByRole('main').ariaSnapshot(),
    frameHeight: (await frame.boundingBox())?.height,
  });

  await visit('/');
  await expect(today(page).getByRole('term').first()).toHaveText('Mon-Fri');
  await expect(page.getByRole('row').filter({ hasText: 'today' })).toContainText('Mon-Fri');
  const first = await shown();
  expect(calls).toEqual([]);

  await visit('/store');
  frameLoads = 0;
  const { release } = await holdRequests(page);
  await goHome(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hours Of Operation' })).toBeVisible();
  await expect(frame).toBeVisible();
  await expect(spinners(page)).toHaveCount(2);
  await expect(today(page)).toHaveCount(0);
  release();
  await expect(today(page)).toContainText('660-555-0142');
  await expect(spinners(page)).toHaveCount(0);
  await expect.poll(shown).toEqual(first);
  await expect(frame.contentFrame().getByRole('table')).toHaveCount(3);
  expect(frameLoads).toBe(1);
  expect(calls).toHaveLength(3);
  expect(calls).toEqual(expect.arrayContaining([TEXTS, BIDS, LOCATIONS]));
});

test('shows the new day and hours in the footer after a client-side navigation', async ({
  page,
  visit,
  site,
}) => {
  const footer = page.getByRole('contentinfo');
  await site.with({ now: '2026-11-21T05:30:00Z' });
  await page.clock.setFixedTime('2026-11-21T05:30:00Z');
  await visit('/store');
  await expect(footer).toContainText('Today (Mon-Fri)7:30 am – 5:00 pm');
  await page.clock.setFixedTime('2026-11-21T06:30:00Z');
  await site.with({ now: '2026-11-21T06:30:00Z', texts: { ContactUsNormSatSun: 'Closed' } });
  await goHome(page);
  await expect(today(page)).toContainText('Closed');
  await expect(footer).toContainText('Today (Sat-Sun)Closed');
  await page.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about-us');
  await expect(footer).toContainText('Today (Sat-Sun)Closed');
});

test('shows changes since the first load after a client-side navigation', async ({ page, visit, site }) => {
  await visit('/');
  await page.getByRole('link', { name: 'Our Products' }).click();
  await expect(page).toHaveURL('/products');
  await site.with({
    texts: { WelcomeMessage: 'Wheat is in.', AnnouncementMessage: '<p>Closed at noon.</p>' },
  });
  await goHome(page);
  await expect(page.getByText('Wheat is in.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Announcements' })).toHaveText('Closed at noon.');
});

for (const [name, { path }, by, errors] of [
  ['texts', TEXTS, 'responds with a Wi-Fi sign-in page', 2],
  ['bids', BIDS, 'responds with null', 2],
  ['fuel', FUEL, 'responds with null', 1],
] as const) {
  test(`shows an error in each section and does not retry when the ${name} endpoint ${by}`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    await page.clock.install();
    await visit('/store');
    await failRequests(page, path, { by, expectProblem });
    const calls = requestsOf(page);
    await goHome(page);

    const sentences = page.getByRole('main').getByText(MESSAGES.pageLoad);
    await expect(sentences).toHaveCount(errors);
    expect(await sentences.first().innerText()).toBe(MESSAGES.pageLoad);
    await expect(spinners(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByTitle('Local cash bids')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Local Weather' })).toBeVisible();

    await page.clock.runFor(60_000);
    expect(requestsOfHome(calls)).toHaveLength(4);
    if (name === 'fuel') await expect(today(page)).toContainText('660-555-0142');

    await page.unroute(path);
    await page.getByRole('link', { name: 'About Us' }).click();
    await expect(page).toHaveURL('/about-us');
    await goHome(page);
    await expect(today(page)).toContainText('660-555-0142');
    await expect(today(page)).toContainText('#2 Dyed Diesel');
    // The fuel table is in local storage, unless its request failed.
    expect(requestsOfHome(calls)).toHaveLength(name === 'fuel' ? 8 : 7);
  });
}
