import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import {
  cellKey,
  headerKey,
  PRICE_TABLE_LIMITS,
  PRICE_TABLES,
  toPriceTable,
  type PriceTableResponse,
  type PriceTableSave,
  type PriceTableType,
  type SavedPriceTable,
} from '#contract/price-tables.ts';
import type { Problem } from '#contract/problem.ts';
import { assertRejected, type BadSave } from '#tests/support/bad-saves.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { addAdmin, onBothSites, onSite, signIn, type AdminClient } from '#tests/support/http-client.ts';
import { readAsVisitor } from '#tests/support/public-read.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

type Saved = SavedPriceTable;

/** Creates a request body with the keys that the editor generates, numbered from `base`. */
function aTable(type: PriceTableType, headers: string[], rows: string[][] = [], base = 0): PriceTableSave {
  const { prefix } = PRICE_TABLES[type];
  const toTexts = (texts: string[], toKey: (column: number) => string) =>
    Object.fromEntries(texts.map((text, column) => [toKey(column + base), text]));
  return {
    TableType: type,
    ColumnHeaders: toTexts(headers, (column) => headerKey(prefix, column)),
    AllRows: rows.map((cells, row) => toTexts(cells, (column) => cellKey(prefix, row + base, column))),
  };
}

const from = (seen: number) => ({ [CONTENT_VERSION_HEADER]: String(seen) });

async function save(editor: AdminClient, table: PriceTableSave, headers = {}): Promise<Saved> {
  const response = await editor.post(API.priceTable, table, headers);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['cache-control'], 'no-store');
  return response.json<Saved>();
}

const reversed = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).toReversed());

const read = (site: TestSite, type: PriceTableType) =>
  readAsVisitor<PriceTableResponse>(site, `${API.priceTable}/${type}`);

onSite('returns the default headers before the first save', async ({ site }) => {
  for (const { type, prefix, name } of PRICE_TABLES) {
    const [first, second] = name === 'fuel' ? ['Fuel Type', 'Price'] : ['Product', 'Price per ton'];
    assert.deepEqual(await read(site, type), {
      columnHeaders: { [`${prefix}_header_0`]: first, [`${prefix}_header_1`]: second },
      allRows: [],
      changedAt: null,
    });
  }
  const editor = await signIn(site);
  const same = await save(editor, aTable(1, ['Fuel Type', 'Price']));
  assert.deepEqual([same.version, same.changed, same.content.changedAt], [0, false, null]);
  assert.deepEqual(await readChangeLog(site.database), []);
});

test('rejects an unknown table type', async () => {
  await using site = await openTestSite({ seedContent: 'none' });
  for (const [type, status] of [
    ['5', 400],
    ['-1', 400],
    ['00', 400],
    ['1e0', 400],
    ['fuel', 400],
    ['constructor', 400],
    ['1%200', 400],
    ['1/', 404],
    ['1/2', 404],
  ] as const) {
    const response = await site.app.inject(`${API.priceTable}/${type}`);
    const { status: statusInBody, errors } = response.json<Problem>();
    assert.deepEqual([response.statusCode, statusInBody], [status, status], type);
    assert.match(String(response.headers['content-type']), /^application\/problem\+json/);
    if (status === 400) assert.equal(errors?.[0]?.field, 'params/type');
  }
  assert.equal((await site.app.inject(API.priceTable)).statusCode, 404);
});

onBothSites('publishes a saved table and logs its author', async ({ site }) => {
  const editor = await signIn(site);
  for (const { type, prefix } of PRICE_TABLES) {
    const before = toPriceTable(await read(site, type));
    const table = {
      headers: [` ${prefix} `, 'Price "per" <ton>', 'Note'],
      rows: [
        ['Zinc', '$1,019.00', ''],
        ['Ammonia', '', 'n/a 🌾'],
        ['Boron', '007', ' - '],
      ],
    };
    const saved = await save(editor, aTable(type, table.headers, table.rows));
    assert.deepEqual([saved.version, saved.changed], [type + 1, true]);
    assert.deepEqual(await read(site, type), saved.content);
    const { changedAt, ...stored } = toPriceTable(saved.content);
    assert.deepEqual(stored, table);
    assert.deepEqual(saved.content.allRows[1], {
      [`${prefix}_row_1_header_0`]: 'Ammonia',
      [`${prefix}_row_1_header_1`]: '',
      [`${prefix}_row_1_header_2`]: 'n/a 🌾',
    });
    const change = (await readChangeLog(site.database)).at(-1);
    assert.ok(change);
    assert.equal(changedAt, change.at);
    assert.deepEqual(
      [change.version, change.author, change.origin, change.subject],
      [type + 1, 'Dana', 'admin', `price-table:${type}`],
    );
    assert.deepEqual(
      [JSON.parse(change.before), JSON.parse(change.after)],
      [
        { at: 0, rows: before.rows, headers: before.headers },
        { at: 0, ...table },
      ],
    );
  }
  for (const { type, prefix } of PRICE_TABLES) {
    assert.equal((await read(site, type)).columnHeaders[`${prefix}_header_0`], ` ${prefix} `);
  }
});

onSite(
  'changes nothing when a table is saved unchanged, whatever the numbers and order of its keys',
  async ({ site }) => {
    const editor = await signIn(site);
    const [headers, rows] = [
      ['A', '', 'C'],
      [
        ['1', '2', ''],
        ['', '4', ''],
      ],
    ];
    const { content } = await save(editor, aTable(2, headers, rows));
    const unchanged = { content, version: 1, changed: false };
    assert.deepEqual(await save(editor, aTable(2, headers, rows)), unchanged);
    assert.deepEqual(await save(editor, aTable(2, headers, rows, 1), from(0)), unchanged);
    const { columnHeaders, allRows } = await read(site, 2);
    assert.deepEqual(
      await save(editor, { TableType: 2, ColumnHeaders: columnHeaders, AllRows: allRows }),
      unchanged,
    );
    const { ColumnHeaders, AllRows, ...rest } = aTable(2, headers, [...rows, ['', ' ', '']]);
    const other = {
      ...rest,
      ColumnHeaders: reversed(ColumnHeaders),
      AllRows: AllRows.toReversed().map(reversed),
      changedAt: '2020-01-01T00:00:00.000Z',
      author: 'Eve',
    };
    assert.deepEqual(await save(editor, other), unchanged);
    const twice = await Promise.all(Array.from({ length: 4 }, () => save(editor, aTable(2, ['B'], [['5']]))));
    assert.equal(twice.filter(({ changed }) => changed).length, 1);
    assert.deepEqual(
      twice.map(({ version }) => version),
      [2, 2, 2, 2],
    );
    assert.equal((await readChangeLog(site.database)).length, 2);
  },
);

onSite('replaces the whole table, and accepts an empty one', async ({ site }) => {
  const editor = await signIn(site);
  await save(
    editor,
    aTable(
      1,
      ['Fuel', 'Price', 'Note'],
      [
        ['Diesel', '3.19', 'dyed'],
        ['Gas', '2.99', ''],
      ],
    ),
  );
  const less = await save(editor, aTable(1, ['Fuel', 'Price'], [['Gas', '2.99', 'beyond the headers']]));
  assert.deepEqual(toPriceTable(less.content).rows, [['Gas', '2.99']]);
  assert.deepEqual(await read(site, 1), less.content);
  const empty = await save(editor, { TableType: 1, ColumnHeaders: {}, AllRows: [] });
  assert.deepEqual([empty.content.columnHeaders, empty.content.allRows], [{}, []]);
  // An emptied table does not get the default headers again.
  assert.deepEqual((await read(site, 1)).columnHeaders, {});
  assert.equal((await save(editor, aTable(1, ['Fuel Type', 'Price']))).changed, true);
});

onBothSites(
  'responds 409 with the current table to a save from an older version',
  async ({ site, testDatabase }) => {
    await addAdmin(await testDatabase.open(), 'Grace');
    const [dana, grace] = [await signIn(site), await signIn(site, { username: 'Grace' })];
    const first = await save(dana, aTable(2, ['A'], [['x']]));
    const { content } = await save(grace, aTable(2, ['A'], [['by Grace']]), from(first.version));
    const mine = aTable(2, ['A'], [['by Dana']]);
    const rejected = await dana.post(API.priceTable, mine, from(1));
    assert.equal(rejected.statusCode, 409);
    const { code, current: { conflicts: _conflicts, ...current } = {} } = rejected.json<Problem>();
    const { changedAt, ...stored } = content;
    assert.equal(code, 'conflict');
    assert.deepEqual(current, { content: stored, version: 2, at: changedAt, author: 'Grace' });
    assert.deepEqual(await read(site, 2), content);

    // No conflict for another table, for unchanged cells, from the current version, or without a version.
    assert.equal((await save(dana, aTable(3, ['A'], [['by Dana']]), from(1))).version, 3);
    assert.equal((await save(dana, aTable(2, ['A'], [['by Grace']]), from(1))).changed, false);
    assert.equal((await save(dana, mine, from(2))).version, 4);
    assert.equal((await save(grace, aTable(2, ['A'], [['by Grace again']]))).version, 5);
    const bad = await dana.post(API.priceTable, mine, { [CONTENT_VERSION_HEADER]: 'newest' });
    assert.equal(bad.json<Problem>().errors?.[0]?.field, `headers/${CONTENT_VERSION_HEADER}`);

    const { version } = await save(dana, aTable(4, ['A'], [['x']]));
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, n) => dana.post(API.priceTable, aTable(4, [`No. ${n}`]), from(version))),
    );
    assert.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 1);
    assert.equal(responses.filter(({ statusCode }) => statusCode === 409).length, 5);
  },
);

const priced = (...prices: string[]) => ['Urea', 'MAP', 'Potash'].map((name, at) => [name, prices[at] ?? '']);

onBothSites('merges changes of different rows and cells of a table', async ({ site, testDatabase }) => {
  await addAdmin(await testDatabase.open(), 'Grace');
  const [dana, grace] = [await signIn(site), await signIn(site, { username: 'Grace' })];
  const headers = ['Product', 'Price'];
  const { version } = await save(dana, aTable(2, headers, priced('410', '720', '395')));
  const theirs = [['DAP', '700'], ...priced('410', '720', '399')];
  const { content } = await save(grace, aTable(2, headers, theirs), from(version));
  const mine = aTable(2, headers, priced('415', '720', '395'));
  const merged = await save(dana, mine, from(version));
  assert.deepEqual(toPriceTable(merged.content).rows, [['DAP', '700'], ...priced('415', '720', '399')]);
  assert.deepEqual(merged.included, [{ author: 'Grace', at: content.changedAt }]);
  assert.deepEqual(await read(site, 2), merged.content);

  // A repeated save is recognized, although someone has changed the same cell after it.
  const last = await save(grace, aTable(2, headers, priced('420', '720', '395')), from(merged.version));
  const again = await save(dana, mine, from(version));
  assert.deepEqual([again.content, again.changed], [last.content, false]);
  assert.deepEqual(
    again.included?.map(({ author }) => author),
    ['Grace', 'Dana'],
  );
});

const { columns, rows, headerLength, cellLength } = PRICE_TABLE_LIMITS;
const good = aTable(
  2,
  ['A', 'B'],
  [
    ['1', '2'],
    ['3', '4'],
  ],
);
const withHeaders = (ColumnHeaders: unknown) => ({ ...good, ColumnHeaders });
const withRow = (row: unknown) => ({ ...good, AllRows: [...good.AllRows, row] });
const manyHeaders = Array.from({ length: columns + 1 }, () => 'x');

const BAD_SAVES: BadSave[] = [
  ['An empty body', '', { code: 'invalid-json', field: 'body' }],
  ['A list', [good], { field: 'body' }],
  ['Nothing', {}, { field: 'body/TableType' }],
  ['No headers', { TableType: 2, AllRows: [] }, { field: 'body/ColumnHeaders' }],
  ['No rows', { TableType: 2, ColumnHeaders: {} }, { field: 'body/AllRows' }],
  ['Small letters', { tableType: 2, columnHeaders: {}, allRows: [] }, { field: 'body/TableType' }],
  ...[5, -1, 1.5, '2', null, [2], 'phosphorus'].map((TableType): BadSave => [
    `${JSON.stringify(TableType)} for a type`,
    { ...good, TableType },
    { field: 'body/TableType' },
  ]),
  ['A list of headers', withHeaders(['A']), { field: 'body/ColumnHeaders' }],
  ['Null for headers', withHeaders(null), { field: 'body/ColumnHeaders' }],
  ['A number for a header', withHeaders({ p_header_0: 5 }), { field: 'body/ColumnHeaders/p_header_0' }],
  ['Null for a header', withHeaders({ p_header_0: null }), { field: 'body/ColumnHeaders/p_header_0' }],
  ['U+0000 in a header', withHeaders({ p_header_0: 'a\0' }), { field: 'body/ColumnHeaders/p_header_0' }],
  [
    'Too long a header',
    withHeaders({ p_header_0: 'x'.repeat(headerLength + 1) }),
    { field: 'body/ColumnHeaders/p_header_0' },
  ],
  [
    'Too many emoji in a header',
    withHeaders({ p_header_0: '🌾'.repeat(headerLength / 2 + 1) }),
    { field: 'body/ColumnHeaders/p_header_0' },
  ],
  [
    "Another table's header",
    withHeaders({ p_header_0: 'A', n_header_1: 'B' }),
    { code: 'unknown-key', field: 'body/ColumnHeaders/n_header_1' },
  ],
  [
    'A prototype for a header',
    JSON.stringify(good).replace('p_header_1', '__proto__'),
    { code: 'invalid-json', field: 'body' },
  ],
  [
    'A number no column has',
    withHeaders({ 'p_header_-1': 'A' }),
    { code: 'unknown-key', field: 'body/ColumnHeaders/p_header_-1' },
  ],
  [
    'A key over two lines',
    withHeaders({ 'p_header_0\n': 5 }),
    { code: 'unknown-key', field: 'body/ColumnHeaders/p_header_0\n' },
  ],
  [
    'A header far out',
    withHeaders({ p_header_0: 'A', p_header_999999: 'Z' }),
    { code: 'too-large', field: 'body/ColumnHeaders' },
  ],
  ['Too many columns', aTable(2, manyHeaders), { code: 'too-large', field: 'body/ColumnHeaders' }],
  ['An object of rows', { ...good, AllRows: { 0: good.AllRows[0] } }, { field: 'body/AllRows' }],
  [
    'Too many rows',
    { ...good, AllRows: Array.from({ length: rows + 1 }, () => good.AllRows[0]) },
    { field: 'body/AllRows' },
  ],
  ['Null for a row', withRow(null), { field: 'body/AllRows/2' }],
  ['A list for a row', withRow(['1', '2']), { field: 'body/AllRows/2' }],
  ['A number for a cell', withRow({ p_row_2_header_0: 5 }), { field: 'body/AllRows/2/p_row_2_header_0' }],
  ['U+0000 in a cell', withRow({ p_row_2_header_0: '\0' }), { field: 'body/AllRows/2/p_row_2_header_0' }],
  [
    'Too long a cell',
    withRow({ p_row_2_header_0: 'x'.repeat(cellLength + 1) }),
    { field: 'body/AllRows/2/p_row_2_header_0' },
  ],
  [
    "Another table's cell",
    withRow({ fert_row_2_header_0: '1' }),
    { code: 'unknown-key', field: 'body/AllRows/2/fert_row_2_header_0' },
  ],
  [
    'Cells of two rows',
    withRow({ p_row_2_header_0: '1', p_row_3_header_1: '2' }),
    { code: 'several-rows', field: 'body/AllRows/2' },
  ],
];

onSite('rejects the whole table when one value is invalid, and names the field', async ({ site }) => {
  const editor = await signIn(site);
  const { content } = await save(editor, aTable(2, ['Kept'], [['as it is']]));
  await assertRejected(site, editor, { url: API.priceTable, saves: BAD_SAVES });
  assert.deepEqual(await read(site, 2), content);
});

onBothSites('stores and returns the largest table', async ({ site }) => {
  const editor = await signIn(site);
  const headers = Array.from({ length: columns }, (_, column) => `${column}`.padStart(headerLength, '½'));
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => `${row}.${column}`.padStart(cellLength, '½')),
  );
  // Clients may escape every non-ASCII character, which makes the body larger.
  const escaped = JSON.stringify(aTable(0, headers, cells)).replaceAll('½', String.raw`\u00bd`);
  const response = await editor.post(API.priceTable, escaped);
  assert.equal(response.statusCode, 200, response.body.slice(0, 500));
  const { changedAt, ...table } = toPriceTable(await read(site, 0));
  assert.deepEqual(table, { headers, rows: cells });
  assert.equal(changedAt, response.json<Saved>().content.changedAt);
});
