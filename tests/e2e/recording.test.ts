/**
 * Compares roles, names, values, and specified calls of each specified screen with the files in `recordings`. Times and
 * unnamed elements are not recorded. docs/testing.md says how to record again.
 */
import type { Page, Request } from '@playwright/test';
import { emptyContent, extremeContent } from '#tests/support/extremes.ts';
import type { ContentChange } from '#tests/support/test-site.ts';
import { VERSION_PATH } from '#contract/version-path.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './requests.ts';
import { openSections, SECTIONS, sectionOf, TABLES, TEXTS } from './specified.ts';

/** A Wednesday noon at the cooperative. */
const NOW = '2026-11-18T18:00:00Z';

/** Screens that are recorded with each content, with what each has exactly once. */
const SCREENS: Record<string, [path: string, ...once: string[]]> = {
  home: [
    '/',
    'heading "Welcome to Hickory Bend Farmers Cooperative"',
    'link "Market Updates"',
    'link "Our Products"',
    'link "Weather"',
    'heading "Local Cash Bids"',
    'heading "Local Weather"',
    'heading "Hours Of Operation"',
    'columnheader "Normal Hours"',
    'columnheader "Harvest Hours"',
  ],
  'about-us': ['/about-us', 'heading "About Us"', 'heading "Our Crew"', 'heading "Mission Statement"'],
  'contact-us': ['/contact-us', 'heading "Contact Us"', 'heading "Hours Of Operation"'],
  products: [
    '/products',
    'heading "Custom Products and Services"',
    'heading "Fertilizer"',
    'heading "Farm - Delivered Fuel Prices"',
    'heading "Services / Offers"',
    'strong: Refined Fuel Delivery',
    'strong: Packaged Oil & Grease',
    'listitem: Aerial Application',
    'listitem: Variable Rate Technology',
    'listitem: Wholesale Chemical - Bulk & Packaged',
    'listitem: Field Mapping',
    'listitem: GPS Guided Custom Application',
    'listitem: Grid Soil Sampling',
    'listitem: Soil Testing',
    'listitem: Spreader Cart Rental',
    'listitem: Green Star Guidance Exact Apply',
  ],
  pioneer: [
    '/pioneer',
    'heading "Industry-leading Products to meet local needs"',
    'link "Corn"',
    'link "Soybeans"',
    'link "Wheat"',
    'link "Alfalfa"',
    'link "Sorghum"',
    'link "Sunflower"',
    'listitem: Field Mapping',
    'listitem: LumiGen Seed Treatment',
    'listitem: Seed Delivery',
    'listitem: Crop Scouting',
  ],
  'pioneer-corn': ['/pioneer?category=corn-product', 'heading "Corn"'],
  gallery: ['/gallery', 'heading "Gallery"'],
};

/** Screens that are recorded with the demo content only. */
const OTHER_SCREENS: typeof SCREENS = {
  store: ['/store', 'heading "Merchandise"'],
  weather: ['/weather', 'heading "Weather"'],
  'future-market-overview': ['/future-market-overview', 'heading "Future Market Overview"'],
  'future-detail': ['/future-detail', 'heading "Future Details"'],
  'market-snapshot': ['/market-snapshot', 'heading "Market Snapshot"'],
  news: ['/news', 'heading "Market News"'],
  'weather-overview': ['/weather-overview', 'heading "Weather Overview"'],
  'weather-detail': ['/weather-detail', 'heading "Weather Details"'],
  admin: [
    '/admin',
    'textbox "Username"',
    'textbox "Password"',
    '/placeholder: Enter your username',
    '/placeholder: Enter your password',
    'button "Login"',
  ],
  error: [
    '/error',
    'heading "Oops! Looks like we ran into an error. Please click the button below to try again."',
    'link "Go To Home"',
  ],
};

const NOT_FOUND = 'heading "Looks like that page doesn\'t exist. Is the URL correct?"';

const DASHBOARD = [
  ...[...SECTIONS, ...TABLES.map(([, name]) => name), 'Gallery Images'].map((name) => `heading "${name}"`),
  // Each employee has a phone number, too.
  ...TEXTS.flatMap(([, name]) => (name === 'Phone number' ? [] : `textbox "${name}"`)),
  ...['Upload', 'Update Items', 'Add New Item'].map((name) => `button "${name}"`),
];

for (const [name, content] of Object.entries({ demo: {}, empty: empty(), full: full() })) {
  test(`shows the recorded screens with ${name} content`, async ({
    page,
    visit,
    signIn,
    site,
    expectProblem,
  }) => {
    expectProblem(/status of 404/);
    // Without bids, which age.
    await site.with({ ...content, now: NOW, cashBids: [], settings: { setup: 'automatic' } });
    await page.clock.setFixedTime(NOW);
    // The page must not update itself while it is recorded.
    await holdRequests(page, VERSION_PATH);
    const compare = recordScreens(page);
    await visit('/no-such-page');
    await compare(`not-found-${name}`, [NOT_FOUND, 'link "Go To Home"'], ['body']);
    const screens = { ...SCREENS, ...(name === 'demo' && OTHER_SCREENS) };
    for (const [screen, [path, ...once]] of Object.entries(screens)) {
      await goInApp(page, path);
      await compare(`${screen}-${name}`, once);
    }
    await signIn();
    await visit('/admin/dashboard');
    await openSections(page, ...SECTIONS);
    await compare(`dashboard-${name}`, DASHBOARD, SECTIONS);
  });
}

const MARKET_PATHS = ['/future-market-overview', '/future-detail', '/market-snapshot', '/news'];

/** Moves to another page of the app as the Back button does. Market pages load in full. */
const goInApp = (page: Page, path: string): Promise<unknown> =>
  MARKET_PATHS.includes(path)
    ? page.goto(path)
    : page.evaluate((url) => {
        history.pushState(null, '', url);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);

/** Returns a function that compares the screen, and the specified calls since the last one, with a file. */
function recordScreens(page: Page) {
  const calls: string[] = [];
  const unanswered = new Set<Request>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!/^\/api\/(config|images|admin\/verify)/.test(pathname)) return;
    unanswered.add(request);
    calls.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`.trim());
  });
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));

  /** Returns the lines of parts of the page once they stay the same and have no unexpected counts. */
  async function linesOf(parts: string[], width: number, unexpected: (lines: string[]) => string[]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    let lines: string[] = [];
    const problems = async () => {
      const before = lines.join('\n');
      const locators = parts.map((part) =>
        SECTIONS.includes(part) ? sectionOf(page, part) : page.locator(part),
      );
      const texts = await Promise.all(locators.map((locator) => locator.ariaSnapshot()));
      lines = texts.flatMap(toLines);
      const isLoading = unanswered.size > 0 || lines.some((line) => line.includes('Loading'));
      return isLoading || lines.join('\n') !== before ? 'loading' : unexpected(lines);
    };
    await expect.poll(problems, { intervals: [100] }).toEqual([]);
    return lines;
  }

  return async (file: string, once: string[], parts = ['main']): Promise<void> => {
    const wide = await linesOf(parts, 1280, (lines) => once.filter((item) => timesIn(lines, item) !== 1));
    const narrow = await linesOf(parts, 390, (lines) => once.filter((item) => timesIn(lines, item) > 1));
    const blocks = {
      Calls: calls.splice(0).toSorted(),
      'At 1280 px': wide,
      'Only at 1280 px': without(wide, narrow),
      'Only at 390 px': without(narrow, wide),
    };
    const text = Object.entries(blocks).map(([title, lines]) => [`# ${title}`, ...lines, ''].join('\n'));
    expect(text.join('\n')).toMatchSnapshot([`${file}.txt`]);
  };
}

/** Returns the lines of a snapshot without times, addresses of fake vendors, and elements without text. */
const toLines = (snapshot: string) =>
  snapshot
    .replaceAll(/(?<=\btime: ).*/g, '…')
    .replaceAll(/http:\/\/localhost:\d+/g, '')
    .split('\n')
    .filter(
      (line) =>
        !/^ *- (?:(?:paragraph|status|alert):?|.*(?:Last saved|Last changed|Changed automatically).*)$/.test(
          line,
        ),
    );

/** Counts the lines of an element such as `heading "Fuel"`. */
const timesIn = (lines: string[], element: string) =>
  lines.filter((line) => {
    const text = line.replace(/^ *- '?/, '').replaceAll("''", "'");
    return text.startsWith(element) && /^'?(?:$|:| \[)/.test(text.slice(element.length));
  }).length;

function without(lines: string[], others: string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const index = left.indexOf(line);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** Returns the content of a website that starts without demo content. */
function empty(): ContentChange {
  return {
    ...emptyContent(),
    priceTables: ([0, 1, 2, 3, 4] as const).map((type) => ({
      type,
      headers: type === 1 ? ['Fuel Type', 'Price'] : ['Product', 'Price per ton'],
      rows: [],
    })),
  };
}

/** Returns the longest values, in short lists. */
function full(): ContentChange {
  const { texts, employees = [], priceTables = [], pioneer = [] } = extremeContent();
  return {
    ...(texts && { texts }),
    employees: employees.slice(0, 3),
    priceTables: priceTables.map(({ type, headers, rows }) => ({
      type,
      headers: headers.slice(0, 3),
      rows: rows.slice(2, 5).map((row) => row.slice(0, 3)),
    })),
    pioneer: pioneer.map((category) => ({ ...category, items: category.items.slice(0, 2) })),
  };
}
