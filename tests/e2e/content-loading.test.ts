import type { Locator, Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { emptyContent, extremeContent } from '#tests/support/extremes.ts';
import { accessibilityViolations } from './accessibility.ts';
import { VERSION_PATH } from '#contract/version-path.ts';
import { expect, test } from './fixtures.ts';
import {
  failRequests,
  holdRequests,
  navigateInApp,
  requestsOf,
  type ApiRequest,
  spinners,
} from './requests.ts';
import { textOverlaps } from './text-overlaps.ts';

/** Pages with content, with the spinners that they show while it loads, and their calls. */
const PAGES = {
  'About Us': { path: '/about-us', waiting: 3, calls: ['/api/config/configs', '/api/config/employees'] },
  'Contact Us': { path: '/contact-us', waiting: 2, calls: ['/api/config/configs', '/api/locations'] },
  Products: {
    path: '/products',
    waiting: 2,
    calls: ['/api/config/configs', ...[0, 1, 2, 3, 4].map((type) => `/api/config/table/${type}`)],
  },
  Pioneer: { path: '/pioneer', waiting: 0, calls: ['/api/config/pioneer-items'] },
  Gallery: { path: '/gallery', waiting: 1, calls: ['/api/images/0'] },
  // Its fuel prices are those of the products page, which local storage has.
  Home: { path: '/', waiting: 2, calls: ['/api/cash-bids', '/api/config/configs', '/api/locations'] },
};
const entries = Object.entries(PAGES);

const section = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, level: 2 }) })
    .last();

/** Expects that the page shows the same after a client-side navigation as in the HTML of a first load. */
async function expectAsServed(page: Page, path: string): Promise<void> {
  await expect(spinners(page)).toHaveCount(0);
  const shown = async () => {
    const [served, main] = await elementsOf(page, path);
    expect(served, path).not.toEqual([]);
    expect(main, path).toEqual(served);
  };
  await expect(shown).toPass({ timeout: 15_000 });
}

/** Returns the elements and texts of the page as served and as shown, without attributes. */
const elementsOf = (page: Page, path: string) =>
  page.evaluate(async (url) => {
    const html = await (await fetch(url)).text();
    return [new DOMParser().parseFromString(html, 'text/html'), document].map((each) => {
      const main = each.querySelector('main')?.cloneNode(true) as HTMLElement;
      // Spinners disappear when an image has loaded, and buttons appear with scripts.
      for (const part of main.querySelectorAll('a:has(> picture) > :not(picture), button')) part.remove();
      return main.innerHTML
        .replaceAll(/<!--.*?-->/g, '')
        .replaceAll(/(<\w+)[^>]*/g, '$1')
        .split(/(?=<)/);
    });
  }, path);

test('shows spinners while the content of a page loads, then the same as a first load', async ({
  page,
  visit,
  site,
}) => {
  // Friday evening at the cooperative, but Saturday in the time zone of this browser.
  const now = '2026-11-21T02:00:00Z';
  await site.with({ now });
  await page.clock.setFixedTime(now);
  const calls = requestsOf(page);
  await visit('/store');
  for (const [name, { path, waiting, calls: expected }] of entries) {
    await test.step(name, async () => {
      const { release } = await holdRequests(page);
      await navigateInApp(page, name);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(spinners(page)).toHaveCount(waiting);
      release();
      await expectAsServed(page, path);
      expect.soft(calls.map((call) => call.path).toSorted()).toEqual(expected.toSorted());
      calls.length = 0;
      await page.unroute('/api/**');
    });
  }
});

for (const [kind, content] of Object.entries({ empty: emptyContent(), 'very long': extremeContent() })) {
  test(`fits phones and screens, and shows the same as a first load, when the content is ${kind}`, async ({
    page,
    visit,
    site,
  }) => {
    test.slow();
    await site.with(content);
    await visit('/news');
    await expectToFit(page, '/news');
    for (const [name, { path }] of entries) {
      await test.step(name, async () => {
        await navigateInApp(page, name);
        await expect(page).toHaveURL(path);
        await expectAsServed(page, path);
        if (path === '/pioneer') await page.getByRole('link', { name: 'Corn', exact: true }).click();
        await expectToFit(page, path);
        if (kind === 'empty') expect.soft(await accessibilityViolations(page), path).toEqual([]);
      });
    }
  });
}

async function expectToFit(page: Page, path: string): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.soft.poll(() => textOverlaps(page), `${path} at ${width} px`).toEqual([]);
  }
}

type Failure = {
  name: keyof typeof PAGES;
  path: string;
  by: Parameters<typeof failRequests>[2]['by'];
  /** Texts of the errors. */
  shows: string[];
  /** What the page still shows. */
  keeps: (page: Page) => Locator;
};

const TEXTS = '/api/config/configs';
const FAILURES: readonly Failure[] = [
  {
    name: 'About Us',
    path: '/api/config/employees',
    by: 'responds 500',
    shows: ['Loading Error'],
    keeps: (page) => section(page, 'Mission Statement').getByText("We buy our members' grain"),
  },
  {
    name: 'About Us',
    path: TEXTS,
    by: 'responds with a list of other objects',
    shows: [],
    keeps: (page) => section(page, 'Our Crew').getByText('Ray Dunlap'),
  },
  {
    name: 'Products',
    path: '/api/config/table/3',
    by: 'cannot be reached',
    shows: [MESSAGES.pageLoad],
    keeps: (page) => section(page, 'Farm - Delivered Fuel Prices').getByText('#2 Dyed Diesel'),
  },
  {
    name: 'Products',
    path: '/api/config/table/1',
    by: 'responds with another object',
    shows: [MESSAGES.pageLoad],
    keeps: (page) => section(page, 'Fertilizer').getByText('Urea'),
  },
  {
    name: 'Products',
    path: TEXTS,
    by: 'responds 500',
    shows: [],
    keeps: (page) => section(page, 'Farm - Delivered Fuel Prices').getByText('#2 Dyed Diesel'),
  },
  {
    name: 'Pioneer',
    path: '/api/config/pioneer-items',
    by: 'responds 401',
    shows: [],
    keeps: (page) => page.getByText('LumiGen Seed Treatment'),
  },
  {
    name: 'Gallery',
    path: '/api/images/0',
    by: 'responds with a list of other objects',
    shows: [],
    keeps: (page) => page.getByText("We couldn't load the images. Try again later, or call 660-555-0142."),
  },
  {
    name: 'Home',
    path: TEXTS,
    by: 'responds with a Wi-Fi sign-in page',
    shows: [MESSAGES.pageLoad, MESSAGES.pageLoad],
    keeps: (page) => page.getByTitle('Local cash bids'),
  },
  {
    name: 'Home',
    path: '/api/cash-bids',
    by: 'responds with null',
    shows: [MESSAGES.pageLoad, MESSAGES.pageLoad],
    keeps: (page) => page.getByRole('heading', { name: 'Local Weather' }),
  },
  {
    name: 'Home',
    path: '/api/config/table/1',
    by: 'responds with null',
    shows: [MESSAGES.pageLoad],
    keeps: (page) => page.getByRole('region', { name: 'Today' }).getByText('660-555-0142'),
  },
  {
    name: 'Contact Us',
    path: TEXTS,
    by: 'responds 401',
    shows: ['Looks like we ran into a problem loading the page.  Please reload and try again.'],
    keeps: (page) => page.getByRole('link', { name: 'Go To Home' }),
  },
];

const isOfContent = ({ path }: ApiRequest) => path !== VERSION_PATH;

test('shows the error of each failed call, keeps the rest, and asks again only on the next visit', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  test.slow();
  // Away from the times at which hours begin and end.
  const time = '2026-11-20T18:00:00Z';
  await site.with({ now: time });
  expectProblem(/console warning: .*list of images/);
  const calls = requestsOf(page);
  const main = page.getByRole('main');
  await page.clock.install({ time });
  await visit('/news');
  for (const { name, path, by, shows, keeps } of FAILURES) {
    await test.step(`${name}: ${path} ${by}`, async () => {
      await page.evaluate(() => localStorage.clear());
      await failRequests(page, path, { by, expectProblem });
      await navigateInApp(page, name);
      await expect(page).toHaveURL(PAGES[name].path);
      // The error of the contact page is a screen.
      const errors = name === 'Contact Us' ? main.getByRole('heading') : main.getByRole('alert');
      await expect(spinners(page)).toHaveCount(0);
      await expect(errors).toHaveCount(shows.length);
      expect(await errors.evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText))).toEqual(
        shows,
      );
      for (const error of await main.getByRole('alert').all())
        await expect.poll(() => isRed(error)).toBe(true);
      await expect(keeps(page).first()).toBeVisible();
      if (name === 'Pioneer') {
        await page.getByRole('link', { name: 'Corn', exact: true }).click();
        await expect(errors).toHaveText(MESSAGES.pageLoad);
        await page.goBack();
      }
      const { length } = calls.filter(isOfContent);
      await page.clock.runFor(60_000);
      expect(calls.filter(isOfContent)).toHaveLength(length);

      await page.unroute(path);
      await navigateInApp(page, name);
      await expectAsServed(page, PAGES[name].path);
    });
  }
});

const isRed = (element: Locator) =>
  element.evaluate((each) => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(each).color.match(/\d+/g)?.map(Number) ?? [];
    return red > 2 * Math.max(green, blue);
  });

test('shows the current day and what has changed since the first load', async ({ page, visit, site }) => {
  const footer = page.getByRole('contentinfo');
  await site.with({ now: '2026-11-21T05:30:00Z' });
  await page.clock.setFixedTime('2026-11-21T05:30:00Z');
  await visit('/store');
  await expect(footer).toContainText('Today (Mon-Fri)7:30 am – 5:00 pm');
  await page.clock.setFixedTime('2026-11-21T06:30:00Z');
  await site.with({
    now: '2026-11-21T06:30:00Z',
    texts: { ContactUsNormSatSun: 'Closed', AnnouncementMessage: '<p>Closed at noon.</p>' },
  });
  await navigateInApp(page, 'Home');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('Closed');
  await expect(page.getByRole('region', { name: 'Announcements' })).toHaveText('Closed at noon.');
  await expect(footer).toContainText('Today (Sat-Sun)Closed');

  // Monday 11:30 pm at the cooperative, Tuesday evening in the time zone of the browser.
  await page.route('/api/config/table/2', async (route) => {
    const response = await route.fetch();
    const table = (await response.json()) as object;
    await route.fulfill({ response, json: { ...table, changedAt: '2026-11-17T05:30:00Z' } });
  });
  await navigateInApp(page, 'Products');
  await expect(section(page, 'Fertilizer').getByText('Updated Mon, Nov 16, 11:30 pm')).toBeVisible();
  await expect(footer).toContainText('Today (Sat-Sun)Closed');
});
