import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { EFFORT } from '#tests/support/effort.ts';
import { mergeLists, type Versions } from './merge-lists.ts';
import { mergeOrder } from './merge-moves.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

type Row = { id: string; name: string; title: string };

const rows = (text: string): Row[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((each) => ({ id: each[0] ?? '', name: each[1] ?? '', title: each[2] ?? '' }));
const show = (list: readonly Row[]) => list.map(({ id, name, title }) => id + name + title).join(' ');

const CASES = {
  'other fields of one row': ['a11 b11', 'a21 b11', 'a12 b11', 'a22 b11'],
  'an addition and a change': ['a11', 'a21', 'a11 b11', 'a21 b11'],
  'two additions in one place, theirs first': ['a11 b11', 'a11 b11 m11', 'a11 b11 t11', 'a11 b11 t11 m11'],
  'a removal and a change of another row': ['a11 b11', 'a11', 'a12 b11', 'a12'],
  'the same change': ['a11', 'a21', 'a21', 'a21'],
  'the same removal': ['a11 b11', 'b11', 'b11', 'b11'],
  'moves of different rows': ['a11 b11 c11 d11', 'b11 c11 a11 d11', 'a11 d11 b11 c11', 'd11 b11 c11 a11'],
  'a move and a removal': ['a11 b11 c11', 'b11 c11 a11', 'a11 c11', 'c11 a11'],
} as const;

test('merges changes that do not concern the same field', () => {
  for (const [name, [base, mine, theirs, expected]] of Object.entries(CASES)) {
    const merged = mergeLists({ base: rows(base), mine: rows(mine), theirs: rows(theirs) });
    assert.equal(show(merged.rows), expected, name);
    assert.deepEqual(merged.conflicts, [], name);
  }
});

test('reports a field that both have changed, and takes the chosen value', () => {
  const versions = { base: rows('a11 b11'), mine: rows('a21 b12'), theirs: rows('a31 b11') };
  const { rows: mine, conflicts } = mergeLists(versions);
  assert.equal(show(mine), 'a21 b12');
  const shown = conflicts.map(({ id, field }) => [id, field]);
  assert.deepEqual(shown, [['a', 'name']]);
  assert.equal(show(mergeLists(versions, () => 'theirs').rows), 'a31 b12');
});

test('reports a row that one has removed and the other one changed', () => {
  const [changed, removed] = [rows('a11 b21'), rows('a11')];
  const base = rows('a11 b11');
  for (const [mine, theirs] of [
    [changed, removed],
    [removed, changed],
  ] as const) {
    const { conflicts } = mergeLists({ base, mine, theirs });
    const found = conflicts.map(({ id, field }) => [id, field]);
    assert.deepEqual(found, [['b', undefined]]);
    assert.deepEqual(mergeLists({ base, mine, theirs }).rows, mine);
    assert.deepEqual(mergeLists({ base, mine, theirs }, () => 'theirs').rows, theirs);
  }
});

const digit = fc.constantFrom('1', '2', '3');
const list = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...IDS), name: digit, title: digit }, { noNullPrototype: true }),
  { selector: ({ id }) => id },
);
const versions = fc.record({ base: list, mine: list, theirs: list }, { noNullPrototype: true });
const runs = { numRuns: EFFORT.propertyRuns * 5 };

test('returns the other list if one is unchanged, and either if both are equal', () => {
  fc.assert(
    fc.property(list, list, (base, other) => {
      for (const each of [
        { base, mine: other, theirs: base },
        { base, mine: base, theirs: other },
        { base, mine: other, theirs: other },
      ]) {
        assert.deepEqual(mergeLists(each), { rows: other, conflicts: [] });
      }
    }),
    runs,
  );
});

const valueIn = (of: readonly Row[], id: string, field: keyof Row) =>
  of.find((row) => row.id === id)?.[field];

const rowsOf = (ids: string): Row[] => ids.split('').map((id) => ({ id, name: '1', title: '1' }));

test('has each value of both people in the result or in a conflict, and each row once', () => {
  fc.assert(
    fc.property(versions, ({ base, mine, theirs }) => {
      const { rows: merged, conflicts } = mergeLists({ base, mine, theirs });
      assert.equal(new Set(merged.map(({ id }) => id)).size, merged.length);
      for (const side of [mine, theirs]) {
        for (const row of side) {
          for (const field of ['name', 'title'] as const) {
            const isChanged = row[field] !== valueIn(base, row.id, field);
            const isShown = conflicts.some((each) => each.id === row.id && (each.field ?? field) === field);
            if (isChanged && !isShown) assert.equal(valueIn(merged, row.id, field), row[field]);
          }
        }
      }
      // Saving the same again changes nothing.
      if (conflicts.length === 0) {
        assert.deepEqual(mergeLists({ base, mine, theirs: merged }), { rows: merged, conflicts: [] });
      }
    }),
    { ...runs, examples: [[{ base: rowsOf('cab'), mine: rowsOf('ac'), theirs: rowsOf('abe') }]] },
  );
});

test('keeps each item once, and changes nothing when the same order is merged again', () => {
  const ids = fc.shuffledSubarray(IDS, { minLength: 6 });
  fc.assert(
    fc.property(ids, ids, (mine, theirs) => {
      const merged = mergeOrder({ base: IDS, mine, theirs });
      assert.deepEqual(merged.toSorted(), IDS);
      assert.deepEqual(mergeOrder({ base: IDS, mine, theirs: merged } satisfies Versions<string[]>), merged);
    }),
    runs,
  );
});
