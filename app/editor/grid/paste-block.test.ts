import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { aTable } from '#tests/support/a-table.ts';
import { HEADER_ROW, textAt } from './grid.ts';
import { pasteBlock, pastedMessage, availableColumns } from './paste-block.ts';

const grid = aTable('Product Price | Urea 583.00');

const texts = (width: number) =>
  fc.array(fc.string({ maxLength: 4 }), { minLength: width, maxLength: width });

test('overwrites cells and adds rows and columns as needed', () => {
  const pasted = pasteBlock(grid, { row: 0, column: 1 }, [['1', '2'], ['3']], { hasFixedColumns: false });
  assert.deepEqual(pasted.grid, aTable('Product Price _ | Urea 1 2 | _ 3 _'));
  assert.equal(pastedMessage(pasted), 'Pasted 3 cells. Added 1 row and 1 column.');
});

test('starts with the headers when pasted into a header', () => {
  const pasted = aTable('A B | 1 2');
  const block = [pasted.headers, ...pasted.rows];
  const { grid: after } = pasteBlock(grid, { row: HEADER_ROW, column: 0 }, block, { hasFixedColumns: true });
  assert.deepEqual(after, pasted);
});

test('adds no columns to a table with fixed columns', () => {
  assert.equal(availableColumns(grid, { row: 0, column: 1 }, true), 1);
  const pasted = pasteBlock(grid, { row: 0, column: 1 }, [['1', '2']], { hasFixedColumns: true });
  assert.deepEqual(pasted.grid, { headers: grid.headers, rows: [['Urea', '1']] });
});

test('reports omitted rows and shortened cells', () => {
  const block = Array.from({ length: 302 }, () => ['x'.repeat(201)]);
  const pasted = pasteBlock(grid, { row: 0, column: 0 }, block, { hasFixedColumns: true });
  assert.equal(pasted.grid.rows.length, 300);
  assert.equal(pasted.grid.rows[299]?.[0], 'x'.repeat(200));
  assert.equal(
    pastedMessage(pasted),
    "Pasted 300 cells. Added 299 rows. 2 rows didn't fit. The limit is 300. 300 cells were too long and got cut off at 200 characters.",
  );
});

test('reports a shortened header with the limit of headers', () => {
  const pasted = pasteBlock(grid, { row: HEADER_ROW, column: 0 }, [['x'.repeat(101)]], {
    hasFixedColumns: true,
  });
  assert.equal(
    pastedMessage(pasted),
    'Pasted 1 cell. 1 header was too long and got cut off at 100 characters.',
  );
});

test('places every pasted cell at its position and changes no other cells', () => {
  const given = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.record({
      table: fc.record({
        headers: texts(width),
        rows: fc.array(texts(width), { minLength: 1, maxLength: 4 }),
      }),
      block: fc.array(fc.array(fc.string({ maxLength: 4 }), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 4,
      }),
      column: fc.nat(width - 1),
    }),
  );
  fc.assert(
    fc.property(given, ({ table, block, column }) => {
      const { grid: after } = pasteBlock(table, { row: 0, column }, block, { hasFixedColumns: false });
      for (const [row, cells] of after.rows.entries()) {
        for (const [at, text] of cells.entries()) {
          assert.equal(text, block[row]?.[at - column] ?? textAt(table, { row, column: at }));
        }
      }
      assert.deepEqual(after.headers.slice(0, table.headers.length), table.headers);
    }),
  );
});
