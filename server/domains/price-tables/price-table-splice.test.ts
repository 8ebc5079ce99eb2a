import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { EFFORT } from '#tests/support/effort.ts';
import { spliceBetween, undoSplice } from './price-table-splice.ts';

const cell = fc.constantFrom('', '1', '2');
const table = fc.record(
  {
    headers: fc.array(cell, { minLength: 1, maxLength: 2 }),
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 2 }), { maxLength: 6 }),
  },
  { noNullPrototype: true },
);

test('undoes the splice between any two tables', () => {
  fc.assert(
    fc.property(table, table, (before, after) => {
      assert.deepEqual(undoSplice(after, spliceBetween(before, after)), before);
    }),
    { numRuns: EFFORT.propertyRuns * 10 },
  );
});

test('holds only the replaced rows, and the headers only if they changed', () => {
  const rows = [
    ['Urea', '410'],
    ['MAP', '720'],
    ['Potash', '395'],
  ];
  const headers = ['Product', 'Price per ton'];
  const after = { headers, rows: rows.with(1, ['MAP', '725']) };
  assert.deepEqual(spliceBetween({ headers, rows }, after), {
    before: { at: 1, rows: [['MAP', '720']] },
    after: { at: 1, rows: [['MAP', '725']] },
  });
  assert.deepEqual(spliceBetween({ headers, rows }, { headers: ['Product', 'Price'], rows }), {
    before: { at: 3, rows: [], headers },
    after: { at: 3, rows: [], headers: ['Product', 'Price'] },
  });
});

test('undoes a change that was logged with both tables', () => {
  const before = { headers: ['Product'], rows: [['Urea']] };
  const after = { headers: ['Product'], rows: [] };
  assert.deepEqual(undoSplice(after, { before, after }), before);
});
