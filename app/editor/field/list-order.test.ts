import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moved, ORDER_FORM, orderMerge } from './list-order.ts';

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

test('reads a stored order, and no other text', () => {
  assert.deepEqual(ORDER_FORM.read('["c","a",1]'), ['c', 'a']);
  for (const none of ['', 'x', '{}']) assert.equal(ORDER_FORM.read(none), undefined);
});

const order = (ids: string) => ids.split('');

test('merges orders, and names the places of an image that both have moved', () => {
  const merge = orderMerge((id) => id.toUpperCase());
  const texts = { draft: order('xacb'), base: order('abcx'), theirs: order('axbcd') };
  const { merged, conflicts } = merge(texts) ?? {};
  assert.deepEqual(
    [merged, conflicts],
    [order('xacbd'), [{ key: 'x ', name: 'X', mine: 'Position 1', theirs: 'Position 2, after A' }]],
  );
  assert.deepEqual(merge(texts, () => 'theirs')?.merged, order('acxbd'));
});
