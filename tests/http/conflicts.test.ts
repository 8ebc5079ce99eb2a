import assert from 'node:assert/strict';
import type { BidRow } from '#contract/cash-bids.ts';
import type { Employees } from '#contract/employees.ts';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import { toPriceTable, type PriceTableResponse } from '#contract/price-tables.ts';
import type { Problem } from '#contract/problem.ts';
import type { Included } from '#contract/saved.ts';
import { addAdmin, onBothSites, onSite, signIn, type AdminClient } from '#tests/support/http-client.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import type { TestSite } from '#tests/support/test-site.ts';
import type { TestDatabase } from '#tests/support/on-both-databases.ts';

const from = (version: number) => ({ [CONTENT_VERSION_HEADER]: String(version) });

type Saved<Content> = { content: Content; version: number; changed: boolean; included?: Included[] };

function send(by: AdminClient, path: string, body: unknown, version?: number) {
  const headers = version === undefined ? {} : from(version);
  return path === API.cashBids ? by.put(path, body, headers) : by.post(path, body, headers);
}

async function save<Content>(by: AdminClient, path: string, body: unknown, version?: number) {
  const response = await send(by, path, body, version);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Saved<Content>>();
}

async function openFor({ site, testDatabase }: { site: TestSite; testDatabase: TestDatabase }) {
  const database = await testDatabase.open();
  for (const name of ['Grace', 'Lee']) await addAdmin(database, name);
  const people = {
    dana: await signIn(site),
    grace: await signIn(site, { username: 'Grace' }),
    lee: await signIn(site, { username: 'Lee' }),
  };
  /** Returns the conflicting values as `item field author`, with the ids that `names` replaces. */
  async function conflicts(path: string, body: unknown, version: number, names: Record<string, string> = {}) {
    const response = await send(people.dana, path, body, version);
    assert.equal(response.statusCode, 409, response.body);
    return response
      .json<Problem>()
      .current?.conflicts?.map(({ item, field, author }) => `${names[item] ?? item} ${field} ${author}`);
  }
  return { ...people, conflicts };
}

const anEmployee = (name: string, more = {}) => ({
  name,
  title: '-',
  phoneNumber: '-',
  email: '-',
  ...more,
});
const aTable = (...rows: [string, string][]) => ({
  TableType: 2,
  ColumnHeaders: { p_header_0: 'Product', p_header_1: 'Price' },
  AllRows: rows.map(([product, price], row) => ({
    [`p_row_${row}_header_0`]: product,
    [`p_row_${row}_header_1`]: price,
  })),
});
const rows = (urea: string, map: string) => aTable(['Urea', urea], ['MAP', map]);
const aBid = (more = {}) => ({
  location: 'Main',
  commodity: 'Corn',
  delivery: 'Spot',
  futuresMonth: 'Dec 2026',
  futures: "432'6",
  basis: '-32',
  ...more,
});

const descriptionOf = (id: string) => (text: string) => [
  { id, pioneerCategory: 0, description: `<p>${text}</p>` },
];

/** Prepares one value of each kind of content. Returns the body of a save that changes it to a text. */
const PREPARE: [path: string, prepare: (by: AdminClient) => Promise<(text: string) => unknown>][] = [
  [API.saveSiteText, async () => (message) => ({ configType: 'ContactUsFax', message })],
  [API.priceTable, async () => (text) => aTable(['Urea', text])],
  [API.cashBids, async () => (notes) => ({ bids: [aBid({ notes })] })],
  [API.siteSettings, async () => (name) => ({ values: { name } })],
  [API.saveEmployees, async () => (title) => [{ ...anEmployee('Ann', { title }), id: 'ann' }]],
  [API.locations, async () => (fax) => [{ id: 'north', name: 'North', fax }]],
  [
    API.pioneerItemUpdates,
    async (by) => {
      const item = { pioneerCategory: 0, description: '<p>A</p>' };
      const { content } = await save<PioneerItem[]>(by, API.newPioneerItems, [item]);
      return descriptionOf(content[0]?.id ?? '');
    },
  ],
];

onBothSites(
  'responds 409 with the current value, version, time, and author to an outdated save',
  async (given) => {
    const { dana, grace } = await openFor(given);
    const lastChange = async () => (await readChangeLog(given.site.database)).at(-1);
    for (const [path, prepare] of PREPARE) {
      const change = await prepare(dana);
      const { version } = await save(dana, path, change('1'));
      const newer = await save(grace, path, change('2'), version);
      const before = await lastChange();
      const rejected = await send(dana, path, change('3'), version);
      assert.equal(rejected.statusCode, 409, path);
      const { code, current } = rejected.json<Problem>();
      assert.deepEqual(
        [code, current?.version, current?.at, current?.author],
        ['conflict', newer.version, before?.at, 'Grace'],
      );
      assert.match(JSON.stringify(current?.content), /2/, path);
      assert.deepEqual(await lastChange(), before);

      // No conflict for the same value, from the current version, or without a version.
      assert.equal((await save(dana, path, change('2'), version)).changed, false, path);
      await save(dana, path, change('3'), newer.version);
      const { version: last } = await save(grace, path, change('4'));
      const responses = await Promise.all(
        ['5', '6', '7', '8'].map((text) => send(dana, path, change(text), last)),
      );
      const count = (status: number) => responses.filter(({ statusCode }) => statusCode === status).length;
      assert.deepEqual([count(200), count(409)], [1, 3], path);
    }
  },
);

onSite('names who changed each employee, cell, and bid that conflicts', async (given) => {
  const { dana, grace, lee, conflicts } = await openFor(given);
  const crew = await save<Employees>(dana, API.saveEmployees, [anEmployee('Ann'), anEmployee('Bob')]);
  const [ann, bob] = crew.content;
  assert.ok(ann && bob);
  await save(grace, API.saveEmployees, [{ ...ann, title: 'Manager' }, bob], crew.version);
  await save(lee, API.saveEmployees, [ann, { ...bob, title: 'Driver' }], crew.version);
  const mine = [
    { ...ann, title: 'Buyer' },
    { ...bob, title: 'Buyer' },
  ];
  const names = { [ann.id]: 'Ann', [bob.id]: 'Bob' };
  assert.deepEqual(await conflicts(API.saveEmployees, mine, crew.version, names), [
    'Ann title Grace',
    'Bob title Lee',
  ]);

  const table = await save<PriceTableResponse>(dana, API.priceTable, aTable(['Urea', '410'], ['MAP', '720']));
  await save(grace, API.priceTable, aTable(['DAP', '1'], ['Urea', '420'], ['MAP', '720']), table.version);
  await save(lee, API.priceTable, aTable(['Urea', '410'], ['MAP', '730']), table.version);
  const prices = aTable(['Urea', '415'], ['MAP', '725']);
  assert.deepEqual(await conflicts(API.priceTable, prices, table.version), [
    'row base-0 base-1 Grace',
    'row base-1 base-1 Lee',
  ]);

  const far = { location: 'Cedar Fork' };
  const bids = await save<{ bids: BidRow[] }>(dana, API.cashBids, { bids: [aBid(), aBid(far)] });
  await save(grace, API.cashBids, { bids: [aBid({ basis: '-30' }), aBid(far)] }, bids.version);
  await save(lee, API.cashBids, { bids: [aBid(), aBid({ ...far, futures: "440'0" })] }, bids.version);
  const changed = { bids: [aBid({ basis: '-28' }), aBid({ ...far, futures: "450'0" })] };
  const found = await conflicts(API.cashBids, changed, bids.version);
  assert.deepEqual(
    found?.map((each) => each.replace(/^.*\n /s, '')),
    ['basis Grace', 'futures Lee'],
  );
});

onSite(
  'merges the category and the description of a Pioneer item, and those of its category',
  async (given) => {
    const { dana, grace, conflicts } = await openFor(given);
    const item = { pioneerCategory: 0, description: '<p>A</p>', categoryDescription: 'Corn.' };
    const { content, version } = await save<PioneerItem[]>(dana, API.newPioneerItems, [item, item]);
    const [first, second] = content;
    assert.ok(first && second);
    const moved = { ...first, pioneerCategory: 3, categoryDescription: undefined };
    await save(grace, API.pioneerItemUpdates, [moved], version);
    await save(grace, API.pioneerItemUpdates, [{ ...second, categoryDescription: 'Fine corn.' }], version);
    const mine = { ...first, description: '<p>Mine</p>' };
    const merged = await save<PioneerItem[]>(dana, API.pioneerItemUpdates, [mine], version);
    assert.deepEqual(
      merged.content.map(({ pioneerCategory, description }) => [pioneerCategory, description]),
      [[3, '<p>Mine</p>']],
    );
    assert.deepEqual(
      merged.included?.map(({ author }) => author),
      ['Grace'],
    );
    const corn = await dana.get(`${API.pioneerItems}/0`);
    assert.deepEqual(corn.json(), [{ ...second, categoryDescription: 'Fine corn.' }]);

    // The same save again, after its response was lost and someone else has changed the item.
    const after = { ...merged.content[0], description: '<p>Grace</p>', categoryDescription: undefined };
    await save(grace, API.pioneerItemUpdates, [after], merged.version);
    assert.equal((await save(dana, API.pioneerItemUpdates, [mine], version)).changed, false);

    const names = { [first.id]: 'first' };
    const other = { ...first, description: '<p>Other</p>', categoryDescription: 'Best corn.' };
    assert.deepEqual(await conflicts(API.pioneerItemUpdates, [other], version, names), [
      'first description Grace',
      'category description Grace',
    ]);
  },
);

onSite(
  'does not conflict with the same person in two tabs, twice, or after a lost response',
  async (given) => {
    const { dana } = await openFor(given);
    const { version } = await save(dana, API.priceTable, rows('410', '720'));
    const tabs = [rows('415', '720'), rows('410', '725')];
    for (const tab of tabs) await save(dana, API.priceTable, tab, version);
    // Each save again, as by a double click or after a lost response.
    for (const tab of tabs) assert.equal((await save(dana, API.priceTable, tab, version)).changed, false);
    const stored = toPriceTable((await dana.get(`${API.priceTable}/2`)).json<PriceTableResponse>());
    assert.deepEqual(
      stored.rows.map(([, price]) => price),
      ['415', '725'],
    );

    const crew = await save<Employees>(dana, API.saveEmployees, [anEmployee('Ann')]);
    const [ann] = crew.content;
    const inTabs = [
      [{ ...ann, title: 'Buyer' }],
      [{ ...ann, email: 'ann@example.com' }, anEmployee('Bob', { id: 'b_new' })],
    ];
    for (const tab of [...inTabs, ...inTabs]) await save(dana, API.saveEmployees, tab, crew.version);
    const last = await dana.get(API.employees);
    assert.deepEqual(
      last.json<Employees>().map(({ name, title, email }) => [name, title, email]),
      [
        ['Ann', 'Buyer', 'ann@example.com'],
        ['Bob', '-', '-'],
      ],
    );

    const text = { configType: 'ContactUsFax', message: '555-0100' };
    const [one, two] = [
      await save(dana, API.saveSiteText, text, 0),
      await save(dana, API.saveSiteText, text, 0),
    ];
    assert.deepEqual([one.changed, two.changed], [true, false]);
  },
);
