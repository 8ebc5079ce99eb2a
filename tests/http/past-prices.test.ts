import assert from 'node:assert/strict';
import type { FastifyServerOptions } from 'fastify';
import { test } from 'node:test';
import type { PastPrices } from '#contract/past-prices.ts';
import { API } from '#contract/paths.ts';
import type { StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';
import type { Problem } from '#contract/problem.ts';
import { readElements, textsOf } from '#tests/support/html.ts';
import { addAdmin, httpClientOf, signIn, type HttpClient } from '#tests/support/http-client.ts';
import { demoSite, openTestSite } from '#tests/support/test-site.ts';
import { aBid } from '#tests/support/a-bid.ts';

/** Opens a site whose history starts on October 20, on which Dana sets a price in the hour that clocks repeat. */
async function aSite(
  { mock }: { mock: typeof test.mock },
  {
    isPublic = false,
    bids: given = [{ id: 'corn', cashPrice: 40_100 }],
    logger,
  }: { isPublic?: boolean; bids?: Partial<StoredBid>[]; logger?: FastifyServerOptions['logger'] } = {},
) {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-10-20T13:00:00Z') });
  const bids = given.map(aBid);
  const site = await openTestSite({
    site: { ...demoSite(), pastPrices: { public: isPublic } },
    seedContent: 'none',
    now: () => new Date(),
    logger,
  });
  const setTime = (iso: string) => mock.timers.setTime(Date.parse(iso));
  await site.change({
    cashBids: bids,
    priceTables: [{ type: 1, headers: ['Fuel Type', 'Price'], rows: [['Farm diesel', '=1+1']] }],
  });
  setTime('2026-11-01T06:59:00Z');
  await site.change({ cashBids: bids.map((bid) => ({ ...bid, cashPrice: bid.cashPrice && 42_500 })) });
  setTime('2026-11-20T15:00:30Z');
  return Object.assign(site, { setTime });
}

const pageAt = (client: HttpClient, at: string) => client.get(`/price-sheet?at=${encodeURIComponent(at)}`);
const pricesAt = (client: HttpClient, at: string) =>
  client.get(`${API.pastPrices}?at=${encodeURIComponent(at)}`);
const cashOf = (html: string) =>
  readElements(html)
    .filter(({ attributes }) => attributes['class'] === 'bid')
    .map(({ text }) => text);

test('answers administrators only, unless the site file opens past prices to everyone', async (t) => {
  {
    await using site = await aSite(t);
    const visitor = httpClientOf(site);
    const page = await pageAt(visitor, '2026-10-21T08:00');
    assert.deepEqual([page.statusCode, page.headers['cache-control']], [401, 'private, no-store']);
    assert.match(page.body, /<a href="\/admin">Sign in<\/a>/);
    assert.doesNotMatch(page.body, /4\.01/);
    assert.equal((await pricesAt(visitor, '2026-10-21T08:00')).statusCode, 401);

    await addAdmin(site.database, 'Dana');
    const dana = await signIn(site);
    const seen = await pageAt(dana, '2026-10-21T08:00');
    assert.deepEqual([seen.statusCode, seen.headers['cache-control']], [200, 'private, no-store']);
    assert.deepEqual(cashOf(seen.body), ['4.01']);
    const own = await pricesAt(dana, '2026-10-21T08:00');
    assert.equal(own.headers['cache-control'], 'private, no-store');
    assert.equal(own.json<PastPrices>().changes[0]?.by, 'Test');
    assert.match(seen.body, /Set by Test on/);
    // The price sheet itself stays as it is.
    assert.equal((await visitor.get('/price-sheet')).statusCode, 200);
    assert.equal((await visitor.get('/price-sheet?print')).statusCode, 200);
  }
  t.mock.timers.reset();
  await using open = await aSite(t, { isPublic: true });
  const visitor = httpClientOf(open);
  const final = 'public, max-age=86400, immutable';
  assert.equal((await pageAt(visitor, '2026-10-21T08:00')).headers['cache-control'], final);
  assert.equal((await pricesAt(visitor, '2026-10-21T08:00')).headers['cache-control'], final);
  // The minute that is not over.
  assert.equal((await pageAt(visitor, '2026-11-20T09:00')).headers['cache-control'], 'no-cache');
});

test('marks the page as past, and names the changes that set each price', async (t) => {
  await using site = await aSite(t, { isPublic: true });
  const visitor = httpClientOf(site);
  const { body } = await pageAt(visitor, '2026-11-01T01:59-05:00');
  assert.match(
    body,
    /Past prices, not today&#x27;s<\/h2><p>As posted on <time[^>]*>Sun, Nov 1, 2026, 1:59 am CDT/,
  );
  assert.match(body, /Prices or the harvest board changed during this minute/);
  const prices = (await pricesAt(visitor, '2026-11-01T01:59-05:00')).json<PastPrices>();
  assert.deepEqual(
    [prices.minute, prices.changesInMinute, prices.lost],
    ['2026-11-01T06:59:00.000Z', 1, null],
  );
  const [bid] = prices.bids;
  assert.deepEqual(
    [bid?.cashPrice, bid?.setBy?.by, bid?.setBy?.at],
    ['4.25', 'the office', '2026-11-01T06:59:00.000Z'],
  );
  assert.match(bid?.setBy?.id ?? '', /^\d+-[0-9a-f]{8}$/);
  assert.ok(
    textsOf(body, 'small').some((text) =>
      text.includes(`Set by the office on Sun, Nov 1, 2026, 1:59 am CDT, change ${bid?.setBy?.id}.`),
    ),
  );
  assert.deepEqual(
    prices.changes.map(({ by }) => by),
    ['the office', 'the office'],
  );
});

test('shows both times of the hour that clocks repeat, and asks programs which one they mean', async (t) => {
  await using site = await aSite(t, { isPublic: true });
  const visitor = httpClientOf(site);
  const { body } = await pageAt(visitor, '2026-11-01T01:30');
  assert.match(body, /so this time came twice/);
  assert.deepEqual(cashOf(body), ['4.01', '4.25']);
  assert.match(body, /1:30 am CDT/);
  assert.match(body, /1:30 am CST/);
  for (const [at, cash] of [
    ['2026-11-01T01:30-05:00', '4.01'],
    ['2026-11-01T01:30-06:00', '4.25'],
  ] as const) {
    assert.deepEqual(cashOf((await pageAt(visitor, at)).body), [cash]);
    assert.equal((await pricesAt(visitor, at)).json<PastPrices>().bids[0]?.cashPrice, cash);
  }
  const answer = await pricesAt(visitor, '2026-11-01T01:30');
  assert.equal(answer.statusCode, 400);
  assert.match(answer.json<Problem>().detail ?? '', /Clocks repeated this time/);
});

test('says what is wrong with a time without prices, and keeps what was typed', async (t) => {
  await using site = await aSite(t, { isPublic: true });
  const visitor = httpClientOf(site);
  for (const [at, status, sentence] of [
    ['2027-03-14T02:30', 400, /There was no such time that day\./],
    ['2026-11-20T09:01', 400, /That time is still to come/],
    ['2026-10-20T07:59', 404, /The history of your website starts on Tue, Oct 20, 2026, 8:00 am CDT\./],
    ['noon', 400, /Enter a date and time/],
    ['', 400, /Enter a date and time/],
  ] as const) {
    const page = await pageAt(visitor, at);
    assert.equal(page.statusCode, status, at);
    const alert = readElements(page.body).find(({ attributes }) => attributes['role'] === 'alert');
    assert.match(alert?.text ?? '', sentence);
    const input = readElements(page.body).find(({ attributes }) => attributes['id'] === 'at');
    assert.equal(input?.attributes['value'] ?? '', at);
    const problem = await pricesAt(visitor, at);
    assert.equal(problem.statusCode, status, at);
    assert.match(problem.json<Problem>().detail ?? '', sentence);
  }
  const skipped = await pageAt(visitor, '2027-03-14T02:30');
  assert.deepEqual(textsOf(skipped.body, 'li'), [
    'Sun, Mar 14, 2027, 1:59 am CST',
    'Sun, Mar 14, 2027, 3:00 am CDT',
  ]);
  assert.equal((await visitor.get(API.pastPrices)).statusCode, 400);
  assert.equal((await visitor.get('/price-sheet?at=2026-11-01T01:30-06:00&at=x')).statusCode, 200);
});

test('responds with one price per line as CSV, without formulas', async (t) => {
  await using site = await aSite(t, { isPublic: true });
  const response = await httpClientOf(site).get(`${API.pastPrices}?at=2026-10-21T08:00&format=csv`);
  assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
  assert.match(String(response.headers['content-disposition']), /filename="prices-2026-10-21T1300Z\.csv"/);
  const [header, ...lines] = response.body.trimEnd().split('\r\n');
  assert.equal(header, 'list,location,item,column,value,setBy,setAt,change');
  assert.ok(
    lines.some((line) =>
      line.startsWith('cash bids,Hickory Bend,"Corn, Spot",basis,-32,the office,2026-10-20T13'),
    ),
  );
  assert.ok(
    lines.some((line) => line.startsWith("fuel,,Farm diesel,Price,'=1+1,the office,")),
    response.body,
  );
});

test('draws the last 30 days of each bid, and opens the history of one below its row, cached', async (t) => {
  await using site = await aSite(t, {
    bids: [
      { id: 'corn', cashPrice: null, futuresEighths: 3462 },
      { id: 'hidden', active: false, delivery: 'May' },
      { id: 'fixed', cashPrice: 40_100, delivery: 'March' },
    ],
  });
  const visitor = httpClientOf(site);
  const closed = (await visitor.get('/cash-bids.html')).body;
  assert.match(
    closed,
    /<a href="\/cash-bids\.html\?bid=corn#price-history" target="_top" title="Price history">4\.01<\/a>/,
  );
  const lines = closed.match(/aria-label="Last 30 days: [^"]*"><path d="[^"]*"/g);
  assert.deepEqual(lines, [
    `aria-label="Last 30 days: 4.01"><path d="${pathOf(Array(30).fill(10))}"`,
    `aria-label="Last 30 days: 4.01 to 4.25"><path d="${pathOf([...Array(10).fill(20), ...Array(20).fill(0)])}"`,
  ]);
  assert.doesNotMatch(closed, /<svg viewBox="0 0 328/);

  const history = await visitor.get('/cash-bids.html?bid=corn&days=90');
  assert.equal(history.headers['cache-control'], 'no-cache');
  assert.match(
    history.body,
    /aria-label="Chart from October 20, 2026 to November 20, 2026\. Cash, \$\/bu: 4\.01, last 4\.01/,
  );
  assert.match(history.body, /days=90#price-history" aria-current="true">90 days/);
  const days = readElements(history.body).filter(
    ({ name, attributes }) => name === 'th' && attributes['scope'] === 'row',
  );
  assert.equal(days.length, 34, 'two bids and 32 days');
  const short = await visitor.get('/cash-bids.html?bid=corn');
  assert.match(short.body, /aria-current="true">30 days/);
  for (const other of ['unknown', 'hidden', '']) {
    const { body, statusCode } = await visitor.get(`/cash-bids.html?bid=${other}`);
    assert.equal(statusCode, 200);
    assert.match(body, /That bid isn&#x27;t posted anymore\./);
  }
});

/** Returns the path of a line through heights of consecutive days. */
const pathOf = (heights: number[]) =>
  heights.map((y, day) => `${day ? 'L' : 'M'}${Math.round((day / 29) * 520) / 10} ${y}`).join('');

test('keeps final minutes in memory without names of people, and reads others again', async (t) => {
  await using site = await aSite(t, { isPublic: true });
  await addAdmin(site.database, 'Dana');
  const [visitor, dana] = [httpClientOf(site), await signIn(site)];
  const [past, now] = ['2026-10-21T08:00', '2026-11-20T09:00'];
  const bodiesOf = async (at: string) => [
    (await pageAt(visitor, at)).body,
    (await pricesAt(visitor, at)).body,
    (await visitor.get(`${API.pastPrices}?at=${at}&format=csv`)).body,
  ];
  const before = await bodiesOf(past);
  for (const body of [...before, ...(await bodiesOf(now)), (await pageAt(dana, past)).body]) {
    assert.doesNotMatch(body, /\bTest\b/);
    assert.match(body, /the office/);
  }
  const { headers } = await pricesAt(visitor, past);
  assert.equal((await pricesAt(visitor, `${past}:00`)).headers['etag'], headers['etag'], 'the same response');
  const read = t.mock.method(site.database, 'read');
  assert.deepEqual(await bodiesOf(past), before);
  assert.equal(read.mock.callCount(), 0);
  await bodiesOf(now);
  assert.ok(read.mock.callCount() >= 3);
  read.mock.restore();
  await site.change({ texts: { WelcomeMessage: 'Any change' } });
  assert.deepEqual((await pricesAt(visitor, past)).json(), JSON.parse(before[1] ?? ''));
});
