import assert from 'node:assert/strict';
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
import { onBothSites, onSite, signIn, type AdminClient } from '#tests/support/http-client.ts';
import { readAsVisitor } from '#tests/support/public-read.ts';
import { type TestSite } from '#tests/support/test-site.ts';

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

async function save(editor: AdminClient, table: PriceTableSave, headers = {}): Promise<Saved> {
  const response = await editor.post(API.priceTable, table, headers);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['cache-control'], 'no-store');
  return response.json<Saved>();
}

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
    assert.deepEqual(JSON.parse(change.before), { at: 0, rows: before.rows, headers: before.headers });
    assert.deepEqual(JSON.parse(change.after), { at: 0, ...table });
  }
  for (const { type, prefix } of PRICE_TABLES) {
    assert.equal((await read(site, type)).columnHeaders[`${prefix}_header_0`], ` ${prefix} `);
  }
});

onSite('changes nothing when a table is saved unchanged, even by concurrent saves', async ({ site }) => {
  const editor = await signIn(site);
  const table = aTable(2, ['A', '', 'C'], [['1', '2', '']]);
  const { content } = await save(editor, table);
  const unchanged = { content, version: 1, changed: false };
  assert.deepEqual(await save(editor, table), unchanged);
  const { columnHeaders, allRows } = await read(site, 2);
  const asRead = { TableType: 2 as const, ColumnHeaders: columnHeaders, AllRows: allRows };
  assert.deepEqual(await save(editor, asRead), unchanged);
  const saves = await Promise.all(Array.from({ length: 4 }, () => save(editor, aTable(2, ['B'], [['5']]))));
  assert.equal(saves.filter(({ changed }) => changed).length, 1);
  assert.equal((await readChangeLog(site.database)).length, 2);
});

onSite('replaces the whole table, and accepts an empty one', async ({ site }) => {
  const editor = await signIn(site);
  const diesel = ['Diesel', '3.19', 'dyed'];
  await save(editor, aTable(1, ['Fuel', 'Price', 'Note'], [diesel, ['Gas', '2.99', '']]));
  const less = await save(editor, aTable(1, ['Fuel', 'Price'], [['Gas', '2.99', 'beyond the headers']]));
  assert.deepEqual(toPriceTable(less.content).rows, [['Gas', '2.99']]);
  assert.deepEqual(await read(site, 1), less.content);
  const empty = await save(editor, { TableType: 1, ColumnHeaders: {}, AllRows: [] });
  assert.deepEqual([empty.content.columnHeaders, empty.content.allRows], [{}, []]);
  // An emptied table does not get the default headers again.
  assert.deepEqual((await read(site, 1)).columnHeaders, {});
  assert.equal((await save(editor, aTable(1, ['Fuel Type', 'Price']))).changed, true);
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
const HEADER = 'body/ColumnHeaders/p_header_0';
const CELL = 'body/AllRows/2/p_row_2_header_0';
const withHeader = (text: unknown) => ({ ...good, ColumnHeaders: { p_header_0: text } });
const withRow = (row: unknown) => ({ ...good, AllRows: [...good.AllRows, row] });
const withCell = (text: unknown) => withRow({ p_row_2_header_0: text });
const manyHeaders = Array.from({ length: columns + 1 }, () => 'x');
const manyRows = Array.from({ length: rows + 1 }, () => good.AllRows[0]);

// server/domains/price-tables/parse-price-table.test.ts has more keys that are rejected.
const BAD_SAVES: BadSave[] = [
  ['A list', [good], { field: 'body' }],
  ['Nothing', {}, { field: 'body/TableType' }],
  ...[5, -1, 1.5, '2', null].map((TableType): BadSave => [
    `${JSON.stringify(TableType)} for a type`,
    { ...good, TableType },
    { field: 'body/TableType' },
  ]),
  ['A list of headers', { ...good, ColumnHeaders: ['A'] }, { field: 'body/ColumnHeaders' }],
  ['A number for a header', withHeader(5), { field: HEADER }],
  ['U+0000 in a header', withHeader('a\0'), { field: HEADER }],
  ['Too long a header', withHeader('x'.repeat(headerLength + 1)), { field: HEADER }],
  ['Too many columns', aTable(2, manyHeaders), { code: 'too-large', field: 'body/ColumnHeaders' }],
  ['An object of rows', { ...good, AllRows: {} }, { field: 'body/AllRows' }],
  ['Too many rows', { ...good, AllRows: manyRows }, { field: 'body/AllRows' }],
  ['A list for a row', withRow(['1', '2']), { field: 'body/AllRows/2' }],
  ['A number for a cell', withCell(5), { field: CELL }],
  ['U+0000 in a cell', withCell('\0'), { field: CELL }],
  ['Too long a cell', withCell('x'.repeat(cellLength + 1)), { field: CELL }],
  [
    "Another table's cell",
    withRow({ fert_row_2_header_0: '1' }),
    { code: 'unknown-key', field: 'body/AllRows/2/fert_row_2_header_0' },
  ],
];

onSite('rejects the whole table when one value is invalid, and names the field', async ({ site }) => {
  const editor = await signIn(site);
  const { content } = await save(editor, aTable(2, ['Kept'], [['as it is']]));
  await assertRejected(site, editor, { url: API.priceTable, saves: BAD_SAVES });
  assert.deepEqual(await read(site, 2), content);
});

onSite('rejects a table that only the rows of someone else make too long', async ({ site }) => {
  const editor = await signIn(site);
  const most = Array.from({ length: rows - 1 }, (_, row) => [`Product ${row}`, '1']);
  const base = await save(editor, aTable(2, ['Product', 'Price'], most));
  await save(editor, aTable(2, ['Product', 'Price'], [...most, ['Theirs', '2']]));
  const mine = aTable(2, ['Product', 'Price'], [['Mine', '3'], ...most]);
  const response = await editor.post(API.priceTable, mine, {
    [CONTENT_VERSION_HEADER]: String(base.version),
  });
  const { code, errors } = response.json<Problem>();
  assert.deepEqual([response.statusCode, code, errors?.[0]?.field], [400, 'too-many', 'body/AllRows']);
  assert.equal(toPriceTable(await read(site, 2)).rows.length, rows);
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
