import type { Page, Route } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { expect, test } from './fixtures.ts';

type Call = { method: string; path: string; body: unknown };

/** The way home leads over the page about us, which has calls of its own. */
const isOfAnotherPage = ({ path, body }: Call) => path === '/api/config/employees' || String(body) === '2,1';

/** Notes every call of the API from here on. */
function callsOf(page: Page): Call[] {
  const calls: Call[] = [];
  page.on('request', (request) => {
    const { pathname: path } = new URL(request.url());
    const call = { method: request.method(), path, body: request.postDataJSON() as unknown };
    if (path.startsWith('/api/') && !isOfAnotherPage(call)) calls.push(call);
  });
  return calls;
}

const TEXTS: Call = { method: 'POST', path: '/api/config/configs', body: [0, 4, 8, 9, 10, 11, 16] };
const BIDS: Call = { method: 'GET', path: '/api/cash-bids', body: null };

const goHome = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click();
const today = (page: Page) => page.getByRole('region', { name: 'Today' });
const spinners = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' });

test('The first load has its content in the page and makes no call', async ({ page, visit }) => {
  const calls = callsOf(page);
  await visit('/');
  await expect(today(page)).toBeVisible();
  expect(calls).toEqual([]);
});

test('A navigation inside the app asks for the texts of the home page and for the bids, once each', async ({
  page,
  visit,
}) => {
  await visit('/store');
  const calls = callsOf(page);
  await goHome(page);
  await expect(today(page)).toBeVisible();
  expect(calls).toHaveLength(2);
  expect(calls).toEqual(expect.arrayContaining([TEXTS, BIDS]));
});

test('The page arrived at inside the app is the one that a first load shows', async ({ page, visit }) => {
  const content = () => page.getByRole('main').ariaSnapshot();
  await visit('/');
  const first = await content();
  await visit('/store');
  await goHome(page);
  await expect.poll(content).toBe(first);
});

test('The frame of bids is as high as after a first load', async ({ page, visit }) => {
  const height = async () => (await page.getByTitle('Local cash bids').boundingBox())?.height;
  await visit('/');
  const first = await height();
  await visit('/store');
  await goHome(page);
  await expect.poll(height).toBe(first);
});

test('What has been saved since the first load is there after a navigation inside the app', async ({
  page,
  visit,
  site,
}) => {
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

test('Spinners stand where content is missing while the calls are under way', async ({ page, visit }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await visit('/store');
  await page.route('/api/**', async (route) => {
    await promise;
    await route.continue();
  });
  await goHome(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hours Of Operation' })).toBeVisible();
  await expect(page.getByTitle('Local cash bids')).toBeVisible();
  await expect(spinners(page)).toHaveCount(2);
  await expect(today(page)).toHaveCount(0);
  resolve();
  await expect(today(page)).toContainText('660-555-0142');
  await expect(page.getByRole('row', { name: 'Mon-Fri' })).toBeVisible();
  await expect(spinners(page)).toHaveCount(0);
});

const FAILED = /the server responded with a status of 500/;
const NO_NETWORK = /net::ERR_FAILED/;
const fail = (route: Route) => route.fulfill({ status: 500, body: 'Oh no' });
const cut = (route: Route) => route.abort();
const say = (contentType: string, body: string) => (route: Route) => route.fulfill({ contentType, body });

const FAILURES: Record<string, { path: string; answer: (route: Route) => Promise<void>; problem?: RegExp }> =
  {
    'the texts answer 500': { path: TEXTS.path, answer: fail, problem: FAILED },
    'the bids answer 500': { path: BIDS.path, answer: fail, problem: FAILED },
    'the network is gone for the texts': { path: TEXTS.path, answer: cut, problem: NO_NETWORK },
    'the network is gone for the bids': { path: BIDS.path, answer: cut, problem: NO_NETWORK },
    'the texts are no JSON': {
      path: TEXTS.path,
      answer: say('text/html', '<h1>Welcome to Hotel Wi-Fi</h1>'),
    },
    'the bids are no JSON': { path: BIDS.path, answer: say('text/html', '<h1>Welcome to Hotel Wi-Fi</h1>') },
    'the texts are of another shape': {
      path: TEXTS.path,
      answer: say('application/json', '{"error":"late"}'),
    },
    'the bids are of another shape': { path: BIDS.path, answer: say('application/json', '{"error":"late"}') },
    'the texts are nothing': { path: TEXTS.path, answer: say('application/json', 'null') },
    'the bids are nothing': { path: BIDS.path, answer: say('application/json', 'null') },
  };

for (const [kind, { path, answer, problem }] of Object.entries(FAILURES)) {
  test(`When ${kind}, the page says that it could not be loaded and does not try again`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    if (problem) expectProblem(problem);
    await page.clock.install();
    await visit('/store');
    await page.route(path, answer);
    const calls = callsOf(page);
    await goHome(page);

    const sentences = page.getByRole('main').getByText(MESSAGES.pageLoad);
    await expect(sentences).toHaveCount(2);
    expect(await sentences.first().innerText()).toBe(MESSAGES.pageLoad);
    await expect(spinners(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByTitle('Local cash bids')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Local Weather' })).toBeVisible();

    await page.clock.runFor(60_000);
    expect(calls).toHaveLength(2);

    // The way on and back is a new navigation, with calls of its own.
    await page.unroute(path);
    await page.getByRole('link', { name: 'About Us' }).click();
    await expect(page).toHaveURL('/about-us');
    await goHome(page);
    await expect(today(page)).toContainText('660-555-0142');
    expect(calls).toHaveLength(4);
  });
}

test("The slip and the hours go by the cooperative's day, not by the visitor's", async ({
  page,
  visit,
  site,
}) => {
  // Friday evening at the cooperative; Saturday where this browser stands.
  const now = '2026-11-21T02:00:00Z';
  await site.with({ now });
  await page.clock.setFixedTime(now);
  await visit('/store');
  await goHome(page);
  await expect(today(page).getByRole('term').first()).toHaveText('Mon-Fri');
  await expect(page.getByRole('row').filter({ hasText: 'today' })).toContainText('Mon-Fri');
});

test('The frame of bids is loaded once', async ({ page, visit }) => {
  await visit('/store');
  let loads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/cash-bids.html')) loads += 1;
  });
  await goHome(page);
  await expect(today(page)).toBeVisible();
  await expect(page.getByTitle('Local cash bids').contentFrame().getByRole('table')).toHaveCount(3);
  expect(loads).toBe(1);
});
