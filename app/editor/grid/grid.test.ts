import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  columnName,
  GRID_FORM,
  withNewColumn,
  withNewRow,
  withRowMoved,
  withText,
  type Grid,
} from './grid.ts';
import { withLineRemoved } from './grid-draft.ts';

const grid = fc.nat(6).chain((columns) => {
  const texts = fc.array(fc.string({ maxLength: 6 }), { minLength: columns, maxLength: columns });
  return fc.record({ headers: texts, rows: fc.array(texts, { maxLength: 6 }) }, { noNullPrototype: true });
});
const isEven = ({ headers, rows }: Grid) => rows.every((cells) => cells.length === headers.length);

test('reads a stored table as the same table', () => {
  fc.assert(fc.property(grid, (table) => assert.deepEqual(GRID_FORM.read(GRID_FORM.write(table)), table)));
});

test('reads no other text as a table, and fits rows to the headers', () => {
  const texts = ['', 'null', '[]', '{"headers":[1],"rows":[]}', '{"headers":["a"],"rows":["b"]}', '{}'];
  for (const text of texts) {
    assert.equal(GRID_FORM.read(text), undefined, text);
  }
  assert.deepEqual(GRID_FORM.read('{"headers":["a","b"],"rows":[["1"],["1","2","3"]]}')?.rows, [
    ['1', ''],
    ['1', '2'],
  ]);
});

test('keeps rows as long as the headers, and never modifies its input', () => {
  const action = fc.constantFrom(
    withNewRow,
    withNewColumn,
    (table: Grid) => withLineRemoved(table, 'row', 1, true),
    (table: Grid) => withLineRemoved(table, 'column', 1, true),
    (table: Grid) => withRowMoved(table, 2, 0),
    (table: Grid) => (table.headers.length > 0 ? withText(table, { row: 1, column: 0 }, 'x') : table),
  );
  fc.assert(
    fc.property(grid, fc.array(action, { maxLength: 12 }), (table, actions) => {
      const before = structuredClone(table);
      assert.ok(isEven(actions.reduce((now, each) => each(now), table)));
      assert.deepEqual(table, before);
    }),
  );
});

test('restores the table when a row is moved back, and ignores positions outside of it', () => {
  fc.assert(
    fc.property(grid, fc.nat(6), fc.integer({ min: -2, max: 8 }), (table, from, to) => {
      const moved = withRowMoved(table, from, to);
      if (from >= table.rows.length || to < 0 || to >= table.rows.length) assert.equal(moved, table);
      else assert.deepEqual(withRowMoved(moved, to, from), table);
    }),
  );
});

test('adds no rows beyond 300 and no columns beyond 30', () => {
  const rows = Array.from({ length: 300 }, () => Array.from({ length: 30 }, () => ''));
  const full = { headers: Array.from({ length: 30 }, () => 'a'), rows };
  assert.equal(withNewRow(full), full);
  assert.equal(withNewColumn(full), full);
});

test('names a column by its header, adding its number when the header is blank or repeated', () => {
  const headers = ['Product', ' ', 'Price', 'Price'];
  const shown = headers.map((_, column) => columnName(headers, column));
  assert.deepEqual(shown, ['Product', 'column 2', 'Price (column 3)', 'Price (column 4)']);
});
