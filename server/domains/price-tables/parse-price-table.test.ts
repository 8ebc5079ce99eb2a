import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { cellKey, headerKey, PRICE_TABLE_LIMITS, PRICE_TABLES } from '#contract/price-tables.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { presentTableContent } from './price-tables.ts';
import type { PriceTableContent } from './price-table-store.ts';
import { parsePriceTable } from './parse-price-table.ts';

type Texts = Record<string, string>;

const read = (ColumnHeaders: Texts, AllRows: Texts[] = []) =>
  parsePriceTable({ TableType: 2, ColumnHeaders, AllRows });

const blank = fc.constantFrom('', ' ', '\t', '\u00a0', ' \n ');
const filled = fc.oneof(
  fc.constantFrom('$1,019.00', ' 5 ', '0', '-', '\ttab', 'NaN', '<b>', '[]', 'é', '🌾'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== ''),
);
const text = fc.oneof(filled, blank);
const type = fc.constantFrom(...PRICE_TABLES.map((table) => table.type));

const isBlank = (each: string) => each.trim() === '';
const filledOnes = (texts: readonly string[]) => texts.filter((each) => !isBlank(each)).toSorted();
const orEmpty = (each: string) => (isBlank(each) ? '' : each);

const gridOf = (header: fc.Arbitrary<string>) =>
  fc.integer({ min: 1, max: 8 }).chain((columns) =>
    fc.record({
      headers: fc.array(header, { minLength: columns, maxLength: columns }),
      rows: fc.array(fc.array(text, { minLength: columns, maxLength: columns }), { maxLength: 5 }),
    }),
  );

const shuffled = <Item>(items: readonly Item[]) =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });

const shuffledTexts = (texts: Texts) =>
  shuffled(Object.entries(texts)).map((each) => Object.fromEntries(each));

/** Generates a save of a grid: keys from 0 or 1, row numbers with gaps, blank texts sent or omitted, in any order. */
const saveOf = (grid: PriceTableContent): fc.Arbitrary<Parameters<typeof parsePriceTable>[0]> =>
  fc
    .record({
      type,
      from: fc.constantFrom(0, 1),
      gaps: fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 5, maxLength: 5 }),
      sendsBlank: fc.boolean(),
    })
    .chain(({ type: TableType, from, gaps, sendsBlank }) => {
      const { prefix } = PRICE_TABLES[TableType];
      const toTexts = (texts: readonly string[], toKey: (column: number) => string) =>
        Object.fromEntries(
          texts
            .map((each, column) => [toKey(column + from), each] as const)
            .filter(([, each]) => sendsBlank || !isBlank(each)),
        );
      const rows = grid.rows.map((cells, index) => {
        const row = gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0);
        return toTexts(cells, (column) => cellKey(prefix, row, column));
      });
      return fc.record({
        TableType: fc.constant(TableType),
        ColumnHeaders: shuffledTexts(toTexts(grid.headers, (column) => headerKey(prefix, column))),
        AllRows: fc.tuple(...rows.map(shuffledTexts)).chain(shuffled),
      });
    });

const savedGrid = (header: fc.Arbitrary<string>) =>
  gridOf(header).chain((grid) => fc.record({ grid: fc.constant(grid), save: saveOf(grid) }));

test('reads any grid with the keys of any table, without its blank rows', () => {
  fc.assert(
    fc.property(savedGrid(filled), ({ grid, save }) => {
      assert.deepEqual(parsePriceTable(save), {
        headers: grid.headers,
        rows: grid.rows.map((cells) => cells.map(orEmpty)).filter((cells) => cells.join('') !== ''),
      });
    }),
    { numRuns: EFFORT.propertyRuns },
  );
});

test('drops the cells of one last column for each empty header, and keeps the header positions', () => {
  const first = fc.tuple(filled, gridOf(text)).map(([header, { headers, rows }]) => ({
    headers: [header, ...headers.slice(1)],
    rows,
  }));
  const saved = first.chain((grid) => fc.record({ grid: fc.constant(grid), save: saveOf(grid) }));
  fc.assert(
    fc.property(saved, ({ grid, save }) => {
      const count = grid.headers.filter((header) => !isBlank(header)).length;
      const width = grid.headers.findLastIndex((header) => !isBlank(header)) + 1;
      assert.deepEqual(parsePriceTable(save), {
        headers: grid.headers.slice(0, width).map(orEmpty),
        rows: grid.rows
          .map((cells) => cells.slice(0, width).map((each, column) => (column < count ? orEmpty(each) : '')))
          .filter((cells) => cells.join('') !== ''),
      });
    }),
    { numRuns: EFFORT.propertyRuns },
  );
});

test('reads the same table again after it was presented and saved', () => {
  const sparse = fc.record({
    headers: fc.dictionary(
      fc.nat(29).map((column) => headerKey('p', column)),
      text,
    ),
    rows: fc.array(
      fc.dictionary(
        fc.nat(40).map((column) => cellKey('p', 0, column)),
        text,
      ),
      { maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(sparse, ({ headers, rows }) => {
      const table = read(headers, rows);
      const { columnHeaders, allRows } = presentTableContent(2, table);
      assert.deepEqual(read(columnHeaders, allRows), table);
      assert.deepEqual(filledOnes(table.headers), filledOnes(Object.values(headers)));
    }),
    { numRuns: EFFORT.propertyRuns },
  );
});

test('reads tables with empty headers and columns', () => {
  const holes: [headers: Texts, row: Texts, headersKept: string[], rowsKept: string[][]][] = [
    // An empty header between two headers, numbered from 0 and from 1.
    [
      { p_header_0: 'A', p_header_1: '', p_header_2: 'C' },
      { p_row_0_header_0: '1', p_row_0_header_1: '2', p_row_0_header_2: '3' },
      ['A', '', 'C'],
      [['1', '2', '']],
    ],
    [
      { p_header_1: 'A', p_header_3: 'C' },
      { p_row_7_header_1: '1', p_row_7_header_3: '3' },
      ['A', '', 'C'],
      [['1', '', '']],
    ],
    [
      { p_header_0: ' ', p_header_1: 'B' },
      { p_row_0_header_0: '1', p_row_0_header_1: '2' },
      ['', 'B'],
      [['1', '']],
    ],
    [
      { p_header_1: '', p_header_2: 'B' },
      { p_row_1_header_1: '1', p_row_1_header_2: '2' },
      ['', 'B'],
      [['1', '']],
    ],
    // An entirely empty first column is dropped.
    [{ p_header_0: '', p_header_1: 'B' }, { p_row_0_header_0: '', p_row_0_header_1: '2' }, ['B'], [['2']]],
    [{ p_header_1: '', p_header_2: 'B' }, { p_row_1_header_1: '', p_row_1_header_2: '2' }, ['B'], [['2']]],
    // Cells without any header, beyond all headers, and with large numbers.
    [{}, { p_row_0_header_0: '1' }, [], []],
    [{ p_header_0: 'A' }, { p_row_0_header_1: '2' }, ['A'], []],
    [{ p_header_0: 'A' }, { p_row_999999_header_0: '1', p_row_999999_header_999999: 'x' }, ['A'], [['1']]],
    [{ p_header_0: 'A', p_header_999999: '' }, {}, ['A'], []],
  ];
  for (const [headers, row, headersKept, rowsKept] of holes) {
    assert.deepEqual(read(headers, [row]), { headers: headersKept, rows: rowsKept }, JSON.stringify(headers));
  }
});

test('sorts rows by number, not as text, and keeps the order of rows with the same number', () => {
  const rows = [10, 9, 2, 100, 2].map((row, index) => ({ [cellKey('p', row, 0)]: `${row} as ${index}` }));
  assert.deepEqual(read({ p_header_0: 'A' }, rows).rows.flat(), [
    '2 as 2',
    '2 as 4',
    '9 as 1',
    '10 as 0',
    '100 as 3',
  ]);
});

test('keeps texts as typed, except for lone surrogates', () => {
  for (const typed of [' $1,019.00 ', '$ 980', '1019', '007', '\n5\n', 'é', 'e\u0301', '\u202eabc', '🌾']) {
    const kept = { headers: [typed], rows: [[typed]] };
    assert.deepEqual(read({ p_header_0: typed }, [{ p_row_0_header_0: typed }]), kept);
  }
  assert.deepEqual(read({ p_header_0: '\ud83c!' }, [{ p_row_0_header_0: 'x\udf3e' }]), {
    headers: ['\ufffd!'],
    rows: [['x\ufffd']],
  });
});

const FOREIGN_KEYS = [
  '',
  '__proto__',
  'constructor',
  'p_header_',
  'p_header_-1',
  'p_header_1.5',
  'p_header_0x1',
  'p_header_1\n',
  'p_header_٣',
  'p_header_01',
  'p_header_1000000',
  'P_header_0',
  'k_header_0',
  'p_header_0_header_0',
  'p_row_0',
  'p_row_0_header_-1',
  'p_row_0_header_00',
  'p_row_1000000_header_0',
  'k_row_0_header_0',
];

const rejection = (code: string, path: string) => ({ name: 'ValidationError', code, path });

test('rejects unknown keys by name, even with empty texts', () => {
  for (const key of [...FOREIGN_KEYS, 'p_row_0_header_0']) {
    for (const value of ['x', '']) {
      const texts = JSON.parse(`{"p_header_0":"A",${JSON.stringify(key)}:"${value}"}`) as Texts;
      assert.throws(() => read(texts), rejection('unknown-key', `/ColumnHeaders/${key}`), key);
    }
  }
  for (const key of [...FOREIGN_KEYS, 'p_header_0']) {
    const row = JSON.parse(`{"p_row_0_header_0":"1",${JSON.stringify(key)}:"x"}`) as Texts;
    const rows = [{ p_row_0_header_0: '1' }, row];
    assert.throws(() => read({ p_header_0: 'A' }, rows), rejection('unknown-key', `/AllRows/1/${key}`), key);
  }
});

test('rejects a row with keys of two rows, unless the others are empty', () => {
  const headers = { p_header_0: 'A', p_header_1: 'B' };
  const [good, bad] = [
    { p_row_0_header_0: '1', p_row_1_header_1: '' },
    { p_row_0_header_0: '1', p_row_1_header_1: '2' },
  ];
  assert.deepEqual(read(headers, [good]).rows, [['1', '']]);
  assert.throws(() => read(headers, [good, bad]), rejection('several-rows', '/AllRows/1'));
});

const MANY = EFFORT.widths === 'all' ? 300_000 : 30_000;

test('rejects more headers than the limit, and ignores cells beyond the headers', () => {
  const { columns } = PRICE_TABLE_LIMITS;
  for (const from of [0, 1, 5]) {
    const headers = Object.fromEntries(
      Array.from({ length: columns }, (_, column) => [headerKey('p', column + from), `H${column}`]),
    );
    assert.equal(read(headers).headers.length, columns);
    const more = { ...headers, [headerKey('p', columns + from)]: 'x' };
    assert.throws(() => read(more), rejection('too-large', '/ColumnHeaders'));
  }
  const far = { p_header_0: 'A', p_header_999999: 'Z' };
  assert.throws(() => read(far), rejection('too-large', '/ColumnHeaders'));
  const many = Object.fromEntries(Array.from({ length: MANY }, (_, column) => [headerKey('p', column), 'x']));
  assert.throws(() => read(many), rejection('too-large', '/ColumnHeaders'));
  const wide = Object.fromEntries(
    Array.from({ length: MANY }, (_, column) => [cellKey('p', 0, column), 'x']),
  );
  assert.deepEqual(read({ p_header_0: 'A' }, [wide]), { headers: ['A'], rows: [['x']] });
});
