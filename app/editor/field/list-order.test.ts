import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsIn, moved, movedTo, orderMerge } from './list-order.ts';

test('moves an item within the list, and ignores an unknown item and a position outside of the list', () => {
  const list = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const [a, b, c] = list;
  const move = (id: string, to: number) => moved(list, (each) => each.id === id, to);
  assert.deepEqual(move('a', 2), [b, c, a]);
  assert.deepEqual(move('c', 0), [c, a, b]);
  for (const [id, to] of [
    ['a', -1],
    ['c', 3],
    ['x', 1],
  ] as const)
    assert.deepEqual(move(id, to), list);
});

test('movedTo moves an id to a position and ignores positions outside of the list', () => {
  const ids = ['a', 'b', 'c'];
  assert.deepEqual(idsIn(movedTo(ids, 'a', 2)), ['b', 'c', 'a']);
  assert.deepEqual(idsIn(movedTo(ids, 'c', 0)), ['c', 'a', 'b']);
  assert.deepEqual(idsIn(movedTo(ids, 'a', -1)), ids);
  assert.deepEqual(idsIn(movedTo(ids, 'a', 3)), ids);
});

const order = (ids: string) => JSON.stringify(ids.split(''));

test('merges orders, and names the places of an image that both have moved', () => {
  const merge = orderMerge((id) => id.toUpperCase());
  const texts = { draft: order('xacb'), base: order('abcx'), theirs: order('axbcd') };
  const { merged, conflicts } = merge(texts) ?? {};
  assert.deepEqual(
    [merged, conflicts],
    [order('xacbd'), [{ key: 'x ', name: 'X', mine: 'Position 1', theirs: 'Position 2, after A' }]],
  );
  assert.equal(merge(texts, () => 'theirs')?.merged, order('acxbd'));
});
