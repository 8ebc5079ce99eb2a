import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { EFFORT } from '#tests/support/effort.ts';
import { stepsBetween, undoStep } from './list-steps.ts';

type Row = { id: string; price: number; note: string | null };

const list = fc.uniqueArray(
  fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      price: fc.nat(2),
      note: fc.constantFrom(null, '', 'x'),
    },
    { noNullPrototype: true },
  ),
  { selector: ({ id }) => id },
);

test('returns steps that undo to the first list, from any list to any other', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const rows: Row[] = [...after];
      for (const step of stepsBetween<Row>(before, after).toReversed()) undoStep(rows, step);
      assert.deepEqual(rows, before);
    }),
    { numRuns: EFFORT.propertyRuns * 10 },
  );
});

test('returns one step with only the fields that differ when a row changes', () => {
  const rows = [
    { id: 'a', price: 1, note: 'x' },
    { id: 'b', price: 2, note: null },
  ];
  const changed = rows.with(1, { id: 'b', price: 3, note: null });
  assert.deepEqual(stepsBetween(rows, changed), [{ item: 'b', before: { price: 2 }, after: { price: 3 } }]);
  assert.deepEqual(stepsBetween(rows, rows), []);
});

test('returns whole rows with their position for additions and removals, and the ids for an order', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, price: 1 })) as [Row, Row, Row];
  assert.deepEqual(stepsBetween([a, b], [b, c]), [
    { item: 'a', before: { ...a, position: 0 }, after: null },
    { item: 'c', before: null, after: { ...c, position: 1 } },
  ]);
  assert.deepEqual(stepsBetween([a, b], [b, a]), [{ item: null, before: ['a', 'b'], after: ['b', 'a'] }]);
});

test('undoes a step of the form before items, and one that changes nothing', () => {
  const rows: Row[] = [{ id: 'a', price: 1, note: null }];
  undoStep(rows, { item: 'b', before: { id: 'b', position: 0 }, after: { id: 'b', position: 0 } });
  assert.equal(rows.length, 1);
  undoStep(rows, { item: null, before: [{ id: 'c', price: 2, note: '' }], after: rows });
  assert.deepEqual(rows, [{ id: 'c', price: 2, note: '' }]);
});
