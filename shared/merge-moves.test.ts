import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { EFFORT } from '#tests/support/effort.ts';
import { mergeMoves } from './merge-moves.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const runs = { numRuns: EFFORT.propertyRuns * 5 };

const move = fc.record({ item: fc.nat(IDS.length - 1), to: fc.nat(IDS.length - 1) });
const moved = ({ item, to }: { item: number; to: number }) =>
  IDS.toSpliced(item, 1).toSpliced(to, 0, IDS[item] ?? '');

test('keeps each item once', () => {
  const ids = fc.shuffledSubarray(IDS, { minLength: 6 });
  fc.assert(
    fc.property(ids, ids, fc.constantFrom('mine', 'theirs'), (mine, theirs, side) => {
      const { order } = mergeMoves({ base: IDS, mine, theirs }, () => side);
      assert.deepEqual(order.toSorted(), IDS);
    }),
    runs,
  );
});

test('returns the other order if one is unchanged, and either if both are equal', () => {
  const ids = fc.shuffledSubarray(IDS, { minLength: 6 });
  fc.assert(
    fc.property(ids, ids, (base, other) => {
      for (const each of [
        { base, mine: other, theirs: base },
        { base, mine: base, theirs: other },
        { base, mine: other, theirs: other },
      ]) {
        assert.deepEqual(mergeMoves(each), { order: other, contradictions: [] });
      }
    }),
    runs,
  );
});

const ORDERS = {
  'moves of different items': ['abcd', 'bcad', 'adbc', 'dbca'],
  'a move behind an item that they moved away': ['abcx', 'axbc', 'bcax', 'xbca'],
  'the same move': ['abcx', 'xabc', 'xabc', 'xabc'],
  'a move and an addition': ['abc', 'cab', 'abcx', 'cabx'],
  'moves, and a restored item in the middle': ['acd', 'cda', 'abcd', 'bcda'],
  'a move and a removal': ['abcd', 'dabc', 'acd', 'dac'],
  'swaps of other neighbors': ['abcd', 'bacd', 'abdc', 'badc'],
  'the same swap, and a move': ['abcd', 'bacd', 'dbac', 'dbac'],
} as const;

test('keeps the moves of both people', () => {
  for (const [name, [base, mine, theirs, expected]] of Object.entries(ORDERS)) {
    const { order, contradictions } = mergeMoves({
      base: base.split(''),
      mine: mine.split(''),
      theirs: theirs.split(''),
    });
    assert.deepEqual([order.join(''), contradictions], [expected, []], name);
  }
});

test('reports an item that both have moved to different places, and puts it where it is chosen to be', () => {
  const versions = { base: 'abcx'.split(''), mine: 'xacb'.split(''), theirs: 'axbc'.split('') };
  const { order, contradictions } = mergeMoves(versions);
  assert.deepEqual([order.join(''), contradictions], ['xacb', ['x']]);
  assert.equal(mergeMoves(versions, () => 'theirs').order.join(''), 'acxb');
});

test('reports an item that may have been moved in both directions', () => {
  const versions = { base: 'abxc'.split(''), mine: 'xabc'.split(''), theirs: 'abcx'.split('') };
  assert.deepEqual(mergeMoves(versions).contradictions, ['x']);
  assert.equal(mergeMoves(versions).order.join(''), 'xabc');
  assert.equal(mergeMoves(versions, () => 'theirs').order.join(''), 'abcx');
});

test('keeps the places of two items that two people have moved', () => {
  fc.assert(
    fc.property(move, move, (my, their) => {
      // Of two swapped neighbors, it is unknown which one was moved.
      fc.pre(my.item !== their.item && [my, their].every(({ item, to }) => Math.abs(item - to) > 1));
      const { order, contradictions } = mergeMoves({ base: IDS, mine: moved(my), theirs: moved(their) });
      assert.deepEqual(contradictions, []);
      const without = (all: readonly string[], at: number) => all.filter((each) => each !== IDS[at]);
      assert.deepEqual(without(order, their.item), without(moved(my), their.item));
      assert.deepEqual(without(order, my.item), without(moved(their), my.item));
    }),
    runs,
  );
});
