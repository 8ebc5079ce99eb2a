import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { currentValue, StaleValue } from '#shared/loadable.ts';
import type {
  ContentPath,
  MarketPath,
  TextContent,
  PageContents,
  PageSource,
  PageState,
} from '#shared/page-content.ts';
import type { HomeLocation } from '#shared/shown-locations.ts';
import { CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import { createBrowserSource } from './browser-source.ts';
import { createPublicApi } from './public-api.ts';
import { CACHE_FRESH_MS, createLocalCache } from './local-cache.ts';
import { createFakeStorage } from '#tests/support/fake-storage.ts';
import { newLocation } from '#app/editor/lists/locations/location-list.ts';

const NOON = Date.UTC(2026, 10, 19, 12);
const FIRST_VERSION = 7;

const tableResponse = (prefix: string, price: string) => ({
  columnHeaders: { [`${prefix}_header_1`]: 'Price', [`${prefix}_header_0`]: `Product ${prefix}` },
  allRows: [{ [`${prefix}_row_0_header_0`]: prefix.toUpperCase(), [`${prefix}_row_0_header_1`]: price }],
  changedAt: '2026-11-18T12:00:00.000Z',
});
const table = (prefix: string, price: string) => ({
  headers: [`Product ${prefix}`, 'Price'],
  rows: [[prefix.toUpperCase(), price]],
  changedAt: '2026-11-18T12:00:00.000Z',
});
const aCrew = [{ id: '1', name: 'Ann', title: 'Driver', phoneNumber: '-', email: '-' }];
const aTestImage = { imageId: 'a', imageUrl: '/images/a.jpg', imageName: 'A', imageType: 0 };
const anItem = { id: 'a', pioneerCategory: 0, description: '<p>106 day</p>' };

const ANSWERS: Record<string, unknown> = {
  'POST /api/config/configs': [
    { configId: 1, content: '<p>Mission</p>' },
    { configId: 2, content: '<p>About</p>' },
    { configId: 4, content: '660-555-0142' },
  ],
  'GET /api/config/employees': aCrew,
  'GET /api/locations': [],
  'GET /api/config/table/0': tableResponse('fert', '24'),
  'GET /api/config/table/1': tableResponse('fuel', '2.79'),
  'GET /api/config/table/2': tableResponse('p', '866'),
  'GET /api/config/table/3': tableResponse('n', '583'),
  'GET /api/config/table/4': tableResponse('k', '485'),
  'GET /api/images/0': [aTestImage],
  'GET /api/config/pioneer-items': [anItem],
  'GET /api/cash-bids': { bids: [] },
};

const SHELL = {
  isDemo: false,
  hasHarvest: false,
  galleryImages: 0,
  navigation: [],
  announcement: '',
  telephone: '660-555-0100',
  texts: { 3: 'Elm St' },
  today: '2026-11-18',
};

/** Creates a page source at noon, with a fake server and the local storage that earlier pages left. */
function aBrowser(
  t: TestContext,
  {
    contents = {},
    entries = {},
    hasHarvest = false,
  }: { contents?: Partial<PageContents>; entries?: Record<string, string>; hasHarvest?: boolean } = {},
) {
  t.mock.timers.enable({ apis: ['Date'], now: NOON });
  const storage = createFakeStorage(entries);
  const server = {
    responses: { ...ANSWERS },
    version: FIRST_VERSION,
    /** Content versions of the responses that differ from `version`, by method and path. */
    versionOf: {} as Record<string, number>,
    calls: [] as string[],
    /** Bodies of the requests by POST. */
    bodies: [] as unknown[],
  };
  t.mock.method(globalThis, 'fetch', async (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${path}`;
    server.calls.push(call);
    if (typeof init.body === 'string') server.bodies.push(JSON.parse(init.body));
    const body = server.responses[call];
    if (body instanceof Error) throw body;
    if (body instanceof Response) return body.clone();
    const version = server.versionOf[call] ?? server.version;
    return Response.json(body, { headers: { [CONTENT_VERSION_HEADER]: String(version) } });
  });
  const load = (data: object) => {
    const [[path, content] = ['/store', undefined]] = Object.entries(data);
    return createBrowserSource(
      {
        site: { timeZone: 'America/Chicago', season: '', specialDays: [] } as unknown as PageState['site'],
        shell: { ...SHELL, hasHarvest },
        path,
        content: content as PageState['content'],
        siteRevision: '',
        utcOffsets: [],
        contentVersion: String(server.version),
      },
      { cache: createLocalCache(storage), api: createPublicApi(String(server.version)) },
    );
  };
  return {
    server,
    storage,
    source: load(contents),
    load,
    wait: (ms: number) => t.mock.timers.tick(ms),
    entry: (key: string) => JSON.parse(storage.entries[key] ?? 'null') as Record<string, unknown> | null,
    keys: () => Object.keys(storage.entries).toSorted(),
  };
}

const entryOf = (value: unknown, version = FIRST_VERSION, saved = NOON) => ({
  value,
  expires: saved + CACHE_FRESH_MS,
  saved,
  version: String(version),
});

const TABLES = {
  fert: { 2: table('p', '866'), 3: table('n', '583'), 4: table('k', '485'), 0: table('fert', '24') },
  fuel: { 1: table('fuel', '2.79') },
};
const headersOf = (tables: Record<number, { headers: string[] }>) =>
  Object.fromEntries(Object.entries(tables).map(([type, { headers }]) => [type, headers]));
const rowsOf = (tables: Record<number, ReturnType<typeof table>>) =>
  Object.fromEntries(
    Object.entries(tables).map(([type, { rows, changedAt }]) => [type, { rows, changedAt }]),
  );

test('stores content from the HTML of the first load under the documented keys', (t) => {
  const { keys, entry, load, server } = aBrowser(t);
  assert.deepEqual(keys(), []);

  load({ '/about-us': { texts: { 1: '<p>Mission</p>', 2: '<p>About</p>' }, employees: aCrew } });
  assert.deepEqual(
    entry('about-us-configs'),
    entryOf([
      { configId: 2, content: '<p>About</p>' },
      { configId: 1, content: '<p>Mission</p>' },
    ]),
  );
  const hoursChangedAt = '2026-11-18T12:00:00.000Z';
  const texts = { 4: '660-555-0142', 8: '7-5' };
  load({ '/contact-us': { content: { texts, hoursChangedAt, today: '2026-11-19' } } });
  assert.deepEqual(
    entry('contact-us-configs'),
    entryOf([
      { configId: 4, content: '660-555-0142' },
      { configId: 8, content: '7-5', changedAt: hoursChangedAt },
    ]),
  );
  load({ '/products': { messages: {}, fertilizer: TABLES.fert, fuel: TABLES.fuel } });
  assert.deepEqual(entry('product-fert-headers'), entryOf(headersOf(TABLES.fert)));
  assert.deepEqual(entry('product-fert-rows'), entryOf(rowsOf(TABLES.fert)));
  assert.deepEqual(entry('product-fuel-headers'), entryOf(headersOf(TABLES.fuel)));
  assert.deepEqual(entry('product-fuel-rows'), entryOf(rowsOf(TABLES.fuel)));
  load({ '/gallery': { images: [aTestImage], page: 1, total: 1 } });
  assert.deepEqual(entry('gallery-images'), entryOf([aTestImage]));
  assert.deepEqual(keys(), [
    'about-us-configs',
    'contact-us-configs',
    'gallery-images',
    'product-fert-headers',
    'product-fert-rows',
    'product-fuel-headers',
    'product-fuel-rows',
  ]);
  assert.deepEqual(server.calls, []);
});

test('requests each price table once, stores the tables by section, and then reads them from the cache', async (t) => {
  const { source, server, entry } = aBrowser(t);
  const { fertilizer, fuel } = source.pages['/products']();
  assert.deepEqual(await fertilizer, TABLES.fert);
  assert.deepEqual(await fuel, TABLES.fuel);
  assert.deepEqual(server.calls.toSorted(), [
    'GET /api/config/table/0',
    'GET /api/config/table/1',
    'GET /api/config/table/2',
    'GET /api/config/table/3',
    'GET /api/config/table/4',
    'POST /api/config/configs',
  ]);
  assert.deepEqual(entry('product-fert-headers'), entryOf(headersOf(TABLES.fert)));
  assert.deepEqual(entry('product-fert-rows'), entryOf(rowsOf(TABLES.fert)));

  server.calls.length = 0;
  const again = source.pages['/products']();
  assert.deepEqual([again.fertilizer, again.fuel], [TABLES.fert, TABLES.fuel]);
  assert.deepEqual(server.calls, ['POST /api/config/configs']);
});

test('requests the fuel table for the home page, and shares its entry with Products', async (t) => {
  const { source, server, load, entry } = aBrowser(t);
  assert.deepEqual(await source.pages['/']().fuel, TABLES.fuel);
  assert.deepEqual(source.pages['/products']().fuel, TABLES.fuel);
  assert.equal(server.calls.filter((call) => call === 'GET /api/config/table/1').length, 1);

  const fuel = { 1: table('fuel', '2.99') };
  load({ '/': { content: { texts: {}, cashBids: {}, today: '2026-11-19' }, fuel } });
  assert.deepEqual(entry('product-fuel-rows'), entryOf(rowsOf(fuel)));
});

test('returns the day and the texts of the newest responses for the parts of every page', async (t) => {
  const { source, server } = aBrowser(t);
  assert.deepEqual(source.shell(), { ...SHELL, today: '2026-11-19' });
  server.responses['POST /api/config/configs'] = [
    { configId: 4, content: '660-555-0199' },
    { configId: 16, content: '<p>Closed</p>' },
  ];
  await source.pages['/contact-us']().content;
  const { announcement, telephone, texts } = source.shell();
  assert.deepEqual([announcement, telephone], ['<p>Closed</p>', '660-555-0199']);
  assert.deepEqual([texts[3], texts[4]], ['Elm St', '660-555-0199']);

  const shell = {
    ...SHELL,
    announcement: '<p>Open</p>',
    telephone: '660-555-0111',
    texts: { 4: '660-555-0111' },
  };
  source.show({ shell, path: '/store', content: undefined, contentVersion: '8' });
  assert.deepEqual(source.shell(), { ...shell, today: '2026-11-19' });
});

const REQUESTED_TEXTS: Record<Exclude<ContentPath, MarketPath>, number[]> = {
  '/': [0, 8, 9, 10, 11, 16],
  '/about-us': [2, 1],
  '/contact-us': [3, 4, 5, 6, 7, 8, 9, 10, 11],
  '/products': [12, 13, 14, 15],
  '/pioneer': [],
  '/gallery': [],
  '/admin': [],
  '/admin/second-step': [],
};

for (const [path, ids] of Object.entries(REQUESTED_TEXTS)) {
  test(`requests exactly the texts that ${path} shows, in one request`, async (t) => {
    const { source, server } = aBrowser(t);
    await Promise.all(Object.values(source.pages[path as keyof typeof REQUESTED_TEXTS]()));
    assert.deepEqual(server.bodies, ids.length > 0 ? [ids] : []);
  });
}

test('takes the phone number of the home page from the shell, or from a newer response', async (t) => {
  const { source, server } = aBrowser(t);
  server.responses['GET /api/locations'] = [aLocation];
  const phones = async () => {
    const home = source.pages['/']();
    const [{ texts }, shown] = [await home.content, await home.locations] as [TextContent, HomeLocation[]];
    return [texts[4], shown[0]?.phoneNumber];
  };
  server.responses['POST /api/config/configs'] = [{ configId: 8, content: '7-5' }];
  assert.deepEqual(await phones(), ['660-555-0100', '660-555-0100']);
  server.responses['POST /api/config/configs'] = [{ configId: 4, content: '660-555-0199' }];
  await source.pages['/contact-us']().content;
  server.responses['POST /api/config/configs'] = [{ configId: 8, content: '7-5' }];
  assert.deepEqual(await phones(), ['660-555-0199', '660-555-0199']);
  server.responses['POST /api/config/configs'] = [{ configId: 4, content: '660-555-0111' }];
  t.mock.timers.tick(CACHE_FRESH_MS);
  const late = source.pages['/contact-us']().content as StaleValue<unknown>;
  await late.arriving;
  server.responses['POST /api/config/configs'] = [{ configId: 8, content: '7-5' }];
  assert.deepEqual(await phones(), ['660-555-0111', '660-555-0111']);
});

test('returns fresh entries without a request, but always requests the employees', async (t) => {
  const { source, server } = aBrowser(t);
  await source.pages['/about-us']().texts;
  await source.pages['/contact-us']().content;
  await source.pages['/gallery']().images;
  server.calls.length = 0;

  const { texts, employees } = source.pages['/about-us']();
  assert.deepEqual(texts, { 1: '<p>Mission</p>', 2: '<p>About</p>' });
  assert.deepEqual(await employees, aCrew);
  assert.deepEqual(source.pages['/contact-us']().content, {
    texts: { 4: '660-555-0142' },
    hoursChangedAt: null,
    today: '2026-11-19',
    open: null,
  });
  assert.deepEqual(source.pages['/gallery']().images, [aTestImage]);
  assert.deepEqual(server.calls, ['GET /api/config/employees']);
});

test('returns the newest time of the hours, also from the cache', async (t) => {
  const { source, server } = aBrowser(t);
  const changedAt = '2026-11-18T12:00:00.000Z';
  server.responses['POST /api/config/configs'] = [
    { configId: 4, content: '660-555-0142' },
    { configId: 8, content: '7-5', changedAt },
    { configId: 9, content: 'Closed', changedAt: '2026-11-17T12:00:00.000Z' },
  ];
  const load = async () => source.pages['/contact-us']().content;
  const first = await load();
  assert.deepEqual(await load(), first);
  const hours = { texts: { 4: '660-555-0142', 8: '7-5', 9: 'Closed' }, hoursChangedAt: changedAt };
  const open = { isOpen: false, until: '', opens: '7:00 am', reason: '' };
  assert.deepEqual(first, { ...hours, today: '2026-11-19', open });
  assert.deepEqual(server.calls, ['POST /api/config/configs', 'GET /api/locations']);
});

const aLocation = {
  ...newLocation(),
  id: 'north',
  name: 'North',
  normalMonFri: '5:00 am - 7:00 am',
  exceptions: [{ date: '2026-11-18', hours: 'closed' }],
};

test('returns locations from the cache as of now, and requests those that another release stored', async (t) => {
  const { source, server, wait, entry } = aBrowser(t, {
    entries: { locations: JSON.stringify(entryOf([{ id: 'north' }])) },
  });
  server.responses['GET /api/locations'] = [aLocation];
  const shown = {
    ...aLocation,
    exceptions: [],
    open: { isOpen: true, until: '7:00 am', opens: '', reason: '' },
  };
  assert.deepEqual(await source.pages['/contact-us']().locations, [shown]);
  assert.deepEqual(entry('locations')?.['value'], [aLocation]);
  server.calls.length = 0;
  assert.deepEqual(source.pages['/contact-us']().locations, [shown]);
  assert.deepEqual(server.calls, []);
  wait(CACHE_FRESH_MS);
  const { locations } = source.pages['/']();
  const names = ((await locations) as HomeLocation[]).map(({ name }) => name);
  assert.deepEqual(names, [undefined, 'North']);
});

test('returns an expired entry immediately and replaces it with the response', async (t) => {
  const { source, server, entry, wait } = aBrowser(t);
  await source.pages['/gallery']().images;
  wait(CACHE_FRESH_MS - 1);
  assert.deepEqual(source.pages['/gallery']().images, [aTestImage]);
  assert.equal(server.calls.length, 1);

  wait(1);
  const newer = { ...aTestImage, imageName: 'B' };
  server.responses['GET /api/images/0'] = [newer];
  const { images } = source.pages['/gallery']();
  assert.ok(images instanceof StaleValue);
  assert.deepEqual(images.known, [aTestImage]);
  assert.deepEqual(await images.arriving, [newer]);
  assert.deepEqual(entry('gallery-images'), entryOf([newer], FIRST_VERSION, NOON + CACHE_FRESH_MS));
  assert.equal(server.calls.length, 2);
});

test('rejects the refresh and keeps the entry when the response fails or has another shape', async (t) => {
  const { source, server, entry, wait } = aBrowser(t);
  await source.pages['/contact-us']().content;
  const before = entry('contact-us-configs');
  wait(CACHE_FRESH_MS);
  for (const failure of [new TypeError('Failed to fetch'), { error: 'late' }, null, [{ configId: 4 }]]) {
    server.responses['POST /api/config/configs'] = failure;
    const { content } = source.pages['/contact-us']();
    assert.ok(content instanceof StaleValue);
    assert.deepEqual(content.known.texts, { 4: '660-555-0142' });
    await assert.rejects(content.arriving);
    assert.deepEqual(entry('contact-us-configs'), before);
  }
});

test('refreshes older entries after any response with a newer content version', async (t) => {
  const { source, server } = aBrowser(t);
  await source.pages['/gallery']().images;
  await source.pages['/about-us']().texts;
  assert.deepEqual(source.pages['/gallery']().images, [aTestImage]);

  server.version = FIRST_VERSION + 1;
  await source.pages['/about-us']().employees;
  const { images } = source.pages['/gallery']();
  assert.ok(images instanceof StaleValue);
  await images.arriving;
  assert.deepEqual(source.pages['/gallery']().images, [aTestImage]);
  assert.ok(source.pages['/about-us']().texts instanceof StaleValue);
});

test('replaces an entry with the content of the HTML, even if the entry has a newer version', (t) => {
  const future = JSON.stringify(entryOf([{ ...aTestImage, imageName: 'Old' }], 999, NOON + 60_000));
  const { source } = aBrowser(t, {
    entries: { 'gallery-images': future },
    contents: { '/gallery': { images: [aTestImage], page: 1, total: 1 } },
  });
  assert.deepEqual(source.pages['/gallery']().images, [aTestImage]);
});

test('ignores a stored price table when its headers are missing or have another version than its rows', (t) => {
  const half = {
    'product-fert-headers': JSON.stringify(entryOf(headersOf(TABLES.fert), 6)),
    'product-fert-rows': JSON.stringify(entryOf(rowsOf(TABLES.fert))),
    'product-fuel-rows': JSON.stringify(entryOf(rowsOf(TABLES.fuel))),
  };
  const { source } = aBrowser(t, { entries: half });
  const { fertilizer, fuel } = source.pages['/products']();
  assert.equal(currentValue(fertilizer), undefined);
  assert.equal(currentValue(fuel), undefined);
});

test('rejects only the section of a failed table, and stores nothing of that section', async (t) => {
  const { source, server, keys } = aBrowser(t);
  server.responses['GET /api/config/table/4'] = new TypeError('Failed to fetch');
  const { fertilizer, fuel, messages } = source.pages['/products']();
  await assert.rejects(Promise.resolve(fertilizer));
  assert.deepEqual(await fuel, TABLES.fuel);
  assert.deepEqual(Object.keys(await messages), ['1', '2', '4']);
  assert.deepEqual(keys(), ['product-fuel-headers', 'product-fuel-rows']);
});

test('stores tables that were read across a change without a version, and refreshes them next time', async (t) => {
  const { source, server, entry } = aBrowser(t);
  server.versionOf['GET /api/config/table/4'] = FIRST_VERSION + 1;
  await source.pages['/products']().fertilizer;
  assert.equal(entry('product-fert-rows')?.['version'], '');
  assert.ok(source.pages['/products']().fertilizer instanceof StaleValue);
});

const TEXTS = 'POST /api/config/configs';
const BIDS = 'GET /api/cash-bids';
const tables = (...types: number[]) => types.map((type) => `GET /api/config/table/${type}`);
const [FERT_KEYS, FUEL_KEYS] = ['fert', 'fuel'].map((name) => [
  `product-${name}-headers`,
  `product-${name}-rows`,
]);

type Pages = PageSource['pages'];
type Section = { requests: string[]; load: (pages: Pages) => unknown; keys?: string[] | undefined };
const SECTIONS: Record<string, Section> = {
  'the home page': { requests: [TEXTS, BIDS], load: (pages) => pages['/']().content },
  'the fuel of the home page': { requests: tables(1), load: (pages) => pages['/']().fuel, keys: FUEL_KEYS },
  'the texts of About Us': {
    requests: [TEXTS],
    load: (pages) => pages['/about-us']().texts,
    keys: ['about-us-configs'],
  },
  'the crew': { requests: ['GET /api/config/employees'], load: (pages) => pages['/about-us']().employees },
  'Contact Us': {
    requests: [TEXTS],
    load: (pages) => pages['/contact-us']().content,
    keys: ['contact-us-configs'],
  },
  'the messages of Products': { requests: [TEXTS], load: (pages) => pages['/products']().messages },
  'the fertilizer tables': {
    requests: tables(0, 2, 3, 4),
    load: (pages) => pages['/products']().fertilizer,
    keys: FERT_KEYS,
  },
  'the fuel table': { requests: tables(1), load: (pages) => pages['/products']().fuel, keys: FUEL_KEYS },
  'the Pioneer items': {
    requests: ['GET /api/config/pioneer-items'],
    load: (pages) => pages['/pioneer']().items,
  },
  'the gallery': {
    requests: ['GET /api/images/0'],
    load: (pages) => pages['/gallery']().images,
    keys: ['gallery-images'],
  },
};

// public-api.test.ts tests other statuses and bodies.
const FAILURES: Record<string, unknown> = {
  'is 500': new Response('Oh no', { status: 500 }),
  fails: new TypeError('Failed to fetch'),
  'is a list of other objects': [{ colour: 'red' }],
  'is null': null,
};

for (const [section, { requests, load, keys = [] }] of Object.entries(SECTIONS)) {
  test(`rejects ${section}, without a second request and without an entry, when a response fails`, async (t) => {
    for (const request of requests) {
      for (const [kind, failure] of Object.entries(FAILURES)) {
        const { server, source, storage } = aBrowser(t);
        server.responses[request] = failure;
        await assert.rejects(Promise.resolve(load(source.pages)), `${request} ${kind}`);
        await new Promise(setImmediate);
        assert.equal(server.calls.filter((call) => call === request).length, 1, `${request} ${kind}`);
        const early = keys.filter((key) => key in storage.entries);
        assert.deepEqual(early, []);

        server.responses[request] = ANSWERS[request];
        assert.ok(await load(source.pages), `${request} ${kind}`);
        assert.equal(server.calls.filter((call) => call === request).length, 2, `${request} ${kind}`);
        const stored = keys.filter((key) => key in storage.entries);
        assert.deepEqual(stored, keys);
        t.mock.reset();
      }
    }
  });
}

const aText = { configId: 4, content: '660-555-0142' };
const LISTS: Record<string, { item: object; fields: string[] }> = {
  'Contact Us': { item: aText, fields: ['configId', 'content'] },
  'the crew': { item: aCrew[0] ?? {}, fields: ['id', 'name', 'title', 'phoneNumber', 'email'] },
  'the Pioneer items': { item: anItem, fields: ['id', 'pioneerCategory', 'description'] },
  'the gallery': { item: aTestImage, fields: ['imageId', 'imageUrl', 'imageName'] },
};

for (const [section, { item, fields }] of Object.entries(LISTS)) {
  test(`rejects ${section} when a field of the second item is missing or of another type`, async (t) => {
    const { load, requests: [request = ''] = [] } = SECTIONS[section] ?? {};
    for (const field of fields) {
      for (const value of [undefined, null, []]) {
        const { server, source } = aBrowser(t);
        server.responses[request] = [item, { ...item, [field]: value }];
        await assert.rejects(Promise.resolve(load?.(source.pages)), `${field}: ${JSON.stringify(value)}`);
        t.mock.reset();
      }
    }
  });
}

test('requests the harvest board only if something was posted when the page was loaded', async (t) => {
  const { source, server } = aBrowser(t, { hasHarvest: true });
  server.responses['GET /api/harvest'] = { asOf: null, entries: [] };
  for (const path of ['/', '/contact-us'] as const)
    assert.deepEqual(await source.pages[path]().harvest, { asOf: null, entries: [], now: NOON });
  assert.deepEqual(server.calls.filter((call) => call.endsWith('harvest')).length, 2);
});
