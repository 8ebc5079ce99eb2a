import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { HistoryPage } from '#contract/history.ts';
import type { Locations, LocationsSave } from '#contract/locations.ts';
import { LOCATIONS_MAX } from '#contract/locations.ts';
import { API, CHANGES_HEADER, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { differencesFromLog } from '#tests/support/logged-content.ts';
import { aShownBid } from '#tests/support/a-shown-bid.ts';
import { eventually } from '#tests/support/eventually.ts';
import { onBothSites, onSite, signIn, type AdminClient } from '#tests/support/http-client.ts';
import { readElements, textsOf } from '#tests/support/html.ts';
import { readAsVisitor } from '#tests/support/public-read.ts';
import { createStores } from '#tests/support/stores.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

type Invalid = [reason: string, location: Partial<Each>, message: RegExp];
type Saved = { content: Locations; version: number; changed: boolean };
type Each = LocationsSave[number];

const NORTH: Each = {
  id: 'north',
  name: 'North Elevator',
  address: '12 Rail Rd\nHickory Bend, MO',
  phoneNumber: '660-555-0170',
  fax: '660-555-0171',
  emergencyNumber: '660-555-0172',
  normalMonFri: '8:00 am - 4:00 pm',
  normalSatSun: 'closed',
  harvestMonFri: '8:00 am - 4:00 pm',
  harvestSatSun: 'closed',
  exceptions: [
    { date: '2026-11-26', hours: 'closed' },
    { date: '2026-11-21', hours: '9:00 am - noon' },
  ],
  services: 'Scale\nSeed treating',
  mapUrl: 'https://maps.example.com/north',
};

/** Returns a bid with a fixed price, which a save returns unchanged. */
const aTypedBid = (bid: Parameters<typeof aShownBid>[0] = {}) =>
  aShownBid({ futures: '', change: '', basis: '', futuresMonth: '', asOf: '', ...bid });

async function save(editor: AdminClient, locations: LocationsSave, version?: number): Promise<Saved> {
  const response = await post(editor, locations, version);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Saved>();
}

const post = (editor: AdminClient, locations: LocationsSave, version?: number) =>
  editor.post(
    API.locations,
    locations,
    version === undefined ? {} : { [CONTENT_VERSION_HEADER]: String(version) },
  );

onBothSites('saves locations in order, and lists them for visitors', async ({ site }) => {
  const editor = await signIn(site);
  const { content, changed } = await save(editor, [
    NORTH,
    { name: ' South ', exceptions: [{ date: '2026-12-24', until: '2026-12-24', hours: 'closed' }] },
  ]);
  assert.equal(changed, true);
  assert.deepEqual(content[0], {
    ...NORTH,
    season: '',
    imageId: '',
    exceptions: NORTH.exceptions?.toReversed(),
  });
  assert.deepEqual([content[1]?.name, content[1]?.phoneNumber], ['South', '']);
  assert.deepEqual(content[1]?.exceptions, [{ date: '2026-12-24', hours: 'closed' }]);
  assert.match(content[1]?.id ?? '', /^[\w-]{20,}$/);
  assert.deepEqual(await readAsVisitor(site, API.locations), content);
  assert.equal((await save(editor, content)).changed, false);
  const removed = await editor.delete(`${API.locations}/north`);
  assert.deepEqual(
    removed.json<Saved>().content.map(({ name }) => name),
    ['South'],
  );
});

const INVALID: Invalid[] = [
  ['has a blank name', { name: ' ' }, /^Type a name, such as North Elevator\.$/],
  [
    'has the name of another one',
    { name: 'north  elevator' },
    /^There are two locations named north {2}elevator\./,
  ],
  ['has a map link of another kind', { mapUrl: 'javascript:alert(1)' }, /starts with https/],
  [
    'has a day that does not exist',
    { exceptions: [{ date: '2026-02-30', hours: 'closed' }] },
    /no 2026-02-30/,
  ],
  [
    'has a day twice',
    { exceptions: [0, 1].map(() => ({ date: '2026-12-24', hours: 'closed' })) },
    /^Dec 24, 2026 is listed twice\. Keep one of them\.$/,
  ],
  ['has blank hours of a day', { exceptions: [{ date: '2026-12-24', hours: ' ' }] }, /hours of Dec 24, 2026/],
  [
    'has days that overlap',
    {
      exceptions: [
        { date: '2026-12-24', until: '2026-12-26', hours: 'closed' },
        { date: '2026-12-25', hours: '8-12' },
      ],
    },
    /^Dec 25, 2026 is listed twice\./,
  ],
  [
    'has days that end before they begin',
    { exceptions: [{ date: '2026-12-26', until: '2026-12-24', hours: 'closed' }] },
    /^Dec 24, 2026 is before Dec 26, 2026\./,
  ],
  ['has a harvest that ends before it begins', { season: '2026-11-20/2026-09-10' }, /ends before it begins/],
];
onSite('rejects all locations when one is invalid', async ({ site }) => {
  const editor = await signIn(site);
  for (const [reason, location, message] of INVALID) {
    const response = await post(editor, [NORTH, { name: 'South', ...location }]);
    assert.equal(response.statusCode, 400, reason);
    assert.match(response.json<Problem>().detail, message);
  }
  assert.deepEqual(await readAsVisitor(site, API.locations), []);
});

onSite(`rejects more than ${LOCATIONS_MAX} locations`, async ({ site }) => {
  const editor = await signIn(site);
  const many = Array.from({ length: LOCATIONS_MAX + 1 }, (_, at) => ({ name: `Location ${at}` }));
  assert.equal((await post(editor, many)).statusCode, 400);
  assert.equal((await save(editor, many.slice(1))).content.length, LOCATIONS_MAX);
});

const fields = (name: string, days: string) => ({
  type: 'fields',
  fields: [
    { label: 'Name', text: name },
    { label: 'Special days', text: days },
  ],
});

onSite('lists changes of a location in words, and restores them', async ({ site }) => {
  const editor = await signIn(site);
  const { content } = await save(editor, [NORTH]);
  await save(editor, [
    { ...content[0], name: 'Old Mill', exceptions: [{ date: '2026-12-24', hours: 'closed' }] },
  ]);
  const newest = async () =>
    (await editor.get(`${API.history}?kind=location`)).json<HistoryPage>().entries[0]!;
  const change = await newest();
  assert.deepEqual([change.item.name, change.action], ['Old Mill', 'changed']);
  const days = 'Nov 21, 2026: 9:00 am - noon\nNov 26, 2026: closed';
  assert.deepEqual(change.before, fields('North Elevator', days));
  assert.deepEqual(change.after, fields('Old Mill', 'Dec 24, 2026: closed'));
  const restored = await editor.post(API.historyRestore, { changes: change.id });
  assert.equal(restored.statusCode, 200, restored.body);
  assert.deepEqual(await readAsVisitor(site, API.locations), content);
  await editor.delete(`${API.locations}/north`);
  await editor.post(API.historyRestore, { changes: (await newest()).id });
  assert.deepEqual(await readAsVisitor(site, API.locations), content);
});

async function putBids(editor: AdminClient, bids: unknown[]): Promise<void> {
  const response = await editor.put(API.cashBids, { bids });
  assert.equal(response.statusCode, 200, response.body);
}

const locationsOfBids = async ({ database }: TestSite) =>
  (await database.read((db) => createStores(db).cashBids.list())).map(({ location, locationId }) => [
    location,
    locationId,
  ]);

onSite('links bids to the location that they name, and keeps the link after a rename', async ({ site }) => {
  const editor = await signIn(site);
  const bids = [aTypedBid(), aTypedBid({ commodity: 'Wheat', location: 'Else' })];
  await putBids(editor, [{ ...bids[0], location: 'north  elevator' }, bids[1]]);
  const { content } = await save(editor, [NORTH]);
  assert.deepEqual(await locationsOfBids(site), [
    ['north elevator', 'north'],
    ['Else', null],
  ]);
  await save(editor, [{ ...content[0], name: 'Old Mill' }]);
  await putBids(editor, [
    { ...bids[0], location: 'north  elevator', notes: 'x' },
    { ...bids[1], location: 'old mill' },
  ]);
  assert.deepEqual(await locationsOfBids(site), [
    ['north elevator', 'north'],
    ['old mill', 'north'],
  ]);
});

onSite(
  'renames the bids of a renamed location in one change of the history, which undoes both',
  async ({ site }) => {
    const editor = await signIn(site);
    await putBids(editor, [aTypedBid({ location: 'North Elevator' })]);
    const { content } = await save(editor, [NORTH]);
    const renamed = await editor.post(`${API.locations}?bids=rename`, [{ ...content[0], name: 'Old Mill' }]);
    assert.equal(renamed.statusCode, 200, renamed.body);
    assert.deepEqual(await locationsOfBids(site), [['Old Mill', 'north']]);
    const restored = await editor.post(API.historyRestore, { changes: renamed.headers[CHANGES_HEADER] });
    assert.equal(restored.statusCode, 200, restored.body);
    assert.deepEqual(await locationsOfBids(site), [['North Elevator', 'north']]);
    assert.deepEqual(await readAsVisitor(site, API.locations), content);
    const differences = await site.database.read(differencesFromLog);
    assert.deepEqual(differences, []);
  },
);

onSite(
  'asks before it deletes a location with bids, and links them again when it is restored',
  async ({ site }) => {
    const editor = await signIn(site);
    await putBids(editor, [aTypedBid({ location: 'North Elevator' })]);
    const { content } = await save(editor, [NORTH]);
    for (const response of [await editor.delete(`${API.locations}/north`), await post(editor, [])]) {
      assert.equal(response.statusCode, 409);
      assert.match(
        response.json<Problem>().detail,
        /^1 cash bid is at North Elevator: Corn, Spot\. It stays on/,
      );
    }
    const removed = await editor.delete(`${API.locations}/north?bids=keep`);
    assert.equal(removed.statusCode, 200, removed.body);
    assert.deepEqual(await locationsOfBids(site), [['North Elevator', null]]);
    await editor.post(API.historyRestore, { changes: removed.headers[CHANGES_HEADER] });
    assert.deepEqual(await locationsOfBids(site), [['North Elevator', 'north']]);
    assert.deepEqual(await readAsVisitor(site, API.locations), content);
  },
);

/** Friday, 9:05 am in the cooperative's time zone. */
const FRIDAY_MORNING = '2026-11-20T15:05:00Z';
let clock = FRIDAY_MORNING;
let pages: TestSite;
before(async () => {
  pages = await openTestSite({ now: () => new Date(clock) });
});
afterEach(async () => {
  clock = FRIDAY_MORNING;
  await pages.reset();
});
after(() => pages[Symbol.asyncDispose]());

async function mainOf(path: string) {
  const { body, statusCode } = await pages.app.inject(path);
  assert.equal(statusCode, 200, path);
  return body.slice(body.indexOf('<main'), body.indexOf('</main>'));
}

const sectionOf = (html: string, heading: string) =>
  html.split(/(?=<h2\b)/).find((part) => textsOf(part, 'h2')[0] === heading) ?? '';

const northElevator = async () => sectionOf(await mainOf('/contact-us'), 'North Elevator');

async function stateAt(now: string) {
  clock = now;
  return textsOf(await northElevator(), 'span').find((text) => /^(Open|Closed)/.test(text));
}

test('the contact page shows the main location first, then each other one', async () => {
  await pages.change({ locations: [NORTH, { id: 'south', name: 'South' }] });
  const html = await mainOf('/contact-us');
  assert.deepEqual(textsOf(html, 'h2'), [
    'Hickory Bend Farmers Cooperative',
    'Hours Of Operation',
    'North Elevator',
    'South',
  ]);
  const north = sectionOf(html, 'North Elevator');
  assert.deepEqual(textsOf(north, 'dt'), ['Phone', 'Emergency', 'Fax', 'Address']);
  assert.deepEqual(
    readElements(north)
      .filter(({ name }) => name === 'a')
      .map(({ attributes }) => attributes['href']),
    ['tel:6605550170', 'tel:6605550172', 'https://maps.example.com/north'],
  );
  assert.ok(textsOf(north, 'span').includes('Open until 4:00 pm'));
  assert.deepEqual(textsOf(north, 'li'), ['Sat, Nov 21 9:00 am - noon', 'Thu, Nov 26 closed']);
  assert.ok(textsOf(north, 'p').includes('Scale\nSeed treating'));
  assert.equal(sectionOf(html, 'South').includes('<table'), false);
});

test('a cached page shows that a location has closed, and the hours of a special day', async () => {
  await pages.change({ locations: [NORTH] });
  assert.equal(await stateAt('2026-11-20T21:59:00Z'), 'Open until 4:00 pm');
  assert.deepEqual(textsOf(await northElevator(), 'small'), ['today']);
  // The cache checks the clock at most once per second.
  await eventually(async () =>
    assert.equal(
      await stateAt('2026-11-20T22:00:00Z'),
      'Closed. Opens Saturday 9:00 am. Emergency: 660-555-0172',
    ),
  );
  await eventually(async () => assert.equal(await stateAt('2026-11-21T16:00:00Z'), 'Open until noon'));
  const special = await northElevator();
  assert.equal(textsOf(special, 'li')[0], 'Today 9:00 am - noon');
  assert.deepEqual(textsOf(special, 'small'), []);
});

test('the home page lists locations in short, below the bids, and links to the others', async () => {
  const more = Array.from({ length: 10 }, (_, at) => ({ id: `more-${at}`, name: `Location ${at}` }));
  await pages.change({ locations: [NORTH, ...more] });
  const html = await mainOf('/');
  const section = sectionOf(html, 'Locations');
  assert.deepEqual(textsOf(section, 'h3').slice(0, 3), [
    'Hickory Bend Farmers Cooperative',
    'North Elevator',
    'Location 0',
  ]);
  assert.equal(textsOf(section, 'h3').length, 7);
  assert.ok(textsOf(section, 'p').includes('Today: 8:00 am - 4:00 pm'));
  assert.ok(textsOf(section, 'a').includes('See all 12 locations'));
  assert.ok(html.indexOf('Local Cash Bids') < html.indexOf('>Locations<'));
  await pages.change({ locations: [] });
  assert.equal(sectionOf(await mainOf('/'), 'Locations'), '');
});

test('structured data lists each location as its own place, with the hours of special days', async () => {
  await pages.change({ locations: [NORTH] });
  const { body } = await pages.app.inject('/contact-us');
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
  const [main, north] = JSON.parse(json) as [Record<string, unknown>, Record<string, unknown>];
  assert.deepEqual(
    [north['name'], north['telephone'], north['parentOrganization']],
    ['Hickory Bend Farmers Cooperative, North Elevator', '660-555-0170', { '@id': main['@id'] }],
  );
  const hoursIn = (name: string) =>
    (north[name] as Record<string, unknown>[]).map(({ opens, closes, validFrom, validThrough }) => [
      opens,
      closes,
      validFrom,
      validThrough,
    ]);
  assert.deepEqual(hoursIn('openingHoursSpecification'), [
    ['08:00', '16:00', undefined, undefined],
    ['00:00', '00:00', undefined, undefined],
  ]);
  assert.deepEqual(hoursIn('specialOpeningHoursSpecification'), [
    ['09:00', '12:00', '2026-11-21', '2026-11-21'],
    ['00:00', '00:00', '2026-11-26', '2026-11-26'],
  ]);
});

/** Returns the texts of the public pages that show hours. */
async function pagesWithHours() {
  const paths = ['/', '/contact-us', '/board', '/price-sheet'];
  const bodies = await Promise.all(paths.map(async (path) => (await pages.app.inject(path)).body));
  return bodies.map((html) => html.replace(/<script\b.*?<\/script>/gs, ''));
}

async function withThanksgiving(now: string) {
  clock = now;
  return (await pagesWithHours()).map((html) => html.includes('Thanksgiving'));
}

test('pages show the special days of the main location from a week before until they have passed, and the season', async () => {
  const specialDays = [{ date: '2026-11-26', until: '2026-11-27', hours: 'closed', reason: 'Thanksgiving' }];
  await pages.change({ settings: { season: 'harvest', specialDays } });
  assert.deepEqual(await withThanksgiving('2026-11-19T05:59:00Z'), [false, true, false, false]);
  await eventually(async () =>
    assert.deepEqual(await withThanksgiving('2026-11-19T06:00:00Z'), [true, true, true, true]),
  );
  await eventually(async () => {
    await withThanksgiving('2026-11-27T16:00:00Z');
    const [home = '', contact = '', board = ''] = await pagesWithHours();
    for (const html of [home, contact, board])
      assert.ok(html.includes('Closed today: Thanksgiving. Opens Saturday'));
    assert.doesNotMatch(home, /Nov 26 –/, 'does not list today as a coming day');
  });
  await eventually(async () =>
    assert.deepEqual(await withThanksgiving('2026-11-28T06:00:00Z'), [false, false, false, false]),
  );
  assert.match(await mainOf('/contact-us'), /Harvest Hours<small[^>]*>in effect now/);
});

onSite('rejects a season and special days that are not clear', async ({ site }) => {
  const editor = await signIn(site);
  const days = [{ date: '2026-11-26', until: '2026-11-27', hours: 'closed' }];
  const saved = await editor.post(API.siteSettings, { values: { season: 'harvest', specialDays: days } });
  assert.equal(saved.statusCode, 200, saved.body);
  for (const [values, reason] of [
    [{ season: '2026-11-20/2026-09-10' }, /ends before it begins/],
    [{ season: 'winter' }, /normal, harvest/],
    [{ specialDays: [...days, { date: '2026-11-27', hours: '8-12' }] }, /listed twice/],
    [{ specialDays: [{ date: '2026-02-30', hours: 'closed' }] }, /no 2026-02-30/],
  ] as const) {
    const refused = await editor.post(API.siteSettings, { values });
    assert.equal(refused.statusCode, 400, JSON.stringify(values));
    assert.match(refused.body, reason);
  }
});
