import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { formatDateTime } from '#shared/date-time.ts';
import type { Image } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { readElements, textsOf, type FoundElement } from '#tests/support/html.ts';
import { demoSite, openTestSite, type ContentChange, type TestSite } from '#tests/support/test-site.ts';

let site: TestSite;
let clock: string | undefined;
before(async () => {
  site = await openTestSite({ now: () => (clock === undefined ? new Date() : new Date(clock)) });
});
afterEach(async () => {
  clock = undefined;
  await site.reset();
});
after(() => site[Symbol.asyncDispose]());

let changes = 0;

async function mainOf(path: string, { now, ...content }: ContentChange & { now?: string } = {}) {
  clock = now ?? clock;
  // A content change makes the server render the page again at the new time.
  changes += 1;
  await site.change({ ...content, texts: { AboutUsMessage: `<p>Change ${changes}</p>`, ...content.texts } });
  return currentMain(path);
}

async function currentMain(path: string) {
  const { body, statusCode } = await site.app.inject(path);
  assert.equal(statusCode, 200, path);
  return body.slice(body.indexOf('<main'), body.indexOf('</main>'));
}

/** Returns the HTML from a heading to the next heading of the same level. */
function sectionOf(html: string, heading: string, level: 2 | 3 = 2): string {
  const parts = html.split(new RegExp(`(?=<h${level}\\b)`));
  const section = parts.find((part) => textsOf(part, `h${level}`)[0] === heading);
  assert.ok(section !== undefined, `${heading} in ${textsOf(html, `h${level}`).join(', ')}`);
  return section;
}

const rowsOf = (html: string): string[][] =>
  html
    .split(/(?=<tr\b)/)
    .slice(1)
    .map((row) =>
      readElements(`<table>${row.replace(/<\/tr>.*/s, '')}</table>`)
        .filter(({ name }) => name === 'th' || name === 'td')
        .map(({ text }) => text),
    );
const linksOf = (html: string): FoundElement[] => readElements(html).filter(({ name }) => name === 'a');
const hrefsOf = (html: string) => linksOf(html).map(({ attributes }) => attributes['href']);
const labelled = (html: string, label: string) =>
  readElements(html).find(({ attributes }) => attributes['aria-label'] === label);

/** Friday, 9:05 am in the cooperative's time zone. */
const FRIDAY_MORNING = '2026-11-20T15:05:00Z';
/** Friday, 11:30 pm in the cooperative's time zone, and one hour later. */
const FRIDAY_NIGHT = '2026-11-21T05:30:00Z';
const SATURDAY = '2026-11-21T06:30:00Z';

test('the home page shows the name of the cooperative, links to three pages, and whom to call directly', async () => {
  const main = await currentMain('/');
  assert.deepEqual(textsOf(main, 'h1'), ['Welcome to Hickory Bend Farmers Cooperative']);
  const shortcuts = main.slice(main.indexOf('aria-label="Shortcuts"'), main.indexOf('</nav>'));
  assert.deepEqual(
    linksOf(shortcuts).map(({ text, attributes }) => [text, attributes['href']]),
    [
      ['Market Updates', '/future-market-overview'],
      ['Our Products', '/products'],
      ['Weather', '/weather-overview'],
    ],
  );
  const hours = sectionOf(main, 'Hours Of Operation');
  assert.deepEqual(textsOf(hours, 'dt'), ['Emergency', 'Agronomy, Tyler Okafor']);
  const { body: other } = await site.app.inject('/store');
  assert.match(other, /Tyler Okafor/);
  assert.doesNotMatch(other, /Agronomist|"email"/, 'Pages carry only what the home page shows.');
  assert.deepEqual(hrefsOf(hours).slice(-2), ['tel:6605550199', 'tel:6605550146']);
  const withoutEmergency = await mainOf('/', { texts: { ContactUsEmergencyNumber: '' } });
  assert.deepEqual(textsOf(sectionOf(withoutEmergency, 'Hours Of Operation'), 'dt'), [
    'Agronomy, Tyler Okafor',
  ]);
});

test('the home page collapses only a long announcement', async () => {
  const short = '<p>Closed <strong>Friday</strong></p><ul><li>Scale</li><li>Office</li></ul>';
  const long = Array.from({ length: 12 }, (_, line) => `<p>Line ${line + 1} of the notice.</p>`).join('');
  const folded = await mainOf('/', { texts: { AnnouncementMessage: long } });
  assert.deepEqual(textsOf(folded, 'summary'), ['Show moreShow less']);
  assert.match(labelled(folded, 'Announcements')?.text ?? '', /Line 1 of.*Line 12 of/);

  const uncollapsed = await mainOf('/', { texts: { AnnouncementMessage: short } });
  assert.deepEqual(textsOf(uncollapsed, 'summary'), []);
  assert.equal(labelled(uncollapsed, 'Announcements')?.text, 'Closed FridayScaleOffice');
  assert.ok(textsOf(uncollapsed, 'strong').includes('Friday'));
});

test('the home page links to both exchanges', async () => {
  const main = await currentMain('/');
  const hrefs = hrefsOf(main);
  for (const { address } of demoSite().links.exchanges) assert.ok(hrefs.includes(address), address);
  assert.ok(hrefs.includes('https://www.cmegroup.com/'));
  assert.ok(hrefs.includes('https://www.cmegroup.com/company/cbot.html'));
  const alternatives = readElements(main).flatMap(({ attributes }) => attributes['alt'] || []);
  assert.ok(alternatives.includes('CME Group') && alternatives.includes('CBOT'));
});

test('the home page links to market alerts and shows the disclaimer next to the bids', async () => {
  const section = sectionOf(await currentMain('/'), 'Local Cash Bids');
  const alerts = linksOf(section).find(({ text }) => text === 'Sign up for market alerts');
  assert.equal(alerts?.attributes['href'], 'https://alerts.example.com/register');
  assert.match(section, /Futures are delayed at least 10 minutes\..*for information only/);
});

const HOURS = {
  ContactUsNormMonFri: '7:30 am – 5 pm',
  ContactUsNormSatSun: 'Closed',
  ContactUsHarvestMonFri: '7-7',
  ContactUsHarvestSatSun: '',
};

const rowOfToday = (main: string) => textsOf(main, 'th').filter((text) => text.endsWith('today'));

for (const path of ['/', '/contact-us']) {
  test(`the hours show both seasons, and a dash where none are set, on ${path}`, async () => {
    const main = await mainOf(path, { texts: HOURS, now: FRIDAY_MORNING });
    assert.deepEqual(rowsOf(sectionOf(main, 'Hours Of Operation')), [
      ['Days', 'Normal Hours', 'Harvest Hours'],
      ['Mon-Fritoday', '7:30 am – 5 pm', '7-7'],
      ['Sat-Sun', 'Closed', '—'],
    ]);
  });

  test(`the hours mark today's row in the cooperative's time zone on ${path}`, async () => {
    assert.deepEqual(rowOfToday(await mainOf(path, { now: FRIDAY_NIGHT })), ['Mon-Fritoday']);
    assert.deepEqual(rowOfToday(await mainOf(path, { now: SATURDAY })), ['Sat-Suntoday']);
  });
}

const readToday = async (change: ContentChange & { now: string }) => {
  const main = await mainOf('/', change);
  const section = main.slice(main.indexOf('aria-labelledby="today"'));
  return section.slice(0, section.indexOf('</section>'));
};

test('the Today section shows the first bid of each commodity, the hours of the day and the phone number', async () => {
  const today = await readToday({
    now: FRIDAY_MORNING,
    cashBids: [
      aBid({ commodity: 'Corn', cashPrice: 41250, changeEighths: 24, asOf: '2026-11-20T14:30:00Z' }),
      aBid({ commodity: 'Corn', cashPrice: 41900, delivery: 'Mar 2027', asOf: '2026-11-20T14:30:00Z' }),
      aBid({ commodity: 'Wheat', cashPrice: 57000, changeEighths: -32, asOf: FRIDAY_MORNING }),
      aBid({ commodity: 'Milo', cashPrice: 38500, changeEighths: 0, asOf: FRIDAY_MORNING }),
      aBid({ commodity: 'Oats', cashPrice: 31000, asOf: FRIDAY_MORNING }),
    ],
  });
  assert.deepEqual(textsOf(today, 'time'), ['Fri, Nov 20, 9:05 am CST']);
  assert.deepEqual(textsOf(today, 'li'), ['Corn Spot4.125+3', 'Wheat Spot5.70−4', 'Milo Spot3.85unch']);
  assert.deepEqual(textsOf(today, 'dt'), ['Office', 'Mon-Fri', 'Harvest hours', '#2 Dyed Diesel']);
  assert.deepEqual(textsOf(today, 'dd'), ['660-555-0142', '7:30 am – 5:00 pm', '7:00 am – 8:00 pm', '2.79']);
  assert.deepEqual(hrefsOf(today), ['tel:6605550142', '/cash-bids.html']);
});

test('the Today section has the bids, hours and phone number of each location, and shows the first', async () => {
  const cashBids = [
    aBid({ asOf: FRIDAY_MORNING }),
    aBid({ location: 'CEDAR  fork', commodity: 'Milo', asOf: FRIDAY_MORNING }),
    aBid({ location: 'River Terminal', asOf: FRIDAY_MORNING }),
  ];
  const hours = { normalMonFri: '8-4', exceptions: [{ date: '2026-11-20', hours: 'closed' }] };
  const locations = [
    { name: 'Cedar Fork', phoneNumber: '660-555-0177', ...hours },
    { name: 'River Terminal' },
  ];
  const today = await readToday({ now: FRIDAY_MORNING, cashBids, locations });
  const parts = readElements(today).filter(({ attributes }) => 'data-location' in attributes);
  assert.deepEqual(
    parts.map(({ attributes }) => [attributes['data-location'], 'hidden' in attributes]),
    [0, 1].flatMap(() => [
      ['Hickory Bend', false],
      ['CEDAR  fork', true],
      ['River Terminal', true],
    ]),
  );
  const [, , , main, fork, river] = parts.map(({ text }) => text);
  assert.match(main ?? '', /^Open nowCorn.*Office660-555-0142/);
  assert.match(fork ?? '', /^Closed nowMilo.*CEDAR {2}fork660-555-0177.*Todayclosed/);
  assert.match(river ?? '', /^Corn.*Office660-555-0142/);
  assert.doesNotMatch(river ?? '', /7:30/);
});

const fuelTable = (rows: string[][]) => ({
  priceTables: [{ type: 1 as const, headers: ['Fuel Type', 'Price', 'Over 500 gal'], rows }],
});

test('the home page shows up to six fuel prices with a link to the rest, and no section without any', async () => {
  const rows = Array.from({ length: 8 }, (_, row) => [`Fuel ${row}`, `${row}.59`, '']);
  const section = sectionOf(await mainOf('/', fuelTable(rows)), 'Fuel Prices');
  assert.deepEqual(textsOf(section, 'h3'), ['Fuel 0', 'Fuel 1', 'Fuel 2', 'Fuel 3', 'Fuel 4', 'Fuel 5']);
  assert.match(section, /Prices per gallon\./);
  assert.match(textsOf(section, 'p').join('\n'), /^Updated /m);
  const link = linksOf(section).find(({ text }) => text === 'See all 8 fuel prices');
  assert.equal(link?.attributes['href'], '/products/#fuelHeader');
  const few = sectionOf(await mainOf('/', fuelTable(rows.slice(0, 6))), 'Fuel Prices');
  assert.ok(linksOf(few).some(({ text }) => text === 'See all prices'));
  assert.doesNotMatch(await mainOf('/', fuelTable([])), /Fuel Prices/);
});

test('the Today slip shows the first diesel with a price, and says how old all bids are', async () => {
  const rows = [
    ['#1 Diesel', ' '],
    ['#2 Diesel', '3.59'],
  ].map((row) => [...row, '']);
  const bids = [aBid({ asOf: '2026-11-18T15:00:00Z' }), aBid({ commodity: 'Wheat', asOf: FRIDAY_MORNING })];
  const slipOf = async (cashBids: typeof bids) =>
    sectionOf(await mainOf('/', { now: FRIDAY_MORNING, cashBids, ...fuelTable(rows) }), 'Today');
  const slip = await slipOf(bids.slice(0, 1));
  assert.match(slip, /Old bids, as of /);
  assert.deepEqual(textsOf(slip, 'dt').at(-1), '#2 Diesel');
  assert.doesNotMatch(await slipOf(bids), /Old bids, as of /);
});

test('the price sheet shows the bids, the prices, the hours, and the phone number', async () => {
  const main = await currentMain('/price-sheet');
  const rows = textsOf(main, 'tr').join('\n');
  for (const row of [/^Corn.*Spot.*−0\.23.*4\.10$/m, /^Urea 46-0-0.*583\.00/m, /^#2 Dyed Diesel.*2\.79$/m])
    assert.match(rows, row);
  assert.match(main, /Harvest, Mon-Fri/);
  assert.ok(hrefsOf(main).includes('tel:6605550142'));
  assert.equal(labelled(main, 'Announcements')?.name, 'div');
  const texts = Object.fromEntries(SITE_TEXTS.map(({ type }) => [type, '']));
  const empty = await mainOf('/price-sheet', {
    cashBids: [],
    priceTables: everyTable([]),
    texts: { ...texts, ContactUsPhoneNumber: '660-555-0142' },
  });
  assert.deepEqual(textsOf(empty, 'h2'), ['Cash Bids, $/bu', 'Fertilizer', 'Fuel']);
  assert.deepEqual(
    textsOf(empty, 'p').filter((text) => text.startsWith('No ')),
    ['bids', 'prices', 'prices'].map((kind) => `No ${kind} posted. Call 660-555-0142.`),
  );
});

test('links addresses and phone numbers in the announcement, also next to the bids, except in an iframe', async () => {
  const texts = { AnnouncementMessage: '<p>Call 660-555-0100 or see www.coop.example.</p>' };
  await mainOf('/', { texts });
  for (const [url, dest = 'document'] of [
    ['/'],
    ['/news'],
    ['/price-sheet'],
    ['/cash-bids.html'],
    ['/cash-bids.html', 'iframe'],
  ] as const) {
    const { body } = await site.app.inject({ url, headers: { 'sec-fetch-dest': dest } });
    const shown = dest === 'iframe' ? undefined : 'Call 660-555-0100 or see www.coop.example.';
    assert.equal(labelled(body, 'Announcements')?.text, shown, url);
    const areLinked = hrefsOf(body).join(' ').includes('tel:6605550100 https://www.coop.example');
    assert.equal(areLinked, shown !== undefined, url);
  }
});

test('/cash-bids.html lists every bid under its location and commodity', async () => {
  const html = await currentMain('/cash-bids.html');
  assert.deepEqual(textsOf(html, 'h2'), ['Hickory Bend', 'Cedar Fork', 'River Terminal']);
  const rows = rowsOf(sectionOf(html, 'Hickory Bend'));
  assert.equal(rows.length, 14);
  assert.deepEqual(rows[1], ['Corn']);
  assert.deepEqual(rows[2]?.slice(1, 5), ['Dec 2026 4.3275', '−0.32', '4.01', '+3']);
});

test('/cash-bids.html links the phone number when there are no bids, and nothing when none is set', async () => {
  const html = await mainOf('/cash-bids.html', { cashBids: [] });
  assert.ok(textsOf(html, 'p').includes('No bids posted. Call 660-555-0142.'));
  assert.ok(hrefsOf(html).includes('tel:6605550142'));
  const without = await mainOf('/cash-bids.html', { texts: { ContactUsPhoneNumber: '' } });
  assert.ok(textsOf(without, 'p').includes('No bids posted.'));
  assert.doesNotMatch(without, /href="tel:/);
});

test('/cash-bids.html shows who to call for a price when the bids of a location are stale', async () => {
  const cashBids = [aBid({ asOf: '2026-11-18T15:00:00Z' })];
  const html = await mainOf('/cash-bids.html', { now: FRIDAY_MORNING, cashBids });
  const [stale] = textsOf(html, 'small');
  assert.equal(stale, "Old bids, as of Wed, Nov 18, 9:00 am CST. Call 660-555-0142 for today's price.");
  assert.ok(hrefsOf(html).includes('tel:6605550142'));
});

const MARKET_PATHS = ['/future-market-overview', '/future-detail', '/market-snapshot'];
const WEATHER_PATHS = ['/weather-overview', '/weather-detail'];
const WIDGET_PATHS = [...MARKET_PATHS, '/news', ...WEATHER_PATHS];
const isHidden = (html: string, name: string) =>
  readElements(html).some(
    (element) => element.name === name && element.attributes['class']?.includes('visually-hidden'),
  );

const framesOf = (html: string) =>
  readElements(html).flatMap(({ name, attributes }) => (name === 'iframe' ? [attributes['src']] : []));

/** Returns the rows of a table, with one space between the lines of a cell. */
const linesOf = (html: string) =>
  rowsOf(html).map((cells) => cells.map((text) => text.trim().replaceAll(/ +/g, ' ')));

const MARKET_BIDS = [
  {},
  { delivery: 'January', basisHundredths: -3400 },
  { location: 'Cedar Fork', delivery: 'March', changeEighths: -22 },
  { location: 'Cedar Fork', commodity: 'Milo', changeEighths: 0, asOf: '2026-11-18T15:00:00Z' },
].map((bid) => aBid({ asOf: FRIDAY_MORNING, cashPrice: null, futuresEighths: 3462, ...bid }));

test('each market page without an embed shows its own table of the bids, with their time', async () => {
  const rows: Record<string, Record<string, string[][]>> = {
    '/future-market-overview': {
      'Cash Bids, $/bu': [
        ['Commodity', 'Hickory Bend', 'Cedar Fork'],
        ['Corn Spot +3', '4.01', '4.01 March'],
        ['Milo Spot unch', '–', '4.01 Old bid, Nov 18'],
      ],
    },
    '/future-detail': {
      'Corn Basis, $/bu': [
        ['Futures month', 'Futures, $/bu', 'Hickory Bend', 'Cedar Fork'],
        ['Dec 2026', '4.3275 +3', '−0.32 Spot −0.34 January', '−0.32 March'],
      ],
      'Milo Basis, $/bu': [
        ['Futures month', 'Futures, $/bu', 'Cedar Fork'],
        ['Dec 2026', '4.3275 unch', '−0.32 Spot'],
      ],
    },
    '/market-snapshot': {
      'Hickory Bend': [
        ['Bid', 'Cash, $/bu', 'Futures change,\u00a0¢'],
        ['Corn Spot', '4.01', '+3'],
        ['Corn January', '3.99', '+3'],
      ],
      'Cedar Fork': [
        ['Bid', 'Cash, $/bu', 'Futures change,\u00a0¢'],
        ['Corn March', '4.01', '−2¾'],
        ['Milo Spot', '4.01 Old bid, Nov 18', 'unch'],
      ],
    },
  };
  for (const [path, tables] of Object.entries(rows)) {
    const main = await mainOf(path, { now: FRIDAY_MORNING, cashBids: MARKET_BIDS });
    assert.deepEqual(textsOf(main, 'h2'), Object.keys(tables), path);
    for (const [heading, expected] of Object.entries(tables)) {
      const section = sectionOf(main, heading);
      assert.deepEqual(linesOf(section), expected, path);
      assert.match(section, heading.startsWith('Milo') ? /Old bids, as of <time/ : /As of <time/);
    }
    assert.deepEqual(framesOf(main), []);
    assert.deepEqual(hrefsOf(main).slice(-5, -1), [
      '/cash-bids.html',
      'https://alerts.example.com/register',
      '/products',
      '/price-sheet',
    ]);
    const empty = await mainOf(path, { now: FRIDAY_MORNING, cashBids: [] });
    assert.ok(textsOf(empty, 'p').includes('No bids posted. Call 660-555-0142.'), path);
  }
});

test('a market page shows the bids of a vendor in place of ours', async () => {
  const file = demoSite();
  file.embeds.cashBids = 'https://widgets.example.com/bids';
  await using vendor = await openTestSite({ site: file });
  for (const path of MARKET_PATHS) {
    const { body } = await vendor.app.inject(path);
    assert.deepEqual(framesOf(body), ['/cash-bids.html'], path);
    assert.equal(linksOf(body).filter(({ text }) => text === 'See all bids').length, 1);
  }
});

const dieselAt = (price: string) => [
  { type: 1 as const, headers: ['Fuel Type', 'Price'], rows: [['Diesel', price]] },
];

test('the news shows the announcement and the changes of each day, with prices only where past ones are public', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-18T15:00:00Z') });
  for (const isPublic of [false, true]) {
    t.mock.timers.setTime(Date.parse('2026-11-18T15:00:00Z'));
    const file = { ...demoSite(), pastPrices: { public: isPublic } };
    await using fresh = await openTestSite({ site: file, seedContent: 'none' });
    const texts = { AnnouncementMessage: '<p>Closed <strong>Friday</strong></p>' };
    await fresh.change({ texts, cashBids: MARKET_BIDS, priceTables: dieselAt('2.79') });
    const readNews = async () => (await fresh.app.inject('/news')).body;
    assert.ok(textsOf(await readNews(), 'p').includes('No prices changed in the last 30 days.'));
    t.mock.timers.setTime(Date.parse('2026-11-19T15:00:00Z'));
    await fresh.change({ priceTables: dieselAt('2.89') });
    t.mock.timers.setTime(Date.parse('2026-11-20T15:00:00Z'));
    const cashBids = MARKET_BIDS.map((bid) => ({ ...bid, basisHundredths: -3000 }));
    await fresh.change({ cashBids, priceTables: dieselAt('2.99') });
    const news = await readNews();
    assert.equal(labelled(news, 'Announcements')?.text, 'Closed Friday');
    assert.deepEqual(textsOf(news, 'h2'), ['Fri, Nov 20', 'Thu, Nov 19']);
    assert.deepEqual(
      linesOf(sectionOf(news, 'Fri, Nov 20')),
      isPublic
        ? [
            ['Price', 'Before', 'After'],
            ['Corn, Spot Hickory Bend', '4.01', '4.03'],
            ['Corn, January Hickory Bend', '3.99', '4.03'],
            ['Corn, March Cedar Fork', '4.01', '4.03'],
            ['Milo, Spot Cedar Fork', '4.01', '4.03'],
            ['Diesel Fuel', '2.89', '2.99'],
          ]
        : [
            ['Prices', 'Changed'],
            ['Cash bids', '4'],
            ['Fuel', '1'],
          ],
    );
  }
});

test('the weather pages show the forecast and the map of the home page, each with a link to the other', async () => {
  const frames = framesOf(sectionOf(await currentMain('/'), 'Local Weather'));
  for (const [index, path] of WEATHER_PATHS.entries()) {
    const main = await currentMain(path);
    const section = sectionOf(main, 'Local Weather');
    assert.deepEqual(framesOf(section), [frames[index]]);
    assert.ok(linksOf(section).some(({ text }) => /^Open the (forecast|weather map) full size$/.test(text)));
    const tabs = linksOf(main).slice(0, 2);
    assert.deepEqual(
      tabs.map(({ text, attributes }) => [text, attributes['href'], attributes['aria-current']]),
      [
        ['Forecast', '/weather-overview', index === 0 ? 'page' : undefined],
        ['Map', '/weather-detail', index === 1 ? 'page' : undefined],
      ],
    );
  }
});

test('a market or weather page ends with the phone number, and has a visible h1 without an embed', async () => {
  const file = demoSite();
  file.embeds.pages = {
    ...file.embeds.pages,
    '/news': { script: 'https://widgets.example.com/news.js' },
    '/market-snapshot': 'https://widgets.example.com/',
    '/weather-detail': '/board',
  };
  await using embedded = await openTestSite({ site: file });
  for (const path of WIDGET_PATHS) {
    for (const { app } of [site, embedded]) {
      const { body } = await app.inject(path);
      const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
      const hasEmbed = app === embedded.app && file.embeds.pages[path as '/news'] !== null;
      assert.equal(textsOf(main, 'p').at(-1), 'Questions? Call 660-555-0142.', path);
      assert.equal(isHidden(main, 'h1'), hasEmbed, path);
      assert.equal(textsOf(main, 'h2').length === 0, hasEmbed, path);
      // Client-side navigation removes these as leftovers of a vendor's widget.
      assert.equal(/class="[^"]*barchart|id="widget-disclaimer"/.test(main), hasEmbed && path === '/news');
    }
  }
  const without = await mainOf('/news', { texts: { ContactUsPhoneNumber: '' } });
  assert.doesNotMatch(without, /Questions\?|href="tel:/);
});

const footerOf = async (path: string) => {
  const { body } = await site.app.inject(path);
  return body.slice(body.indexOf('<footer'), body.indexOf('</footer>'));
};

test('the footer shows the phone number, the address, the hours of the day and the price sheet', async () => {
  for (const path of ['/', '/store', '/admin', '/no-such-page']) {
    await mainOf('/', { now: FRIDAY_NIGHT, texts: { ContactUsAddress: '1400 Elevator Road & Elm' } });
    const footer = await footerOf(path);
    assert.deepEqual(
      textsOf(footer, 'dt'),
      ['Phone', 'Prices', 'Address', 'Today (Mon-Fri)', 'Harvest hours'],
      path,
    );
    assert.deepEqual(textsOf(footer, 'dd').slice(3), ['7:30 am – 5:00 pm', '7:00 am – 8:00 pm']);
    const [phone, bids, sheet, map] = hrefsOf(footer);
    assert.deepEqual([phone, bids, sheet], ['tel:6605550142', '/cash-bids.html', '/price-sheet']);
    assert.match(map ?? '', /1400%20Elevator%20Road%20%26%20Elm/);
  }
  await mainOf('/', { now: SATURDAY });
  assert.deepEqual(textsOf(await footerOf('/store'), 'dt')[3], 'Today (Sat-Sun)');
  for (const path of ['/cash-bids.html', '/admin/dashboard', '/admin/history', '/board']) {
    assert.doesNotMatch(await footerOf(path), /Price sheet/, path);
  }
});

test('the not-found page links to the bids, the prices and the contacts', async () => {
  const { body, statusCode } = await site.app.inject('/no-such-page');
  assert.equal(statusCode, 404);
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
  assert.deepEqual(textsOf(main, 'h1'), ["Looks like that page doesn't exist.  Is the URL correct?"]);
  assert.deepEqual(
    linksOf(main).flatMap(({ text, attributes }) =>
      attributes['href']?.startsWith('tel:') ? [] : [[text, attributes['href']]],
    ),
    [
      ['Go To Home', '/'],
      ['Bids', '/cash-bids.html'],
      ['Prices', '/products'],
      ['Contact', '/contact-us'],
    ],
  );
  const error = await site.app.inject('/error');
  assert.doesNotMatch(error.body.slice(error.body.indexOf('<main'), error.body.indexOf('</main>')), /Prices/);
});

const aPerson = (fields: object = {}) => ({
  name: 'Ann Bell',
  title: 'Driver',
  phoneNumber: '660-555-0101',
  email: 'ann@coop.example.com',
  ...fields,
});
const peopleOf = (main: string) =>
  sectionOf(main, 'Our Crew')
    .split(/(?=<li\b)/)
    .slice(1)
    .map((person) => person.replace(/<\/li>.*/s, ''));

test('About Us links valid phone numbers and email addresses, and hides dashes', async () => {
  const main = await mainOf('/about-us', {
    employees: [
      aPerson(),
      aPerson({ name: 'Bo', phoneNumber: '-', email: ' — ' }),
      aPerson({ name: 'Cy', phoneNumber: '+1 (660) 555-0102', email: 'cy+grain@coop.example.com' }),
      aPerson({ name: 'Di', phoneNumber: 'ask Cy', email: 'by letter' }),
      aPerson({ name: 'Ed', phoneNumber: '–', email: 'ed@coop.example.com?bcc=x@y.example&subject=Hi' }),
    ],
  });
  const people = peopleOf(main);
  assert.deepEqual(people.map(hrefsOf), [
    ['tel:6605550101', 'mailto:ann@coop.example.com'],
    [],
    ['tel:+16605550102', 'mailto:cy%2Bgrain@coop.example.com'],
    [],
    ['mailto:ed@coop.example.com%3Fbcc%3Dx@y.example%26subject%3DHi'],
  ]);
  assert.deepEqual(textsOf(people[1] ?? '', 'li'), ['BoDriver']);
  assert.deepEqual(textsOf(people[3] ?? '', 'p'), ['Driver', 'ask Cy', 'by letter']);
});

test('About Us shows placeholders for an empty crew and a mission without visible text', async () => {
  const main = await mainOf('/about-us', {
    employees: [],
    texts: { AboutUsMessage: '<p></p>', MissionStatement: '<p><br></p>' },
  });
  assert.deepEqual(textsOf(sectionOf(main, 'Our Crew'), 'p'), [
    'No one is listed here yet. Call the office for help: 660-555-0142.',
  ]);
  assert.deepEqual(textsOf(sectionOf(main, 'Mission Statement'), 'p'), [
    "Our mission statement isn't posted yet. Call 660-555-0142.",
  ]);
});

const contactDetailsOf = (main: string) =>
  main.slice(main.indexOf('aria-label="How to reach us"')).split('</dl>')[0]!;

test('Contact Us shows every number and the address', async () => {
  const details = contactDetailsOf(await currentMain('/contact-us'));
  assert.deepEqual(textsOf(details, 'dt'), ['Phone', 'Emergency', 'Fax', 'Address']);
  const [phone, emergency, info, ...rest] = textsOf(details, 'dd');
  assert.deepEqual([phone, emergency], ['660-555-0142', '660-555-0199']);
  assert.match(info ?? '', /get away, call 911/);
  assert.deepEqual(rest, ['660-555-0143', '1400 Elevator Road, Hickory Bend, MO 64600']);
});

test('Contact Us links the numbers to call, and the address to a map', async () => {
  const main = await mainOf('/contact-us', {
    texts: {
      ContactUsAddress: '12 Main St & 3rd, "Rear"\nHickory Bend',
      ContactUsPhoneNumber: '+1 660 555 0111',
    },
  });
  const [address = '', ...numbers] = hrefsOf(contactDetailsOf(main)).toReversed();
  assert.deepEqual(numbers, ['tel:6605550199', 'tel:+16605550111']);
  const map = new URL(address);
  assert.equal(map.protocol, 'https:');
  assert.ok([...map.searchParams.values()].includes('12 Main St & 3rd, "Rear" Hickory Bend'));
});

test('Contact Us shows a placeholder and four dashes when nothing is set', async () => {
  const contact = SITE_TEXTS.filter(({ type }) => type.startsWith('ContactUs'));
  const main = await mainOf('/contact-us', {
    texts: Object.fromEntries(contact.map(({ type }) => [type, ''])),
  });
  assert.ok(textsOf(main, 'p').includes('No phone number or address posted yet.'));
  assert.ok(!main.includes('How to reach us'));
  assert.deepEqual(textsOf(main, 'td'), ['—', '—', '—', '—']);
});

const FERTILIZER = 'Fertilizer';
const FUEL = 'Farm - Delivered Fuel Prices';
const SERVICES = 'Custom Products and Services';
const headers = ['Product', 'Price per ton'];
const everyTable = (rows: string[][], columns = headers) =>
  PRICE_TABLES.map(({ type }) => ({ type, headers: columns, rows }));

test('Products lists the services and the offers in their order', async () => {
  const main = await currentMain('/products');
  assert.deepEqual(textsOf(sectionOf(main, SERVICES), 'li'), [
    'Aerial Application',
    'Variable Rate Technology',
    'Wholesale Chemical - Bulk & Packaged',
    'Field Mapping',
    'GPS Guided Custom Application',
    'Grid Soil Sampling',
    'Soil Testing',
    'Spreader Cart Rental',
    'Green Star Guidance Exact Apply',
  ]);
  assert.deepEqual(textsOf(sectionOf(main, 'Services / Offers'), 'li'), [
    'Refined Fuel Delivery - Call to Order or Deliver',
    'Packaged Oil & Grease - Available Upon Request',
  ]);
});

test('Products shows tables for P, N and K in this order, with a dash in an empty cell', async () => {
  const main = await mainOf('/products', {
    priceTables: [
      { type: 2, headers, rows: [['MAP 11-52-0', '866.00']] },
      { type: 3, headers: [...headers, 'Prepay'], rows: [['Urea <b>46-0-0</b>', '', '00.50']] },
      { type: 4, headers, rows: [['', '485']] },
      { type: 0, headers, rows: [] },
    ],
  });
  const fertilizer = sectionOf(main, FERTILIZER);
  assert.deepEqual(textsOf(fertilizer, 'h3'), ['P, Phosphorus', 'N, Nitrogen', 'K, Potassium']);
  assert.deepEqual(
    textsOf(fertilizer, 'h3').map((name) => rowsOf(sectionOf(fertilizer, name, 3))),
    [
      [headers, ['MAP 11-52-0', '866.00']],
      [
        [...headers, 'Prepay'],
        ['Urea <b>46-0-0</b>', '—', '00.50'],
      ],
      [headers, ['—', '485']],
    ],
  );
});

test('Products shows fuel prices as entered, with the other columns below them', async () => {
  const main = await mainOf('/products', {
    priceTables: [
      {
        type: 1,
        headers: ['Fuel Type', 'Price', 'Contract'],
        rows: [
          ['#2 Dyed Diesel', '2.79', '2.59'],
          ['Propane & more', '$1.490', ''],
          ['DEF', '', ''],
          ['', 'call for price', 'by the load'],
        ],
      },
    ],
  });
  const fuel = sectionOf(main, FUEL);
  assert.deepEqual(textsOf(fuel, 'h3'), ['#2 Dyed Diesel', 'Propane & more', 'DEF', '—']);
  assert.deepEqual(textsOf(fuel, 'li'), [
    '#2 Dyed Diesel2.79Contract 2.59',
    'Propane & more$1.490Contract —',
    'DEF—Contract —',
    '—call for priceContract by the load',
  ]);
});

const MESSAGES = {
  ProductSeedMessage: SERVICES,
  ProductChemMessage: SERVICES,
  ProductFertMessage: FERTILIZER,
  ProductFuelMessage: FUEL,
};
const messages = (html: (type: string) => string) =>
  Object.fromEntries(Object.keys(MESSAGES).map((type) => [type, html(type)]));

test('Products shows each of the four messages in its section', async () => {
  const main = await mainOf('/products', {
    texts: messages((type) => `<p>Of <strong>${type}</strong></p>`),
  });
  for (const [type, section] of Object.entries(MESSAGES)) {
    assert.ok(textsOf(sectionOf(main, section), 'strong').includes(type), type);
  }
});

test('Products shows nothing for a message without visible text', async () => {
  const without = await mainOf('/products', { texts: messages(() => '') });
  for (const html of ['<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '<ul><li><p> </p></li></ul>', ' \n ']) {
    assert.equal(await mainOf('/products', { texts: messages(() => html) }), without, html);
  }
});

test("Products shows when each table was changed, in the cooperative's time", async () => {
  const times = readElements(await currentMain('/products')).filter(({ name }) => name === 'time');
  assert.equal(times.length, 5);
  for (const { text, attributes } of times) {
    assert.equal(text, formatDateTime(attributes['datetime'] ?? '', 'America/Chicago'));
  }
});

const emptySentences = (html: string) => textsOf(html, 'p').filter((text) => text.startsWith('No prices'));

test('Products shows the phone number when the tables are empty', async () => {
  const main = await mainOf('/products', { priceTables: everyTable([]) });
  assert.deepEqual(
    emptySentences(main),
    Array.from({ length: 4 }, () => 'No prices posted. Call 660-555-0142.'),
  );
  assert.ok(hrefsOf(sectionOf(main, FUEL)).includes('tel:6605550142'));
  assert.ok(!main.includes('<table'));
  const without = await mainOf('/products', { texts: { ContactUsPhoneNumber: '' } });
  assert.deepEqual(
    emptySentences(without),
    Array.from({ length: 4 }, () => 'No prices posted.'),
  );
});

const DEFAULT_CROPS = ['Corn', 'Soybeans', 'Wheat', 'Alfalfa', 'Sorghum', 'Sunflower'];
const cropsOf = (main: string) => main.slice(main.indexOf('aria-label="Crops"')).split('</nav>')[0]!;

test('Pioneer shows the crops, the services and the savings, with no crop selected', async () => {
  const main = await mainOf('/pioneer', { pioneer: [] });
  assert.deepEqual(textsOf(main, 'h1'), ['Industry-leading Products to meet local needs']);
  assert.deepEqual(textsOf(cropsOf(main), 'a'), DEFAULT_CROPS);
  assert.doesNotMatch(main, /aria-current|id="chosen"/);
  assert.deepEqual(textsOf(main, 'li'), [
    'Field Mapping',
    'LumiGen Seed Treatment',
    'Seed Delivery',
    'Crop Scouting',
  ]);
  assert.ok(
    textsOf(main, 'p').includes(
      'TruChoice: customers are eligible to save up to 15% on crop protection products.',
    ),
  );
});

const chosenCrop = async (name: string) => {
  const main = await currentMain(`/pioneer?category=${name.toLowerCase()}-product`);
  const current = linksOf(main).filter(({ attributes }) => 'aria-current' in attributes);
  assert.deepEqual(
    current.map(({ text }) => text),
    [name],
  );
  return sectionOf(main, name);
};

test('Pioneer shows the description and items of the selected crop only', async () => {
  await mainOf('/pioneer', {
    pioneer: [
      {
        category: 0,
        description: 'Ask <b>Tyler</b> & Co',
        items: ['<p><strong>106 day</strong>: early.</p>', '<p></p>', '<ul><li><p>114 day</p></li></ul>'],
      },
      { category: 3, items: ['<p>Soft red</p>'] },
    ],
  });
  const corn = await chosenCrop('Corn');
  assert.equal(textsOf(corn, 'p')[0], 'Ask <b>Tyler</b> & Co');
  assert.ok(textsOf(corn, 'strong').includes('106 day'));
  assert.deepEqual(textsOf(corn, 'li'), ['106 day: early.', '114 day', '114 day']);

  const wheat = await chosenCrop('Wheat');
  assert.match(textsOf(wheat, 'p')[0] ?? '', /Winter wheat for grain/);
  assert.deepEqual(textsOf(wheat, 'li'), ['Soft red']);
  assert.doesNotMatch(wheat, /106 day/);

  const sunflower = textsOf(await chosenCrop('Sunflower'), 'p').join('\n');
  assert.match(sunflower, /^Oil and confection hybrids\.\nNo products listed\./);
});

test('Pioneer shows silage and inoculants only when they have items', async () => {
  for (const [category, name] of [
    [2, 'Corn Silage'],
    [6, 'Inoculants'],
  ] as const) {
    const main = await mainOf('/pioneer', { pioneer: [{ category, items: ['<p>112 day</p>'] }] });
    assert.deepEqual(textsOf(cropsOf(main), 'a'), [...DEFAULT_CROPS, name]);
  }
});

const imagesOf = (main: string) => readElements(main).filter(({ name }) => name === 'img');

test('the gallery shows every image of the list with its alternative text', async () => {
  const images = (await site.app.inject(`${API.images}/0`)).json<Image[]>();
  const shown = imagesOf(await currentMain('/gallery')).map(({ attributes }) => attributes['alt']);
  assert.deepEqual(
    shown,
    images.map(({ altText }) => altText),
  );
  assert.ok(shown.length > 0 && !shown.includes(''));
});

test('the gallery shows a placeholder when there are no images', async () => {
  const main = await mainOf('/gallery', { images: [] });
  assert.ok(textsOf(main, 'p').includes('No images posted yet. Questions? Call 660-555-0142.'));
  assert.deepEqual(imagesOf(main), []);
});
