import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { Preview, SaveRequest } from '#contract/drafts.ts';
import { headersOfBase } from '#contract/content-version.ts';
import { API } from '#contract/paths.ts';
import { VERSION_PATH } from '#contract/version-path.ts';
import { PREVIEW_BANNER } from '#server/process/previews.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import {
  addAdmin,
  httpClientOf,
  onBothSites,
  onSite,
  signIn,
  type AdminClient,
} from '#tests/support/http-client.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const aText = (message: string, configType = 'AnnouncementMessage'): SaveRequest => ({
  method: 'POST',
  path: API.saveSiteText,
  body: { configType, message },
});

const aTable = (price: string): SaveRequest => ({
  method: 'POST',
  path: API.priceTable,
  body: {
    TableType: 0,
    ColumnHeaders: { fert_header_0: 'Product', fert_header_1: 'Price per ton' },
    AllRows: [{ fert_row_0_header_0: 'Urea', fert_row_0_header_1: price }],
  },
});

/** Replaces what no two saves share: the content version, the mark that depends on it, and the ids of new rows. */
const fixed = (html: string) =>
  html
    .replace(/data-mark="[^"]+"/, 'data-mark')
    .replace(/"contentVersion":"[^"]+"/, '"contentVersion"')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');

async function previewOf(dana: AdminClient, path: string, saves: SaveRequest[], more: object = {}) {
  const response = await dana.post(API.preview, { path, saves, ...more });
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Preview>();
}

function send(dana: AdminClient, { method, path, body, version }: SaveRequest) {
  const headers = version === undefined ? {} : headersOfBase(version);
  if (method === 'DELETE') return dana.delete(path, headers);
  return method === 'PUT' ? dana.put(path, body, headers) : dana.post(path, body, headers);
}

async function openSite(): Promise<{ site: TestSite; dana: AdminClient }> {
  const site = await openTestSite();
  await addAdmin(site.database, 'Dana');
  return { site, dana: await signIn(site) };
}

test('shows the page that the same saves publish, byte for byte but for the banner', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { site, dana } = await openSite();
  await using _ = site;
  const bids = (await dana.get(API.bidList)).json<{ bids: object[]; commodities: object[] }>();
  const [item] = (await dana.get(API.pioneerItems)).json<{ id: string }[]>();
  const [employee] = (await dana.get(API.employees)).json<{ id: string }[]>();
  await dana.post(API.locations, [{ name: 'Southside' }]);
  const [location] = (await dana.get(API.locations)).json<{ id: string }[]>();
  const page = {
    id: 'p1',
    address: 'careers',
    title: 'Careers',
    description: '',
    inMenu: true,
    hidden: false,
    blocks: [{ id: 'b1', kind: 'heading', level: 2, text: 'Open jobs' }],
  };
  const kinds: [path: string, save: SaveRequest][] = [
    ['/', aText('<p>Closed on <b>Thursday</b> &amp; Friday</p>')],
    ['/contact-us', aText('7:00 am - 4:00 pm', 'ContactUsNormMonFri')],
    ['/products', aTable('612.50')],
    ['/', { method: 'PUT', path: API.cashBids, body: { bids: bids.bids.slice(1) } }],
    ['/cash-bids.html', { method: 'PUT', path: API.cashBids, body: { bids: bids.bids.slice(2) } }],
    [
      '/board',
      { method: 'PUT', path: API.commodities, body: { commodities: bids.commodities.toReversed() } },
    ],
    [
      '/harvest',
      { method: 'PUT', path: API.harvest, body: { entries: [{ location: '@main', status: 'full' }] } },
    ],
    ['/about-us', { method: 'DELETE', path: `${API.saveEmployees}/${employee?.id}` }],
    [
      '/about-us',
      {
        method: 'POST',
        path: API.saveEmployees,
        body: [{ name: 'Ana', title: 'Agronomist', phoneNumber: '555-0100', email: '-' }],
      },
    ],
    ['/contact-us', { method: 'DELETE', path: `${API.locations}/${location?.id}?bids=keep` }],
    ['/contact-us', { method: 'POST', path: `${API.locations}?bids=keep`, body: [{ name: 'Northside' }] }],
    [
      '/pioneer?category=0',
      {
        method: 'POST',
        path: API.newPioneerItems,
        body: [{ pioneerCategory: 0, description: '<p>P1185AM</p>' }],
      },
    ],
    [
      '/pioneer',
      {
        method: 'POST',
        path: API.pioneerItemUpdates,
        body: [{ id: item?.id, pioneerCategory: 0, description: '<p>Changed</p>' }],
      },
    ],
    ['/pioneer', { method: 'DELETE', path: `${API.newPioneerItems}/${item?.id}` }],
    ['/pioneer', { method: 'POST', path: API.pioneerItemRestore, body: { id: item?.id } }],
    [
      '/',
      {
        method: 'POST',
        path: API.siteSettings,
        body: { values: { name: 'Prairie Cooperative' } },
      },
    ],
    ['/careers', { method: 'POST', path: API.ownPages, body: page }],
    [
      '/jobs',
      { method: 'PUT', path: `${API.ownPages}/p1`, body: { ...page, address: 'jobs', title: 'Jobs' } },
    ],
    ['/', { method: 'PUT', path: API.ownPageOrder, body: ['p1'] }],
    ['/jobs', { method: 'DELETE', path: `${API.ownPages}/p1` }],
  ];
  for (const [path, save] of kinds) {
    const name = `${save.method} ${save.path} on ${path}`;
    const before = site.content.snapshot();
    const { html, failed } = await previewOf(dana, path, [save]);
    assert.deepEqual(failed, [], name);
    assert.equal(site.content.snapshot(), before, name);
    const saved = await send(dana, save);
    assert.equal(saved.statusCode, 200, `${name}: ${saved.body}`);
    const published = await dana.get(path, { 'sec-fetch-dest': 'document' });
    assert.equal(html.split(PREVIEW_BANNER).length, 2, name);
    assert.equal(fixed(html.replace(PREVIEW_BANNER, '')), fixed(published.body), name);
  }
  const all = [
    aText('<p>Harvest dinner</p>'),
    aText('<p>Since 1931</p>', 'MissionStatement'),
    aTable('615.00'),
    aTable('620.00'),
    { method: 'POST', path: API.siteSettings, body: { values: { name: 'Plains Cooperative' } } },
  ] satisfies SaveRequest[];
  const paths = ['/', '/products', '/about-us'];
  const previews = [];
  for (const path of paths) previews.push((await previewOf(dana, path, all)).html);
  for (const save of all) assert.equal((await send(dana, save)).statusCode, 200);
  for (const [at, path] of paths.entries())
    assert.equal(fixed(previews[at]!.replace(PREVIEW_BANNER, '')), fixed((await dana.get(path)).body), path);
  mock.timers.reset();
});

const textOf = (html: string, text: string) => html.includes(`>${text}<`);

onBothSites(
  'changes nothing: no entry of the log, no row, no cached response, no version',
  async ({ site }) => {
    const dana = await signIn(site);
    const before = await readAll(site);
    const [pageBefore, versionBefore] = [await dana.get('/'), await dana.get(VERSION_PATH)];
    const saves = [
      aText('<p>Unsaved</p>'),
      aText('<p>Never</p>', 'NoSuchText'),
      aText('Hello', 'WelcomeMessage'),
    ];
    const { html, failed } = await previewOf(dana, '/', saves);
    assert.ok(textOf(html, 'Unsaved'));
    assert.ok(html.includes('Hello'));
    assert.deepEqual(
      failed.map(({ index, problem }) => [index, problem.status]),
      [[1, 400]],
    );
    assert.deepEqual(await readAll(site), before);
    assert.equal((await dana.get('/')).body, pageBefore.body);
    assert.equal((await dana.get(VERSION_PATH)).body, versionBefore.body);
    assert.ok(textOf((await previewOf(dana, '/', [aText('<p>Next</p>')])).html, 'Next'));
  },
);

onBothSites(
  'shows the rest when a value has changed since the base version of one save',
  async ({ site }) => {
    const dana = await signIn(site);
    const saved = await send(dana, aText('<p>First</p>'));
    const version = String(saved.headers['content-version']);
    await send(dana, aText('<p>Newer</p>'));
    const saves = [{ ...aText('<p>Mine</p>'), version }, aText('Hello', 'WelcomeMessage')];
    const { html, failed } = await previewOf(dana, '/', saves);
    assert.deepEqual(
      failed.map(({ index, problem }) => [index, problem.code]),
      [[0, 'conflict']],
    );
    assert.ok(textOf(html, 'Newer') && html.includes('Hello'));
  },
);

onSite('shows the website as of a moment', async ({ site }) => {
  const dana = await signIn(site);
  const table: SaveRequest = {
    method: 'POST',
    path: API.priceTable,
    body: {
      TableType: 1,
      ColumnHeaders: { fuel_header_0: 'Fuel' },
      AllRows: [{ fuel_row_0_header_0: 'Gas' }],
    },
  };
  const { html } = await previewOf(dana, '/products', [table], { asOf: '2026-12-24T13:00:00.000Z' });
  assert.ok(html.includes('"today":"2026-12-24"'));
  assert.ok(html.includes('"changedAt":"2026-12-24T13:00:00.000Z"'));
});

onSite(
  'shows pages that visitors cannot see, under their unsaved address, but none of the editor',
  async ({ site }) => {
    const dana = await signIn(site);
    const page = {
      id: 'p1',
      address: 'careers',
      title: 'Careers',
      description: '',
      inMenu: true,
      hidden: true,
      blocks: [],
    };
    const add: SaveRequest = { method: 'POST', path: API.ownPages, body: page };
    assert.ok((await previewOf(dana, '/careers', [add])).html.includes('<title>Careers'));
    assert.equal((await dana.post(API.ownPages, { ...page, hidden: false })).statusCode, 200);
    const move: SaveRequest = {
      method: 'PUT',
      path: `${API.ownPages}/p1`,
      body: { ...page, hidden: false, address: 'jobs' },
    };
    for (const path of ['/jobs', '/careers', '/careers/?from=menu'])
      assert.ok((await previewOf(dana, path, [move])).html.includes('<title>Careers'), path);
    for (const path of ['/admin', '/admin/dashboard', '/admin/?x', '//evil.example', 'products', ''])
      assert.equal((await dana.post(API.preview, { path, saves: [] })).statusCode, 400, path);
  },
);

onSite('refuses requests that save no content', async ({ site }) => {
  const dana = await signIn(site);
  const others: SaveRequest[] = [
    { method: 'POST', path: API.signOutEverywhere },
    { method: 'POST', path: API.password, body: { currentPassword: 'a', newPassword: 'b' } },
    { method: 'POST', path: API.apiTokens, body: { name: 'x', scope: 'bids' } },
    { method: 'POST', path: API.demoContentRemoval },
    { method: 'DELETE', path: `${API.saveEmployees}/../../admin/people/x` },
    { method: 'POST', path: API.orderImages, body: {} },
    { method: 'POST', path: API.preview, body: { path: '/', saves: [] } },
    { method: 'POST', path: '/api/no-such-path' },
  ];
  const { failed } = await previewOf(dana, '/', others);
  assert.deepEqual(
    failed.map(({ problem }) => problem.code),
    others.map(() => 'not-a-save'),
  );
  for (const save of [
    { ...aText(''), method: 'GET' },
    { ...aText(''), path: 'http://evil.example/' },
    { ...aText(''), token: 'x' },
  ])
    assert.equal((await dana.post(API.preview, { path: '/', saves: [save] })).statusCode, 400);
});

onSite(
  'view-only role: shows nothing that a person may not save, and nothing without a session',
  async ({ site }) => {
    const dana = await signIn(site);
    await addAdmin(site.database, 'Lee');
    const setLee = (values: object) =>
      site.database.write((db) =>
        db.updateTable('admin').set(values).where('username', '=', 'Lee').execute(),
      );
    await setLee({ role: 'scale-house' });
    const lee = await signIn(site, { username: 'Lee' });
    const { html, failed } = await previewOf(lee, '/', [
      aText('<p>Not mine</p>'),
      aText('8 to 5', 'ContactUsNormMonFri'),
    ]);
    assert.deepEqual(
      failed.map(({ index, problem }) => [index, problem.code]),
      [[0, 'no-right']],
    );
    assert.ok(!html.includes('Not mine') && html.includes('8 to 5'));
    assert.equal((await httpClientOf(site).post(API.preview, { path: '/', saves: [] })).statusCode, 401);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await dana.post(API.preview, { path: '/', saves: [] }, foreign)).statusCode, 403);
    await setLee({ disabled_at: '2026-01-01T00:00:00.000Z' });
    assert.equal((await lee.post(API.preview, { path: '/', saves: [] })).statusCode, 401);
  },
);

onSite('sends previews that no cache keeps, compressed', async ({ site }) => {
  const dana = await signIn(site);
  const response = await dana.post(API.preview, { path: '/', saves: [] }, { 'accept-encoding': 'br' });
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.headers['content-encoding'], 'br');
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
});

onBothSites('lets saves of others through while many previews wait', async ({ site }) => {
  const dana = await signIn(site);
  const previews = Array.from({ length: 30 }, (_, n) =>
    dana.post(API.preview, { path: '/', saves: [aText(`<p>${n}</p>`)] }),
  );
  const saved = await send(dana, aText('Between', 'WelcomeMessage'));
  assert.equal(saved.statusCode, 200);
  const statuses = (await Promise.all(previews)).map(({ statusCode }) => statusCode);
  // While one runs, each newer one replaces the one that waits.
  const shown = statuses.filter((status) => status === 200).length;
  assert.ok(shown >= 1 && shown < 15, statuses.join());
  assert.ok(statuses.every((status) => status === 200 || status === 409));
  assert.equal((await readChangeLog(site.database)).length, 1);
});

onBothSites('keeps drafts of several people, and concurrent saves, apart', async ({ site }) => {
  const names = ['Ana', 'Bo', 'Cy', 'Di'];
  const people: AdminClient[] = [];
  for (const username of names) {
    await addAdmin(site.database, username);
    people.push(await signIn(site, { username }));
  }
  const [ana] = people as [AdminClient];
  const draftOf = (name: string) => ({ path: '/', saves: [aText(`<p>Of ${name}</p>`)] });
  const all = await Promise.all([
    ...people.map((person, at) => person.post(API.preview, draftOf(names[at]!))),
    send(ana, aText('Saved', 'WelcomeMessage')),
    ana.post(API.previewLinks, draftOf('a link')),
  ]);
  for (const [at, name] of names.entries()) {
    const { html, failed } = all[at]!.json<Preview>();
    assert.deepEqual(new Set(html.match(/>Of \w+</g)), new Set([`>Of ${name}<`]));
    assert.deepEqual(failed, []);
  }
  assert.deepEqual(
    all.map(({ statusCode }) => statusCode),
    all.map(() => 200),
  );
  const published = (await ana.get('/')).body;
  assert.ok(published.includes('Saved') && !published.includes('>Of '));
});

/** Reads all rows but those of sessions. */
const readAll = (site: TestSite) =>
  site.database.read(async (db) => [
    await db.selectFrom('change_log').selectAll().execute(),
    await db.selectFrom('site_text').selectAll().execute(),
    await db.selectFrom('price_change').selectAll().execute(),
  ]);
