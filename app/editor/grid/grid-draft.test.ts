import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { aTable } from '#tests/support/a-table.ts';
import { GRID_FORM, GRID_LIMITS, keptGrid, withRowMoved, type Grid, type GridDraft } from './grid.ts';
import { withKept, withLineRemoved, withLineRestored } from './grid-draft.ts';

const withRowRemoved = (draft: GridDraft, row: number) => withLineRemoved(draft, 'row', row);
const withRowRestored = (draft: GridDraft, at: number) => withLineRestored(draft, 'row', at);
const withColumnRemoved = (draft: GridDraft, column: number) => withLineRemoved(draft, 'column', column);
const withColumnRestored = (draft: GridDraft, at: number) => withLineRestored(draft, 'column', at);

const GRID = aTable('Product Price Prepay | Urea 583 571 | UAN 408 _ | Potash 485 475');
const DRAFT: GridDraft = GRID;
const names = ({ rows }: Grid) => rows.map(([name]) => name);

test('stores removed lines beside the grid, as earlier releases do, and leaves them out of the kept grid', () => {
  const removed = withColumnRemoved(withRowRemoved(DRAFT, 1), 1);
  const text = GRID_FORM.write(removed);
  assert.equal(text, JSON.stringify({ ...GRID, removedRows: [1], removedColumns: [1] }));
  assert.deepEqual(GRID_FORM.read(text), removed);
  assert.deepEqual(keptGrid(removed), aTable('Product Prepay | Urea 571 | Potash 475'));
  assert.deepEqual(
    GRID_FORM.read('{"headers":["a"],"rows":[["1"]],"removedRows":[7,"x",0]}')?.removedRows,
    [0],
  );
});

test('restores a removed row with its unsaved texts beside its neighbors when the others were edited and moved', () => {
  let draft = withKept(DRAFT, { ...GRID, rows: GRID.rows.with(1, ['UAN-28', '409', 'new']) });
  draft = withRowRemoved(draft, 1);
  const kept = keptGrid(draft);
  draft = withKept(draft, {
    ...kept,
    rows: [...kept.rows.map((cells) => cells.with(1, '1')), ['New', '2', '']],
  });
  const restored = 'Product Price Prepay | Urea 1 571 | UAN-28 409 new | Potash 1 475 | New 2 _';
  assert.deepEqual(keptGrid(withRowRestored(draft, 1)), aTable(restored));
});

test('restores no line of a table that is full', () => {
  const draft = withRowRemoved(DRAFT, 1);
  assert.equal(withLineRestored(draft, 'row', 1, 2), draft);
  assert.deepEqual(keptGrid(withLineRestored(draft, 'row', 1, 3)), GRID);
  const wide = { headers: Array.from({ length: GRID_LIMITS.columns + 1 }, String), rows: [] };
  const narrower = withColumnRemoved(wide, 0);
  assert.equal(withColumnRestored(narrower, 0), narrower);
});

test('restores a removed column with the texts of rows that were moved, removed and restored since then', () => {
  let draft = withColumnRemoved(DRAFT, 1);
  draft = withRowRemoved(draft, 0);
  draft = withRowRestored(draft, 0);
  draft = withRowRemoved(draft, 1);
  draft = withColumnRestored(draft, 1);
  assert.deepEqual(keptGrid(withRowRestored(draft, 1)), GRID);
});

test('keeps the texts of removed columns beside their rows when rows move past removed ones', () => {
  const rows = fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(rows, fc.array(fc.tuple(fc.nat(3), fc.nat(6), fc.nat(6))), (cells, steps) => {
      // Each row has its number in a column that is removed first.
      const numbered = cells.map((text, row) => [text, String(row)]);
      let draft = withColumnRemoved({ headers: ['Text', 'Number'], rows: numbered }, 1);
      for (const [kind, one, other] of steps) {
        const kept = keptGrid(draft);
        if (kind === 0 && one < kept.rows.length) draft = withRowRemoved(draft, one);
        else if (kind === 1 && draft.removedRows?.includes(one)) draft = withRowRestored(draft, one);
        else draft = withKept(draft, withRowMoved(kept, one, other), { from: one, to: other });
      }
      for (const row of draft.removedRows?.toReversed() ?? []) draft = withRowRestored(draft, row);
      const found = keptGrid(withColumnRestored(draft, 1)).rows;
      const inOrder = found.toSorted((a, b) => Number(a[1]) - Number(b[1]));
      assert.deepEqual(inOrder, numbered);
    }),
  );
});

test('keeps removed rows and columns when a file with fewer rows replaces the others', () => {
  const draft = withKept(withRowRemoved(DRAFT, 2), { ...GRID, rows: [['Lime', '30', '']] });
  assert.deepEqual(names(keptGrid(draft)), ['Lime']);
  assert.deepEqual(names(keptGrid(withRowRestored(draft, draft.removedRows?.[0] ?? -1))), ['Lime', 'Potash']);
});

test('forgets blank rows and columns when they are removed', () => {
  const blank = aTable('Product _ | Urea _ | _ _');
  assert.deepEqual(withRowRemoved(blank, 1), aTable('Product _ | Urea _'));
  assert.deepEqual(withColumnRemoved(blank, 1), aTable('Product | Urea | _'));
});
