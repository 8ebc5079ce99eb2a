import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { NewApiToken } from '#contract/api-tokens.ts';
import { HARVEST_STATUSES, type Harvest, type HarvestBoard, type HarvestChange } from '#contract/harvest.ts';
import type { HistoryPage } from '#contract/history.ts';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import { API, CHANGES_HEADER, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { PastPrices } from '#contract/past-prices.ts';
import type { Problem } from '#contract/problem.ts';
import { httpClientOf, onBothSites, onSite, signIn, type AdminClient } from '#tests/support/http-client.ts';
import { readChangeLog, tamper } from '#tests/support/change-log.ts';
import { readAsVisitor } from '#tests/support/public-read.ts';
import type { TestSite } from '#tests/support/test-site.ts';

const MINUTE_MS = 60_000;
/** 6:00 am in the cooperative's time zone. */
const START = '2026-11-20T12:00:00.000Z';
const MIDNIGHT = '2026-11-21T06:00:00.000Z';

type Saved = { content: Harvest; version: number; changed: boolean };

const put = (client: Pick<AdminClient, 'put'>, entries: HarvestChange[], headers = {}) =>
  client.put(API.harvest, { entries }, headers);

async function save(client: Pick<AdminClient, 'put'>, ...entries: HarvestChange[]) {
  const response = await put(client, entries);
  assert.equal(response.statusCode, 200, response.body);
  return { ...response.json<Saved>(), changes: String(response.headers[CHANGES_HEADER]) };
}

const addLocations = (site: TestSite, ...names: string[]) =>
  site.change({
    locations: names.map((name) => ({ id: name.toLowerCase(), name })),
    texts: { ContactUsAddress: '1400 Elevator Road, Hickory Bend, MO 64600' },
  });

const readBoard = (site: TestSite) => readAsVisitor<Harvest>(site, API.harvest);

onBothSites(
  'posts what locations take, keeps the rest, and saves the same only once',
  async ({ site, clock }) => {
    await addLocations(site, 'North', 'South');
    const editor = await signIn(site);
    await save(
      editor,
      { location: 'south', commodity: 'corn', status: 'limited', moisture: 15.5, until: '18:00' },
      { location: 'North', wait: 23, until: 'changed' },
      { location: MAIN_LOCATION_ID, commodity: 'Wheat', status: 'full', closes: '20:00', note: ' Pit 2 ' },
    );
    const blank = { status: '', moisture: '', limits: '', closes: '', note: '', asOf: null, until: null };
    const empty = { ...blank, wait: null, waitAsOf: null, waitUntil: null };
    const main = { locationId: MAIN_LOCATION_ID, location: 'Hickory Bend Farmers Cooperative' };
    const [north, south] = ['North', 'South'].map((location) => ({
      locationId: location.toLowerCase(),
      location,
    }));
    const wheat = {
      commodity: 'Wheat',
      status: 'full',
      closes: '20:00',
      note: 'Pit 2',
      asOf: START,
      until: MIDNIGHT,
    };
    const corn = { commodity: 'Corn', status: 'limited', moisture: '15.5', asOf: START };
    const entries = [
      { ...empty, ...main, ...wheat },
      { ...empty, ...north, commodity: '', wait: 25, waitAsOf: START },
      { ...empty, ...south, ...corn, until: '2026-11-21T00:00:00.000Z' },
    ];
    assert.deepEqual(await readBoard(site), { asOf: START, entries });

    clock.ms += MINUTE_MS;
    const same = await save(
      editor,
      { location: 'North', wait: 24 },
      { location: 'South', commodity: 'Corn', status: 'limited' },
    );
    assert.deepEqual([same.changed, same.content], [false, { asOf: START, entries }]);

    // Confirmed later, it is as of then. What was not sent stays, with its end.
    clock.ms += 20 * MINUTE_MS;
    const { content } = await save(
      editor,
      { location: 'North', wait: 25 },
      { location: 'South', commodity: 'Corn', note: 'Dry only' },
    );
    const now = new Date(clock.ms).toISOString();
    assert.deepEqual(content, {
      asOf: now,
      entries: [entries[0], { ...entries[1], waitAsOf: now }, { ...entries[2], note: 'Dry only', asOf: now }],
    });
    const csv = await httpClientOf(site).get(`${API.harvest}?format=csv`);
    assert.match(
      csv.body,
      /^location,commodity,status,[^]*\r\nSouth,Corn,limited,15\.5,,,Dry only,2026-11-20T12:21/,
    );
  },
);

onSite(
  'shows nothing past its end, and does not bring it back with the next change',
  async ({ site, clock }) => {
    await addLocations(site, 'North');
    const editor = await signIn(site);
    await save(
      editor,
      {
        location: 'North',
        commodity: 'Corn',
        status: 'taking',
        closes: '21:00',
        note: 'Pit 2',
        until: '18:00',
      },
      { location: 'North', commodity: 'Corn', wait: 20 },
      { location: 'North', commodity: 'Milo', status: 'full', closes: '21:00', until: 'changed' },
    );
    const shown = async () =>
      (await readBoard(site)).entries.map(({ commodity, status, closes, note, wait }) =>
        [commodity, status, closes, note, wait].join(' '),
      );
    assert.deepEqual(await shown(), ['Corn taking 21:00 Pit 2 20', 'Milo full 21:00  ']);
    // The cache of responses looks at the clock every second.
    const began = performance.now();
    let passed = 0;
    const steady = mock.method(performance, 'now', () => began + passed);
    using _restored = { [Symbol.dispose]: () => steady.mock.restore() };
    const after = async (time: string) => {
      clock.ms = Date.parse(time);
      passed += 1000;
      return shown();
    };
    assert.deepEqual(await after('2026-11-20T23:59:58Z'), [
      'Corn taking 21:00 Pit 2 20',
      'Milo full 21:00  ',
    ]);
    assert.deepEqual(await after('2026-11-20T23:59:59Z'), ['Corn    20', 'Milo full 21:00  ']);
    assert.deepEqual(await after(MIDNIGHT), ['Milo full   ']);
    await save(editor, { location: 'North', commodity: 'Corn', status: 'taking' });
    assert.deepEqual(await shown(), ['Corn taking   ', 'Milo full   ']);
    await save(editor, { location: 'North', commodity: 'Milo', status: '' });
    assert.deepEqual(await shown(), ['Corn taking   ']);
    // A clock that is set back shows what holds then.
    assert.deepEqual(await after(START), ['Corn taking   ']);
  },
);

onSite('merges with the changes of others, and names what conflicts', async ({ site }) => {
  await addLocations(site, 'North');
  const editor = await signIn(site);
  const corn = { location: 'North', commodity: 'Corn' };
  const { version } = await save(editor, { ...corn, status: 'taking' });
  const from = { [CONTENT_VERSION_HEADER]: String(version) };
  await save(editor, { ...corn, status: 'full' });
  const note = await put(editor, [{ ...corn, note: 'Call first' }], from);
  assert.equal(note.json<Saved>().content.entries[0]?.status, 'full');
  const sameStatus = await put(editor, [{ ...corn, status: 'full' }], from);
  assert.deepEqual([sameStatus.statusCode, sameStatus.json<Saved>().changed], [200, false]);
  const other = await put(editor, [{ ...corn, status: 'limited' }], from);
  assert.equal(other.statusCode, 409, other.body);
  const { code, current } = other.json<Problem>();
  assert.deepEqual(
    [code, current?.conflicts?.map(({ item, field, author }) => [item, field, author])],
    ['conflict', [['north:corn', 'status', 'Dana']]],
  );
  assert.deepEqual(current?.content, await readBoard(site));
});

onSite('names each change in the history, and undoes and restores it', async ({ site }) => {
  await addLocations(site, 'North');
  const editor = await signIn(site);
  const corn = { location: 'North', commodity: 'Corn' };
  await save(editor, { ...corn, status: 'taking' });
  const { changes } = await save(editor, { ...corn, status: 'full', wait: 40, until: '18:00' });
  const { entries } = (await editor.get(`${API.history}?kind=harvest`)).json<HistoryPage>();
  assert.deepEqual(
    entries.slice(0, 1).map(({ item, before, after }) => [item.name, before, after]),
    [
      [
        'North, Corn',
        {
          type: 'fields',
          fields: [
            { label: 'Status', text: 'Taking' },
            { label: 'Until', text: 'Sat, Nov 21, 12:00 am' },
            { label: 'Wait', text: '' },
            { label: 'Wait until', text: '' },
          ],
        },
        {
          type: 'fields',
          fields: [
            { label: 'Status', text: 'Full' },
            { label: 'Until', text: 'Fri, Nov 20, 6:00 pm' },
            { label: 'Wait', text: '40 min' },
            { label: 'Wait until', text: 'Fri, Nov 20, 6:00 pm' },
          ],
        },
      ],
    ],
  );
  const undone = await editor.post(API.historyRestore, { changes });
  assert.equal(undone.statusCode, 200, undone.body);
  assert.deepEqual(
    (await readBoard(site)).entries.map(({ status, until, wait }) => [status, until, wait]),
    [['taking', MIDNIGHT, null]],
  );
});

onSite('follows a renamed location, and hides a deleted one until it is restored', async ({ site }) => {
  await addLocations(site, 'North', 'South');
  const editor = await signIn(site);
  await save(editor, { location: 'North', status: 'full' }, { location: 'South', status: 'taking' });
  await editor.post(API.locations, [{ id: 'north', name: 'Old Mill' }]);
  const shown = async () => (await readBoard(site)).entries.map(({ location }) => location);
  assert.deepEqual(await shown(), ['Old Mill']);
  const { entries } = (await editor.get(`${API.history}?kind=location`)).json<HistoryPage>();
  const deletion = entries.find(({ action }) => action === 'deleted');
  assert.equal((await editor.post(API.historyRestore, { changes: deletion?.id })).statusCode, 200);
  assert.deepEqual(await shown(), ['Old Mill', 'South']);
});

onSite('links bids to the main location by its town, and lists those of no location', async ({ site }) => {
  await addLocations(site, 'North');
  const editor = await signIn(site);
  const bids = ['Hickory bend', 'North', 'Cedar Fork'].map((location) => ({
    location,
    commodity: 'Corn',
    delivery: 'Spot',
  }));
  const saved = await editor.put(API.cashBids, { bids: bids.map((bid) => ({ ...bid, cashPrice: '4.00' })) });
  assert.equal(saved.statusCode, 200, saved.body);
  const { locations, commodities, unlinkedBids } = (await editor.get(API.harvestBoard)).json<HarvestBoard>();
  assert.deepEqual(locations, [
    { id: MAIN_LOCATION_ID, name: 'Hickory bend' },
    { id: 'north', name: 'North' },
  ]);
  assert.deepEqual([commodities.slice(0, 2), unlinkedBids], [['Corn', 'Soybeans'], ['Cedar Fork']]);
  await editor.post(API.locations, [{ id: 'north', name: 'Old Mill' }]);
  await site.change({ texts: { ContactUsAddress: 'Elsewhere' } });
  assert.deepEqual((await editor.get(API.harvestBoard)).json<HarvestBoard>().unlinkedBids, ['Cedar Fork']);
});

onSite('says what is wrong with a change, and saves none of it', async ({ site, clock }) => {
  await addLocations(site, 'North');
  const editor = await signIn(site);
  clock.ms += 12 * 60 * MINUTE_MS;
  const rejected = async (change: object) => {
    const response = await put(editor, [
      { location: 'North', status: 'full' },
      { location: 'North', ...change },
    ]);
    assert.equal(response.statusCode, 400, response.body);
    return response.json<Problem>().errors?.map(({ field, message }) => `${field}: ${message}`);
  };
  assert.deepEqual(await rejected({ wait: -5 }), [
    'body/entries/1/wait: Use a whole number from 0 to 600 or null.',
  ]);
  assert.deepEqual(await rejected({ wait: 4000 }), [
    'body/entries/1/wait: Use a whole number from 0 to 600 or null.',
  ]);
  assert.deepEqual(await rejected({ status: 'open' }), [
    'body/entries/1/status: Use taking, limited, full, not-taking, or an empty string.',
  ]);
  assert.deepEqual(await rejected({ status: 'full', until: '17:00' }), [
    'body/entries/1/until: 17:00 has passed. Choose a later time of today, or today.',
  ]);
  assert.deepEqual(await rejected({ location: 'Cedar Fork' }), [
    'body/entries/1/location: There is no location named Cedar Fork. Use a name or an ID from /api/locations.',
  ]);
  assert.deepEqual(await rejected({ commodity: 'Tobacco' }), [
    "body/entries/1/commodity: Tobacco isn't in your list of commodities. Add it in the editor under Cash Bids first.",
  ]);
  assert.deepEqual((await readBoard(site)).entries, []);
});

onSite('accepts a token for the harvest board, and only there', async ({ site }) => {
  await addLocations(site, 'North');
  const editor = await signIn(site);
  const clientWith = async (scope?: string) => {
    const created = await editor.post(API.apiTokens, { name: `Scale ${scope}`, scope });
    const { token } = created.json<NewApiToken>();
    return httpClientOf(site, { headers: { authorization: `Bearer ${token}` } });
  };
  const [scale, bids] = [await clientWith('harvest'), await clientWith()];
  await save(scale, { location: 'North', wait: 10 });
  const forScale = (await put(bids, [{ location: 'North', wait: 20 }])).json<Problem>();
  assert.deepEqual([forScale.status, forScale.code], [403, 'other-scope']);
  assert.equal(
    forScale.detail,
    'This API token is for cash bids. Create one for the harvest board in the editor under Cash Bids.',
  );
  assert.equal((await scale.put(API.cashBids, { bids: [] })).statusCode, 403);
  assert.equal((await bids.put(API.cashBids, { bids: [] })).statusCode, 200);
  assert.deepEqual(
    (await readBoard(site)).entries.map(({ wait }) => wait),
    [10],
  );
});

onSite('shows the board on each page, and nothing of it past its end', async ({ site, clock }) => {
  await addLocations(site, 'North');
  const editor = await signIn(site);
  const entry = {
    location: 'North',
    commodity: 'Corn',
    status: 'limited',
    moisture: '18',
    wait: 25,
  } as const;
  await save(
    editor,
    { ...entry, until: '18:00' },
    { location: 'North', commodity: 'Milo', status: 'limited', until: '20:00' },
  );
  const pageOf = async (path: string, dest = 'document') => {
    const { body } = await httpClientOf(site).get(path, { 'sec-fetch-dest': dest });
    return body.replaceAll(/<script.*?<\/script>|<!-- -->/gs, '');
  };
  for (const path of ['/', '/contact-us', '/harvest', '/board']) {
    const page = await pageOf(path);
    for (const text of [
      'North',
      'Limited',
      'Up to 18% moisture',
      'Wait about 25 min',
      'As of 6:00 am',
      'Until 6:00 pm',
      'Until 8:00 pm',
    ])
      assert.ok(page.includes(text), `${path}: ${text}`);
  }
  assert.match(await pageOf('/harvest'), /<nav/);
  assert.doesNotMatch(await pageOf('/harvest', 'iframe'), /<nav/);
  clock.ms = Date.parse('2026-11-21T02:00:00Z');
  await site.change({ texts: { MissionStatement: 'Later' } });
  for (const path of ['/', '/contact-us', '/harvest', '/board'])
    assert.doesNotMatch(await pageOf(path), /Limited|25 min/, path);
  assert.match(await pageOf('/harvest'), /Nothing posted right now/);
});

onSite('fits 60 locations into 20 KB', async ({ site }) => {
  const names = Array.from({ length: 59 }, (_, at) => `Elevator ${at}`);
  await site.change({ locations: names.map((name, at) => ({ id: `e${at}`, name })) });
  const editor = await signIn(site);
  const commodities = ['', 'Corn', 'Soybeans', 'Milo'];
  const entries = [MAIN_LOCATION_ID, ...names].flatMap((location, at) =>
    commodities.map((commodity, of): HarvestChange => {
      const status = HARVEST_STATUSES[(at + of) % HARVEST_STATUSES.length]!;
      return commodity === ''
        ? { location, wait: (at * 5) % 95 }
        : { location, commodity, status, moisture: String(14 + (at % 7)), note: `Pit ${at % 3}` };
    }),
  );
  await save(editor, ...entries);
  for (const dest of ['document', 'iframe']) {
    const headers = { 'sec-fetch-dest': dest, 'accept-encoding': 'gzip' };
    const { rawPayload } = await httpClientOf(site).get('/harvest', headers);
    assert.ok(rawPayload.length < 20 * 1024, `${dest}: ${rawPayload.length}`);
  }
});

onSite('says beside the bids of a location whether it is open', async ({ site }) => {
  await addLocations(site, 'North');
  const hours = { normalMonFri: '5:00 am - 7:00 am', normalSatSun: 'closed', season: 'normal' };
  await site.change({
    locations: [{ id: 'north', name: 'North', ...hours }],
    texts: { ContactUsNormMonFri: 'Call us', ContactUsNormSatSun: 'closed' },
  });
  const editor = await signIn(site);
  const bid = { commodity: 'Corn', delivery: 'Spot', cashPrice: '4.00' };
  const bids = ['Hickory Bend', 'North', 'Cedar Fork'].map((location) => ({ ...bid, location }));
  await editor.put(API.cashBids, { bids });
  const pageFor = (dest: string) => httpClientOf(site).get('/cash-bids.html', { 'sec-fetch-dest': dest });
  const { body } = await pageFor('document');
  assert.deepEqual(body.match(/Open until [^<]*|Closed[^<]*/g), ['Open until 7:00 am']);
  assert.doesNotMatch((await pageFor('iframe')).body, /Open until/);
});

onBothSites('answers what the board said at a past minute', async ({ site, testDatabase }) => {
  await addLocations(site, 'North');
  const editor = await signIn(site);
  const corn = { location: 'North', commodity: 'Corn' };
  await save(editor, { ...corn, status: 'taking', moisture: '18' }, { location: 'North', wait: 15 });
  await save(editor, { ...corn, status: 'full' }, { location: 'North', wait: null });
  await editor.post(API.locations, [], {});
  // Times of the log are those of the database.
  const database = await testDatabase.open();
  const log = await readChangeLog(database);
  const times = ['2026-10-03T19:15:10.000Z', '2026-10-03T19:16:20.000Z', '2026-10-03T19:18:00.000Z'];
  const saves = [...new Set(log.filter(({ subject }) => subject === 'harvest').map(({ at }) => at))];
  for (const { at, version } of log) {
    const time = times[saves.indexOf(at)] ?? (at < saves[0]! ? '2026-10-03T19:00:00.000Z' : times[2]);
    await tamper(database, `update change_log set at = '${time}' where version = ${version}`);
  }
  const boardAt = async (at: string) => {
    const { harvest } = (await editor.get(`${API.pastPrices}?at=${at}`)).json<PastPrices>();
    return harvest.map(({ location, commodity, status, moisture, wait }) =>
      [location, commodity, status, moisture, wait].join(' '),
    );
  };
  const first = ['North    15', 'North Corn taking 18 '];
  assert.deepEqual(await boardAt('2026-10-03T14:14'), []);
  assert.deepEqual(await boardAt('2026-10-03T14:15'), first);
  assert.deepEqual(await boardAt('2026-10-03T14:16'), ['North Corn full 18 ']);
  assert.deepEqual(await boardAt('2026-10-03T14:18'), ['North Corn full 18 ']);
  const { body } = await editor.get('/price-sheet?at=2026-10-03T14:15');
  assert.match(body.replaceAll('<!-- -->', ''), /North, Corn:<\/b> Taking\. Up to 18% moisture\./);
  const csv = await editor.get(`${API.pastPrices}?at=2026-10-03T14:15&format=csv`);
  assert.match(csv.body, /harvest board,North,Corn,status,taking,/);
});
