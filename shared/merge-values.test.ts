import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeValues } from './merge-values.ts';

const brand = (address: string, more: object = {}) => ({ address, name: address, crops: [], ...more });

test('merges keys of objects and rows of lists, at any depth', () => {
  const base = [brand('a'), brand('b', { crops: [{ id: 'corn', text: 'Tall' }] })];
  const mine = [brand('a', { name: 'Acres' }), brand('b', { crops: [{ id: 'corn', text: 'Taller' }] })];
  const theirs = [
    brand('c'),
    brand('b', { name: 'Best', crops: [{ id: 'corn', text: 'Tall' }, { id: 'oats' }] }),
    brand('a'),
  ];
  assert.deepEqual(mergeValues({ base, mine, theirs }), {
    value: [
      brand('c'),
      brand('b', { name: 'Best', crops: [{ id: 'corn', text: 'Taller' }, { id: 'oats' }] }),
      brand('a', { name: 'Acres' }),
    ],
    isConflict: false,
  });
});

test('keeps what one has added, and removes what one has removed and the other left alone', () => {
  const base = { list: [brand('a'), brand('b')], note: 'old', gone: 1 };
  const mine = { list: [brand('b'), brand('mine')], note: 'old' };
  const theirs = { list: [brand('a'), brand('b'), brand('theirs')], note: 'new', gone: 1, more: true };
  assert.deepEqual(mergeValues({ base, mine, theirs }), {
    value: { list: [brand('b'), brand('theirs'), brand('mine')], note: 'new', more: true },
    isConflict: false,
  });
});

const CONFLICTS: readonly [name: string, base: unknown, mine: unknown, theirs: unknown][] = [
  ['the same text', { name: 'a' }, { name: 'b' }, { name: 'c' }],
  ['a row that one has removed and the other changed', [brand('a')], [], [brand('a', { name: 'x' })]],
  ['a row that one has changed and the other removed', [brand('a')], [brand('a', { name: 'x' })], []],
  ['a row that both have added', [], [brand('a')], [brand('a', { name: 'x' })]],
  ['lists of texts', ['a'], ['a', 'b'], ['c', 'a']],
  ['rows that cannot be told apart', [brand('a'), brand('a')], [brand('a')], [brand('a'), brand('b')]],
  ['values of different kinds', 'current', 2026, 2027],
];

for (const [name, base, mine, theirs] of CONFLICTS) {
  test(`reports a conflict about ${name}, and returns mine`, () => {
    assert.deepEqual(mergeValues({ base, mine, theirs }), { value: mine, isConflict: true });
    assert.equal(mergeValues({ base, mine: theirs, theirs: mine }).isConflict, true);
  });
}

test('does not report a conflict about the same change of both', () => {
  const [base, both] = [[brand('a')], [brand('a', { name: 'x' }), brand('b')]];
  assert.deepEqual(mergeValues({ base, mine: both, theirs: structuredClone(both) }), {
    value: both,
    isConflict: false,
  });
});
