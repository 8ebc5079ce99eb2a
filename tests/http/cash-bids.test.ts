import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ApiToken, NewApiToken } from '#contract/api-tokens.ts';
import { eventually } from '#tests/support/eventually.ts';
import { parseBidsCsv } from '#shared/bids-csv.ts';
import {
  FIRST_COMMODITIES,
  type CashBids,
  type SavedBidList,
  type SavedCommodities,
} from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { addAdmin, httpClientOf, onBothSites, onSite, signIn } from '#tests/support/http-client.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const CORN = {
  location: 'Hickory Bend',
  commodity: 'Corn',
  delivery: 'Spot',
  futuresMonth: 'Dec 2026',
  futures: "432'6",
  change: "3'0",
  basis: '-32',
};
const DAY_MS = 24 * 60 * 60_000;
const CSV_TYPE = { 'content-type': 'text/csv; charset=utf-8' };
const CSV = "location,commodity,delivery,futures,basis\nHickory Bend,Corn,Spot,432'6,-32\n";

async function aProgram(site: TestSite, name = 'Office system') {
  const dana = await signIn(site);
  const { token, id } = (await dana.post(API.apiTokens, { name })).json<NewApiToken>();
  return { dana, id, token, program: httpClientOf(site, { headers: { authorization: `Bearer ${token}` } }) };
}

const listBids = async (site: TestSite) => (await site.app.inject(API.cashBids)).json<CashBids>().bids;

onBothSites(
  'publishes bids pushed with an API token, and does not log the same bids again',
  async ({ site }) => {
    const { program } = await aProgram(site);
    const response = await program.put(API.cashBids, { bids: [CORN] });
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(response.json<SavedBidList>().changed, true);
    assert.deepEqual(
      (await listBids(site)).map(({ commodity, cashPrice, asOf }) => [commodity, cashPrice, asOf]),
      [['Corn', '4.01', '2026-11-20T12:00:00.000Z']],
    );
    const again = await program.put(API.cashBids, { bids: [CORN] });
    assert.equal(again.json<SavedBidList>().changed, false);
    const [change, ...more] = (await readChangeLog(site.database)).filter(
      ({ subject }) => subject === 'cash-bids',
    );
    assert.deepEqual([change?.origin, change?.author, more.length], ['token', 'Office system', 0]);
  },
);

onSite('responds 401 without a session or a valid token, before it parses the body', async ({ site }) => {
  for (const authorization of [undefined, 'Bearer', 'Bearer scalehouse_nobody', 'Basic YTpi', 'Bearer a b']) {
    const stranger = httpClientOf(site, { headers: authorization === undefined ? {} : { authorization } });
    for (const [body, type] of [
      ['{', {}],
      ['x\n"', CSV_TYPE],
    ] as const) {
      const response = await stranger.put(API.cashBids, body, type);
      assert.equal(response.statusCode, 401, `${authorization}`);
      assert.match(String(response.headers['content-type']), /^application\/problem\+json/);
    }
  }
  // Cross-site requests cannot use a session, but may use a token, which browsers never send automatically.
  const { dana, program } = await aProgram(site);
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  assert.equal((await dana.put(API.cashBids, { bids: [] }, elsewhere)).statusCode, 403);
  assert.equal((await program.put(API.cashBids, { bids: [] }, elsewhere)).statusCode, 200);
});

onBothSites(
  'never stores an API token, lists its last use, and rejects it once deleted',
  async ({ site, clock }) => {
    const { dana, program, token, id } = await aProgram(site);
    const list = async () => (await dana.get(API.apiTokens)).json<ApiToken[]>();
    const made = new Date(clock.ms).toISOString();
    const expiresAt = new Date(clock.ms + 90 * DAY_MS).toISOString();
    assert.deepEqual(await list(), [
      {
        id,
        name: 'Office system',
        scope: 'bids',
        locations: null,
        createdAt: made,
        createdBy: 'Dana',
        usedAt: null,
        expiresAt,
      },
    ]);
    clock.ms += 90_000;
    await program.put(API.cashBids, { bids: [] });
    assert.equal((await list())[0]?.usedAt, new Date(clock.ms).toISOString());
    const rows = await site.database.read((db) => db.selectFrom('api_token').selectAll().execute());
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(token));
    assert.doesNotMatch(JSON.stringify(await readChangeLog(site.database)), new RegExp(token));

    assert.equal((await dana.delete(`${API.apiTokens}/${id}`)).statusCode, 200);
    assert.equal((await program.put(API.cashBids, { bids: [] })).statusCode, 401);
    assert.deepEqual(await list(), []);
    const { program: another } = await aProgram(site, 'Another');
    assert.equal((await another.get(API.apiTokens)).statusCode, 401);
    assert.equal((await another.get(API.bidList)).statusCode, 403);
  },
);

onBothSites('rejects an API token when it has expired, and says so', async ({ site, clock }) => {
  const dana = await signIn(site);
  const create = (days?: number) => dana.post(API.apiTokens, { name: 'Scale office', days });
  assert.equal((await create(89)).statusCode, 400);
  const sendWith = async ({ token }: NewApiToken) =>
    httpClientOf(site, { headers: { authorization: `Bearer ${token}` } }).put(API.cashBids, { bids: [] });
  const [short, normal] = [(await create(30)).json<NewApiToken>(), (await create()).json<NewApiToken>()];
  clock.ms += 30 * DAY_MS - 1;
  assert.equal((await sendWith(short)).statusCode, 200);
  clock.ms += 1;
  const rejected = await sendWith(short);
  assert.equal(rejected.statusCode, 401);
  assert.deepEqual(rejected.json<{ code: string; detail: string }>().code, 'token-expired');
  assert.match(
    rejected.body,
    /This API token has expired\. Create a new one in the editor under Cash Bids\./,
  );
  assert.equal((await sendWith(normal)).statusCode, 200);
  clock.ms += 60 * DAY_MS;
  assert.equal((await sendWith(normal)).statusCode, 401);
});

onSite('accepts CSV, and reports each error with its line and column', async ({ site }) => {
  const { program } = await aProgram(site);
  assert.equal((await program.put(API.cashBids, CSV, CSV_TYPE)).statusCode, 200);
  const wrong = `${CSV}\n"Cedar\nFork",Corn,Spot,4.3275,-32\n,Tobacco,Spot,,cheap\n`;
  const { status, detail, errors } = (await program.put(API.cashBids, wrong, CSV_TYPE)).json<Problem>();
  assert.deepEqual([status, detail], [400, '4 bid fields need fixing. Nothing was saved.']);
  assert.deepEqual(
    errors?.map(({ line, field }) => `${line} ${field}`),
    ['4 futures', '6 location', '6 commodity', '6 basis'],
  );
  assert.equal(errors?.[0]?.message, "Enter cents and eighths, such as 432'6.");
  assert.equal((await listBids(site)).length, 1);
});

onSite('rejects invalid JSON bids and reports every invalid field', async ({ site }) => {
  const { program } = await aProgram(site);
  const bids = [CORN, { ...CORN, basis: -32, delivery: 'March' }, { colour: 'yellow' }];
  const { errors } = (await program.put(API.cashBids, { bids })).json<Problem>();
  assert.deepEqual(
    errors?.map(({ field }) => field),
    [
      'body/bids/1/basis',
      'body/bids/2/colour',
      'body/bids/2/location',
      'body/bids/2/commodity',
      'body/bids/2/delivery',
    ],
  );
  assert.equal((await program.put(API.cashBids, { bids: [], commodities: [] })).statusCode, 400);
  assert.deepEqual(await listBids(site), []);
});

onSite(
  'rejects a basis that may be in dollars from a program, and saves it for a person',
  async ({ site }) => {
    const { dana, program } = await aProgram(site);
    const bids = [{ ...CORN, basis: '-0.32' }];
    const { errors } = (await program.put(API.cashBids, { bids })).json<Problem>();
    assert.deepEqual(
      errors?.map(({ message }) => message),
      ['Enter the basis in cents, such as -32 for -0.32 dollars.'],
    );
    assert.equal((await dana.put(API.cashBids, { bids })).statusCode, 200);
    assert.equal((await listBids(site))[0]?.basis, '-0.32');
  },
);

const withKeys = (count: number, length = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}`.padEnd(length, 'x'), 1]));

const TOO_MUCH: [name: string, body: unknown, type?: typeof CSV_TYPE][] = [
  ['a bid with 200,000 unknown fields', { bids: [withKeys(200_000)] }],
  ['1,000 bids with 40 unknown fields', { bids: Array.from({ length: 1000 }, () => withKeys(40)) }],
  ['a bid with 5 unknown fields with long names', { bids: [withKeys(5, 500_000)] }],
  ['a commodity with unknown fields', { bids: [], commodities: [withKeys(200_000)] }],
  ['CSV with 200,000 unknown columns', Object.keys(withKeys(200_000)).join(), CSV_TYPE],
  ['200,000 lines of CSV with a cell too many', `location,commodity\n${'x,y,z\n'.repeat(200_000)}`, CSV_TYPE],
];

onSite('names at most 100 errors, in a few kilobytes, however large the body is', async ({ site }) => {
  const { program } = await aProgram(site);
  for (const [name, body, type] of TOO_MUCH) {
    const response = await program.put(API.cashBids, body, type);
    assert.equal(response.statusCode, 400, name);
    assert.ok(response.body.length < 32_000, `${name}: ${response.body.length}`);
    const count = response.json<Problem>().errors?.length ?? 0;
    assert.ok(count > 0 && count <= 100, `${name}: ${count}`);
  }
});

onBothSites('saves commodities for administrators, and not for API tokens', async ({ site }) => {
  const { dana, program } = await aProgram(site);
  await dana.put(API.cashBids, { bids: [CORN] });
  const [corn] = FIRST_COMMODITIES;
  const commodities = [{ ...corn, decimals: 4 }];
  assert.equal((await program.put(API.commodities, { commodities })).statusCode, 401);
  const response = await dana.put(API.commodities, { commodities });
  assert.equal(response.statusCode, 200, response.body);
  const { content, version, changed } = response.json<SavedCommodities>();
  assert.deepEqual([content, changed], [{ commodities }, true]);
  assert.deepEqual(
    (await listBids(site)).map(({ cashPrice }) => cashPrice),
    ['4.0075'],
  );
  const base = { 'content-version': String(version - 1) };
  const other = { commodities: [{ ...corn, decimals: 2, rounding: 'always up' }] };
  const merged = (await dana.put(API.commodities, other, base)).json<SavedCommodities>();
  assert.deepEqual(merged.content, { commodities: [{ ...corn, decimals: 4, rounding: 'always up' }] });
});

test('serves JSON or CSV, by the Accept header or the format parameter, with ETag and CORS headers', async () => {
  await using site = await openTestSite();
  const requests = [
    [API.cashBids, {}, 'application/json'],
    [API.cashBids, { accept: 'text/csv' }, 'text/csv'],
    [`${API.cashBids}?format=csv`, {}, 'text/csv'],
    [`${API.cashBids}?format=json`, { accept: 'text/csv' }, 'application/json'],
  ] as const;
  // Send each request twice, so that the second response comes from the cache.
  for (const [url, headers, type] of [...requests, ...requests]) {
    const response = await site.app.inject({ url, headers });
    assert.equal(
      response.headers['content-type'],
      `${type}; charset=utf-8`,
      `${url} ${JSON.stringify(headers)}`,
    );
    assert.equal(response.headers['access-control-allow-origin'], '*');
    assert.equal(response.headers['vary'], 'accept, accept-encoding');
    const known = await site.app.inject({
      url,
      headers: { ...headers, 'if-none-match': response.headers.etag },
    });
    assert.equal(known.statusCode, 304);
    assert.equal(known.headers['access-control-allow-origin'], '*');
  }
  assert.equal((await site.app.inject(`${API.cashBids}?format=xml`)).statusCode, 400);
  const preflight = await site.app.inject({ method: 'OPTIONS', url: API.cashBids });
  assert.equal(preflight.statusCode, 204);
  assert.equal(preflight.headers['access-control-allow-methods'], 'GET, HEAD');
});

test('changes nothing when a downloaded list is sent back as JSON or CSV', async () => {
  await using site = await openTestSite();
  await addAdmin(site.database, 'Dana');
  const dana = await signIn(site);
  const json = (await site.app.inject(API.cashBids)).json<CashBids>();
  const csv = (await site.app.inject(`${API.cashBids}?format=csv`)).body;
  assert.equal((await site.app.inject(`${API.cashBids}?format=csv&bom=1`)).body, `\uFEFF${csv}`);
  assert.equal(parseBidsCsv(csv).rows.length, json.bids.length);
  const responses = [await dana.put(API.cashBids, json), await dana.put(API.cashBids, csv, CSV_TYPE)];
  for (const response of responses) assert.equal(response.json<SavedBidList>().changed, false, response.body);
});

test('marks bids as stale on a cached page once they pass the age limit', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-20T15:00:00Z') });
  await using site = await openTestSite({ seedContent: 'none' });
  await site.change({
    cashBids: [
      aBid({ asOf: '2026-11-19T15:00:00.000Z' }),
      aBid({ delivery: 'May', asOf: '2026-11-20T15:00:00.000Z' }),
    ],
  });
  const read = async () => (await site.app.inject('/cash-bids.html')).body;
  assert.doesNotMatch(await read(), /Old/);
  assert.match(await read(), /As of <time dateTime="2026-11-19T15:00:00.000Z">Thu, Nov 19, 9:00 am CST/);
  t.mock.timers.tick(2000);
  // Checked at most once per second.
  await eventually(async () =>
    assert.match(
      await read(),
      /data-old="true">Old bid, as of <time dateTime="2026-11-19T15:00:00.000Z">Thu, Nov 19, 9:00 am CST/,
    ),
  );
  assert.match(await read(), /As of <time dateTime="2026-11-20T15:00:00.000Z">Fri, Nov 20, 9:00 am CST/);
});

test('renders /cash-bids.html with the menu of the site only for a top-level navigation, also from the cache', async () => {
  await using site = await openTestSite();
  const etags = new Map<unknown, boolean>();
  for (let time = 0; time < 2; time += 1) {
    for (const [dest, isAlone] of [
      ['document', true],
      ['iframe', false],
      [undefined, false],
    ] as const) {
      const request = { url: '/cash-bids.html', headers: { ...(dest && { 'sec-fetch-dest': dest }) } };
      const { body, headers } = await site.app.inject(request);
      assert.equal(/<div[^>]* data-alone/.test(body), isAlone, String(dest));
      const menu = ['aria-label="Main"', 'href="/about-us"', '<footer', 'href="#main"'];
      assert.deepEqual(
        menu.map((part) => body.includes(part)),
        menu.map(() => isAlone),
      );
      assert.equal(body.match(/<main/g)?.length, 1);
      // A script shows one location only in an iframe.
      assert.equal(body.includes('data-locations'), !isAlone);
      assert.equal(body.match(/<section data-location=/g)?.length, 3);
      assert.equal(headers['vary'], 'sec-fetch-dest, accept-encoding');
      etags.set(headers.etag, isAlone);
      for (const [etag, isOfMenu] of etags) {
        const known = await site.app.inject({
          ...request,
          headers: { ...request.headers, 'if-none-match': etag as string },
        });
        assert.equal(known.statusCode, isOfMenu === isAlone ? 304 : 200);
        assert.equal(known.headers['vary'], 'sec-fetch-dest, accept-encoding');
      }
    }
  }
  assert.equal(etags.size, 2);
});

test('accepts the CSV and the command from docs/pushing-bids.md', async () => {
  await using site = await openTestSite({ seedContent: 'none', now: () => new Date('2026-11-20T15:00:00Z') });
  await addAdmin(site.database, 'Dana');
  const { token } = await aProgram(site);
  const doc = readFileSync(join(import.meta.dirname, '../../docs/pushing-bids.md'), 'utf8');
  const [, csv = ''] = /```csv\n([^]*?)```/.exec(doc) ?? [];
  const [, command = ''] = /```sh\n([^]*?)```/.exec(doc) ?? [];
  const headers = Object.fromEntries(
    [...command.matchAll(/--header "([^:]+): ([^"]+)"/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replace('$SCALEHOUSE_TOKEN', token),
    ]),
  );
  const response = await site.app.inject({
    method: /--request (\w+)/.exec(command)?.[1] as 'PUT',
    url: new URL(/https:\S+/.exec(command)?.[0] ?? '').pathname,
    headers,
    payload: csv,
  });
  assert.equal(response.statusCode, 200, response.body);
  assert.deepEqual(
    (await listBids(site)).map(({ cashPrice }) => cashPrice),
    ['4.01', '4.19', '10.20', '5.17'],
  );
});
