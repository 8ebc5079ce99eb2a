import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calendarDay } from '#shared/date-time.ts';
import type { HoursContent, PageState } from '#shared/page-content.ts';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import type { PageRenderer } from '#server/pages/page-renderer.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { readElements, textsOf } from '#tests/support/html.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { demoSite, openTestSite, type TestSite } from '#tests/support/test-site.ts';

const NOT_FOUND_HEADING = "Looks like that page doesn't exist.  Is the URL correct?";
const ERROR_HEADING = 'Oops! Looks like we ran into an error.  Please click the button below to try again.';

let site: TestSite;
before(async () => void (site = await openTestSite()));
after(() => site[Symbol.asyncDispose]());

const PAGES: [path: string, title: string, h1: string | undefined, h2?: string[]][] = [
  [
    '/',
    'Cash bids, hours, and prices',
    'Welcome to Hickory Bend Farmers Cooperative',
    ['Today', 'Local Cash Bids', 'Hours Of Operation'],
  ],
  ['/about-us', 'About Us', 'About Us', ['Our Crew', 'Mission Statement']],
  ['/contact-us', 'Contact Us', 'Contact Us', ['Hours Of Operation']],
  [
    '/products',
    'Products',
    'Products',
    ['Custom Products and Services', 'Fertilizer', 'Farm - Delivered Fuel Prices', 'Services / Offers'],
  ],
  ['/pioneer', 'Pioneer', 'Industry-leading Products to meet local needs'],
  ['/store', 'Merchandise', 'Merchandise'],
  ['/gallery', 'Gallery', 'Gallery'],
  ['/weather', 'Weather', 'Weather'],
  ['/admin', 'Sign in', undefined],
  ['/admin/dashboard', 'Editor', undefined],
  ['/admin/today', 'Today', undefined],
  ['/admin/history', 'History', undefined],
  ['/admin/pages', 'Pages', undefined],
  ['/admin/second-step', 'Second step', undefined],
  ['/admin/invitation', 'Join', undefined],
  ['/admin/forgotten-password', 'Forgotten password', undefined],
  ['/future-market-overview', 'Future Market Overview', 'Future Market Overview'],
  ['/future-detail', 'Future Details', 'Future Details'],
  ['/market-snapshot', 'Market Snapshot', 'Market Snapshot'],
  ['/news', 'Market News', 'Market News'],
  ['/weather-overview', 'Weather Overview', 'Weather Overview'],
  ['/weather-detail', 'Weather Details', 'Weather Details'],
  ['/error', 'Error', ERROR_HEADING],
  ['/cash-bids.html', 'Local Cash Bids', 'Local Cash Bids'],
];

for (const [path, title, h1, h2 = []] of PAGES) {
  test(`serves ${path} with its title, one h1 and its sections`, async () => {
    const response = await site.app.inject(path);
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
    assert.deepEqual(textsOf(response.body, 'title'), [`${title} · Hickory Bend Farmers Cooperative`]);
    const headings = textsOf(response.body, 'h1');
    assert.deepEqual(headings, h1 === undefined ? [headings[0]] : [h1]);
    const sections = textsOf(response.body, 'h2');
    for (const section of h2) assert.ok(sections.includes(section), `${section} in ${sections.join(', ')}`);
  });

  test(`serves the same page for ${path} with a trailing slash or a query`, async () => {
    const { body, headers } = await site.app.inject(path);
    for (const address of [path.replace(/(.)$/, '$1/').replace('//', '/'), `${path}?utm_source=mail&x=/..`]) {
      const same = await site.app.inject(address);
      assert.equal(same.statusCode, 200, address);
      assert.equal(same.body, body);
      assert.equal(same.headers['etag'], headers['etag']);
    }
  });
}

test('gives every page a main element, a skip target, a language and unique ids, and no style attributes', async () => {
  for (const [path] of PAGES) {
    const elements = readElements((await site.app.inject(path)).body);
    assert.equal(elements.filter(({ name }) => name === 'main').length, 1, path);
    assert.equal(elements.find(({ name }) => name === 'html')?.attributes['lang'], 'en-US');
    assert.deepEqual(
      elements.filter(({ attributes }) => 'style' in attributes),
      [],
      path,
    );
    const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
    assert.equal(new Set(ids).size, ids.length, `${path} has an id twice`);
    if (path !== '/cash-bids.html') assert.ok(ids.includes('main'), path);
  }
});

test('gives the four sections of the products page their anchors', async () => {
  const { body } = await site.app.inject('/products');
  const parts = readElements(body).flatMap(({ attributes, text }) =>
    attributes['id']?.endsWith('Header') ? [[attributes['id'], text]] : [],
  );
  assert.deepEqual(parts, [
    ['servicesHeader', 'Custom Products and Services'],
    ['fertHeader', 'Fertilizer'],
    ['fuelHeader', 'Farm - Delivered Fuel Prices'],
    ['offersHeader', 'Services / Offers'],
  ]);
});

test('shows the disclaimer on the weather page, with links to the terms and both exchanges', async () => {
  const { body } = await site.app.inject('/weather');
  const [main = ''] = textsOf(body, 'main');
  assert.match(main, /at least 10 minutes/);
  assert.match(main, /for information only/);
  assert.match(main, /2025/);
  const links = readElements(body).flatMap(({ attributes }) => attributes['href'] ?? []);
  const { dataTerms, exchanges } = demoSite().links;
  for (const address of [dataTerms ?? '', ...exchanges.map((exchange) => exchange.address)]) {
    assert.ok(links.includes(address), address);
  }
});

const newYear = () => new Date('2027-01-01T05:59:00Z');

test('shows the copyright year of the site file, or the current year in its time zone when it asks for that', async () => {
  for (const [copyrightYear, shown] of [
    [2024, '2024'],
    ['current', '2026'],
  ] as const) {
    await using open = await openTestSite({ site: { ...demoSite(), copyrightYear }, now: newYear });
    const [main = ''] = textsOf((await open.app.inject('/weather')).body, 'main');
    assert.equal(/© (\d+) Hickory/.exec(main)?.[1], shown);
  }
});

test('responds 404 with the specified message and a link home for an unknown path', async () => {
  for (const path of ['/nowhere', '/about-us/crew', '/Store', '/cash-bids.html.bak', '/not-found']) {
    const response = await site.app.inject(path);
    assert.equal(response.statusCode, 404, path);
    assert.deepEqual(textsOf(response.body, 'h1'), [NOT_FOUND_HEADING]);
    assert.deepEqual(textsOf(response.body, 'title'), ['Page not found · Hickory Bend Farmers Cooperative']);
    const home = readElements(response.body).find(({ text }) => text === 'Go To Home');
    assert.deepEqual([home?.name, home?.attributes['href']], ['a', '/']);
  }
});

test('responds 500 with the error page when a page fails to render, without leaking the error', async () => {
  const broken = rendererThat((path, render) => {
    if (path === '/store') throw new Error('secret-inside');
    return render(path);
  });
  await using app = await anApp(broken);
  for (let time = 1; time <= 2; time += 1) {
    const response = await app.inject('/store');
    assert.equal(response.statusCode, 500);
    assert.deepEqual(textsOf(response.body, 'h1'), [ERROR_HEADING]);
    assert.equal(
      readElements(response.body).find(({ text }) => text === 'Go To Home')?.attributes['href'],
      '/',
    );
    assert.doesNotMatch(response.body, /secret-inside/);
    assert.ok(response.headers['x-request-id']);
  }
  assert.equal((await app.inject('/')).statusCode, 200);
});

test('responds with a minimal error page when the error page fails to render', async () => {
  await using app = await anApp(
    rendererThat(() => {
      throw new Error('secret-inside');
    }),
  );
  for (const path of ['/', '/error', '/nowhere']) {
    const response = await app.inject(path);
    assert.equal(response.statusCode, 500);
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
    assert.deepEqual(textsOf(response.body, 'h1'), [ERROR_HEADING]);
    assert.deepEqual(
      readElements(response.body).flatMap(({ attributes }) => attributes['href'] ?? []),
      ['/'],
    );
    assert.doesNotMatch(response.body, /secret-inside/);
  }
});

test('caches a page for all its queries and trailing slashes, and all unknown paths as one page', async () => {
  const made: string[] = [];
  const counting = rendererThat((path, render) => {
    made.push(path);
    return render(path);
  });
  await using app = await anApp(counting);
  for (let n = 0; n < 20; n += 1) {
    for (const path of ['/store', '/nowhere']) {
      await app.inject(`${path}?n=${n}`);
      await app.inject(`${path}/?n=${n}&m`);
    }
    assert.equal((await app.inject(`/nowhere-${n}`)).statusCode, 404);
  }
  assert.deepEqual(made.sort(), ['/not-found', '/store']);
});

test('renders every page on a site without content, and without the demo notice', async () => {
  await using fresh = await openTestSite({ seedContent: 'none' });
  for (const [path] of PAGES) {
    const { statusCode, body } = await fresh.app.inject(path);
    assert.equal(statusCode, 200, path);
    assert.doesNotMatch(body, /demo content|undefined|\bnull<|NaN/, path);
  }
});

test('hides an announcement without visible text', async () => {
  await using fresh = await openTestSite({ seedContent: 'none' });
  const announcements = async () =>
    readElements((await fresh.app.inject('/')).body)
      .filter(({ attributes }) => attributes['aria-label'] === 'Announcements')
      .map(({ text }) => text);
  assert.deepEqual(await announcements(), []);
  // contract/rich-text.test.ts has more.
  for (const nothing of [
    '',
    ' \r\n\t ',
    '<p></p>',
    '<p><br></p>',
    '<p>&nbsp;</p>',
    '<script>alert(1)</script>',
  ]) {
    await fresh.change({ texts: { AnnouncementMessage: '<p>Closed on Friday</p>' } });
    assert.deepEqual(await announcements(), ['Closed on Friday']);
    await fresh.change({ texts: { AnnouncementMessage: nothing } });
    assert.deepEqual(await announcements(), [], JSON.stringify(nothing));
  }
});

test('shows the demo notice until all demo content is replaced', async () => {
  await using fresh = await openTestSite();
  const notice = async () =>
    /demo content/.test(textsOf((await fresh.app.inject('/store')).body, 'footer')[0] ?? '');
  assert.equal(await notice(), true);
  await fresh.change({
    cashBids: [],
    employees: [],
    pioneer: [],
    images: [],
    priceTables: PRICE_TABLES.map(({ type }) => ({ type, headers: ['Ours'], rows: [] })),
  });
  await fresh.change({ texts: Object.fromEntries(SITE_TEXTS.slice(1).map(({ type }) => [type, 'Ours'])) });
  assert.equal(await notice(), true);
  await fresh.change({ texts: { WelcomeMessage: 'Ours' } });
  assert.equal(await notice(), false);
});

test('embeds the data of the page, without the server-only settings of the site file', async () => {
  const { body, headers } = await site.app.inject('/');
  const state = readState(body);
  assert.equal(state.contentVersion, [headers['content-version'], headers['content-epoch']].join('-'));
  assert.equal(state.path, '/');
  const home = (state.content as { content: HoursContent }).content;
  assert.deepEqual(Object.keys(home.texts), ['0', '4', '8', '9', '10', '11', '16']);
  assert.equal(home.today, calendarDay(new Date(), 'America/Chicago'));
  assert.equal('contentSecurityPolicy' in state.site || 'shareImage' in state.site, false);
});

test('loads at most 98 KB of scripts and 25 KB of fonts on each page, and no code of another page', async () => {
  const modules = PUBLIC_PAGES.map((path) => path.slice(1)).filter((name) => /^[\w-]+$/.test(name));
  for (const path of PUBLIC_PAGES) {
    const { body, headers } = await site.app.inject(path);
    const scripts = scriptsIn(body);
    assert.ok((await compressedSize(scripts)) <= 98_000, path);
    // A request costs more than the bundler's helpers weigh.
    assert.ok(!scripts.some((url) => url.includes('rolldown-runtime')), path);
    const others = modules.filter((name) => !path.startsWith(`/${name}`));
    const foreign = scripts.filter((url) =>
      others.some((name) => new RegExp(`/${name}-[^/]{8}\\.js$`).test(url)),
    );
    assert.deepEqual(foreign, [], path);
    const fonts = [...String(headers['link']).matchAll(/<([^>]+)>; rel=preload; as=font;/g)].map(
      ([, url = '']) => url,
    );
    assert.equal(fonts.length, 2);
    assert.ok((await compressedSize(fonts)) <= 25_000, path);
  }
});

test('loads at most 110 KB of scripts to sign in, and what asks for passkeys only with one', async () => {
  const scripts = scriptsIn((await site.app.inject('/admin')).body);
  assert.ok((await compressedSize(scripts)) <= 110_000);
  const files = await Promise.all(scripts.map((url) => site.app.inject(url)));
  assert.ok(!files.some(({ body }) => body.includes('startAuthentication() was')));
});

const scriptsIn = (html: string) => [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, url = '']) => url);

/** Returns the sum of the files' sizes with brotli, in bytes. */
async function compressedSize(urls: readonly string[]): Promise<number> {
  const headers = { 'accept-encoding': 'br' };
  const files = await Promise.all(urls.map((url) => site.app.inject({ url, headers })));
  assert.deepEqual(new Set(files.map(({ statusCode }) => statusCode)), new Set([200]));
  return files.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0);
}

const SERVER_TIME_ZONES = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

test("formats times and days in the cooperative's time zone, whatever the time zone of the server", async (t) => {
  // 11:30 pm on Friday in Chicago, Saturday morning in London, Saturday evening in Kiritimati.
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T05:30:00Z') });
  await using fresh = await openTestSite({ seedContent: 'none' });
  const zoneBefore = process.env['TZ'];
  t.after(() => {
    if (zoneBefore === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zoneBefore;
  });
  for (const zone of SERVER_TIME_ZONES) {
    process.env['TZ'] = zone;
    await fresh.change({ texts: HOURS, cashBids: [aBid({ id: zone, asOf: '2026-11-21T03:05:00.000Z' })] });
    assert.deepEqual(
      await readToday(fresh),
      ['Fri, Nov 20, 9:05 pm CST', 'Mon-Fri7-5Harvest hours7-9'],
      zone,
    );
    const bids = (await fresh.app.inject('/cash-bids.html')).body;
    assert.deepEqual(textsOf(bids, 'time'), ['Fri, Nov 20, 9:05 pm CST'], zone);
  }
});

test('shows the price per pound of nutrient only when the site file enables it', async () => {
  const shown = [];
  for (const nutrientPrices of [false, true]) {
    await using open = await openTestSite({ site: { ...demoSite(), fertilizer: { nutrientPrices } } });
    shown.push(textsOf((await open.app.inject('/products')).body, 'small'));
  }
  // The demo products with exactly one nutrient, in the order of their tables.
  const perPound = ['$0.81/lb P₂O₅', '$0.52/lb N', '$0.63/lb N', '$0.40/lb K₂O', '$0.41/lb K₂O'];
  assert.deepEqual(shown, [[], perPound]);
});

const HOURS = {
  ContactUsNormMonFri: '7-5',
  ContactUsNormSatSun: '8-noon',
  ContactUsHarvestMonFri: '7-9',
  ContactUsHarvestSatSun: '8-6',
};

/** Returns the times and the opening hours in the Today section. */
async function readToday(fresh: TestSite): Promise<string[]> {
  const { body } = await fresh.app.inject('/');
  const today = body.slice(body.indexOf('aria-labelledby="today"'), body.indexOf('</dl>') + 5);
  return [...textsOf(today, 'time'), ...textsOf(today, 'dl')];
}

function readState(html: string): PageState {
  const state = readElements(html).find(({ attributes }) => attributes['id'] === 'page-state');
  return JSON.parse(state?.text ?? '') as PageState;
}

function rendererThat(
  response: (path: string, render: PageRenderer['render']) => ReturnType<PageRenderer['render']>,
): Pick<PageRenderer, 'has' | 'render'> {
  const texts: Record<string, string> = { '/error': ERROR_HEADING, '/not-found': NOT_FOUND_HEADING };
  return {
    has: (key) => ['/', '/store', '/error'].includes(key),
    render: async (path) =>
      response(path, async () => ({
        status: path === '/not-found' ? 404 : 200,
        body: Buffer.from(`<h1>${texts[path] ?? path}</h1><a href="/">Go To Home</a>`),
        headers: {},
      })),
  };
}

const anApp = (renderer: Partial<PageRenderer>) => createTestApp(site, { renderer });
