import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  columnName,
  parseGrid,
  withNewColumn,
  withNewRow,
  withoutColumn,
  withoutRow,
  withRowMoved,
  withText,
  writeGrid,
  type Grid,
} from './table-grid.ts';

const grid = fc.nat(6).chain((columns) => {
  const texts = fc.array(fc.string({ maxLength: 6 }), { minLength: columns, maxLength: columns });
  return fc.record({ headers: texts, rows: fc.array(texts, { maxLength: 6 }) }, { noNullPrototype: true });
});
const isEven = ({ headers, rows }: Grid) => rows.every((cells) => cells.length === headers.length);

test('A table that is written and read again is the same', () => {
  fc.assert(fc.property(grid, (table) => assert.deepEqual(parseGrid(writeGrid(table)), table)));
});

test('A text that is no table is none', () => {
  for (const text of [
    '',
    'null',
    '[]',
    '{"headers":[1],"rows":[]}',
    '{"headers":["a"],"rows":["b"]}',
    '{}',
  ]) {
    assert.equal(parseGrid(text), undefined, text);
  }
  assert.deepEqual(parseGrid('{"headers":["a","b"],"rows":[["1"],["1","2","3"]]}')?.rows, [
    ['1', ''],
    ['1', '2'],
  ]);
});

test('Whatever is done to a table, its rows stay as long as its headers, and the table before stays as it was', () => {
  const deed = fc.constantFrom(
    withNewRow,
    withNewColumn,
    (table: Grid) => withoutRow(table, 1),
    (table: Grid) => withoutColumn(table, 1),
    (table: Grid) => withRowMoved(table, 2, 0),
    (table: Grid) => (table.headers.length > 0 ? withText(table, { row: 1, column: 0 }, 'x') : table),
  );
  fc.assert(
    fc.property(grid, fc.array(deed, { maxLength: 12 }), (table, deeds) => {
      const before = structuredClone(table);
      assert.ok(isEven(deeds.reduce((now, each) => each(now), table)));
      assert.deepEqual(table, before);
    }),
  );
});

test('A row that is moved and moved back leaves the table as it was; beyond the ends nothing moves', () => {
  fc.assert(
    fc.property(grid, fc.nat(6), fc.integer({ min: -2, max: 8 }), (table, from, to) => {
      const moved = withRowMoved(table, from, to);
      if (from >= table.rows.length || to < 0 || to >= table.rows.length) assert.equal(moved, table);
      else assert.deepEqual(withRowMoved(moved, to, from), table);
    }),
  );
});

test('A table stops growing at 300 rows and 30 columns', () => {
  const rows = Array.from({ length: 300 }, () => Array.from({ length: 30 }, () => ''));
  const full = { headers: Array.from({ length: 30 }, () => 'a'), rows };
  assert.equal(withNewRow(full), full);
  assert.equal(withNewColumn(full), full);
});

test('A column is called by its header, and by its number where that is not enough', () => {
  const headers = ['Product', ' ', 'Price', 'Price'];
  assert.deepEqual(
    headers.map((_, column) => columnName(headers, column)),
    ['Product', 'column 2', 'Price (column 3)', 'Price (column 4)'],
  );
});
