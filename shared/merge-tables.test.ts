import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { aTable } from '#tests/support/a-table.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { mergeTables, type Table } from './merge-tables.ts';

const merge = (base: string, mine: string, theirs: string) =>
  mergeTables({ base: aTable(base), mine: aTable(mine), theirs: aTable(theirs) });

const BASE = 'Product Price | Urea 410 | MAP 720 | Potash 395';

const CASES = {
  'cells of different rows': [
    'Product Price | Urea 415 | MAP 720 | Potash 395',
    'Product Price | Urea 410 | MAP 720 | Potash 399',
    'Product Price | Urea 415 | MAP 720 | Potash 399',
  ],
  'a cell and a row added above it': [
    'Product Price | Urea 415 | MAP 720 | Potash 395',
    'Product Price | DAP 700 | Urea 410 | MAP 720 | Potash 395',
    'Product Price | DAP 700 | Urea 415 | MAP 720 | Potash 395',
  ],
  'a cell and a moved row': [
    'Product Price | Urea 415 | MAP 720 | Potash 395',
    'Product Price | MAP 720 | Potash 395 | Urea 410',
    'Product Price | MAP 720 | Potash 395 | Urea 415',
  ],
  'a renamed row and a cell of another one': [
    'Product Price | Urea-46 410 | MAP 720 | Potash 395',
    'Product Price | Urea 410 | MAP 725 | Potash 395',
    'Product Price | Urea-46 410 | MAP 725 | Potash 395',
  ],
  'a new column and a cell': [
    'Product Price Note | Urea 410 _ | MAP 720 low | Potash 395 _',
    'Product Price | Urea 415 | MAP 720 | Potash 395',
    'Product Price Note | Urea 415 _ | MAP 720 low | Potash 395 _',
  ],
  'a renamed column and a cell in it': [
    'Product Dollars | Urea 410 | MAP 720 | Potash 395',
    'Product Price | Urea 415 | MAP 720 | Potash 395',
    'Product Dollars | Urea 415 | MAP 720 | Potash 395',
  ],
  'the same row added by both': [
    'Product Price | Urea 410 | MAP 720 | Potash 395 | DAP 700',
    'Product Price | Urea 415 | MAP 720 | Potash 395 | DAP 700',
    'Product Price | Urea 415 | MAP 720 | Potash 395 | DAP 700',
  ],
} as const;

test('merges changes of different cells, rows, and columns', () => {
  for (const [name, [mine, theirs, expected]] of Object.entries(CASES)) {
    const { table: merged, conflicts } = merge(BASE, mine, theirs);
    assert.deepEqual(conflicts, [], name);
    assert.deepEqual(merged, aTable(expected), name);
  }
});

test('merges the cells of one row', () => {
  const [base, mine, theirs] = ['P A B | x 1 1', 'P A B | x 2 1', 'P A B | x 1 2'];
  assert.deepEqual(merge(base, mine, theirs).table, aTable('P A B | x 2 2'));
});

const CONFLICTS = {
  'the same cell': [BASE.replace('410', '415'), BASE.replace('410', '420')],
  'a row renamed by both': [BASE.replace('MAP', 'MAP-11'), BASE.replace('MAP', 'Map')],
  'the same header': [BASE.replace('Price', 'Ton'), BASE.replace('Price', 'Dollars')],
  'a removed and a changed row': [BASE.replace('| MAP 720', ''), BASE.replace('720', '725')],
  'a renamed row, whose price may be that of another product': [
    BASE.replace('MAP', 'DAP'),
    BASE.replace('720', '725'),
  ],
  'rows with the same name added by both': [`${BASE} | DAP 1`, `${BASE} | DAP 2`],
  'a removed column and a cell in it': ['Product | Urea | MAP | Potash', BASE.replace('410', '415')],
  'a removed column and a new row with a cell in it': ['Product | Urea | MAP | Potash', `${BASE} | DAP 1`],
} as const;

test('reports what both have changed, and what is in doubt', () => {
  for (const [name, [mine, theirs]] of Object.entries(CONFLICTS)) {
    assert.notEqual(merge(BASE, mine, theirs).conflicts.length, 0, name);
    assert.notEqual(merge(BASE, theirs, mine).conflicts.length, 0, name);
  }
});

test('reports a change of one of two equal rows of which one was removed', () => {
  const merged = merge('P A | x 1 | x 1', 'P A | x 1', 'P A | x 1 | x 2');
  assert.equal(merged.conflicts.length, 1);
});

test('does not take a row for another one of the same name', () => {
  const base = 'P A B C | x 1 1 1 | x 2 1 1';
  const merged = merge(base, 'P A B C | x 2 7 1', 'P A B C | x 1 1 5 | x 2 1 1');
  assert.notEqual(merged.conflicts.length, 0);
});

const tableOf = (...texts: string[]) => {
  const cell = fc.constantFrom('', '1', '2', ...texts);
  const headers = fc.array(cell, { minLength: 1, maxLength: 3 });
  const cells = fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 });
  return fc
    .tuple(headers, cells)
    .map(([names, rows]): Table => ({ headers: names, rows: rows.map((row) => row.slice(0, names.length)) }));
};
const runs = { numRuns: EFFORT.propertyRuns * 5 };

test('returns the other table if one is unchanged, and either if both are equal', () => {
  fc.assert(
    fc.property(tableOf(), tableOf(), (base, other) => {
      for (const each of [
        { base, mine: other, theirs: base },
        { base, mine: base, theirs: other },
        { base, mine: other, theirs: other },
      ]) {
        const { table: merged, conflicts } = mergeTables(each);
        assert.deepEqual({ merged, conflicts }, { merged: other, conflicts: [] });
      }
    }),
    runs,
  );
});

const count = ({ headers, rows }: Table, text: string) =>
  [headers, ...rows].flat().filter((each) => each === text).length;

test('keeps each text that someone has typed, unless there is a conflict', () => {
  fc.assert(
    fc.property(tableOf(), tableOf('mine'), tableOf('theirs'), (base, mine, theirs) => {
      const { table: merged, conflicts } = mergeTables({ base, mine, theirs });
      for (const row of merged.rows) assert.equal(row.length, merged.headers.length);
      if (conflicts.length > 0) return;
      assert.equal(count(merged, 'mine'), count(mine, 'mine'));
      assert.equal(count(merged, 'theirs'), count(theirs, 'theirs'));
    }),
    runs,
  );
});
