import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUndone, undoTexts } from './entry-texts.ts';

const CHANGE = {
  canRestore: true,
  after: { type: 'text', text: 'Closed' } as const,
  item: { id: 'harvest' },
};

test('offers Undo or Restore only for what can be undone, by people whose role may', () => {
  assert.equal(undoTexts(CHANGE, { role: 'scale-house' })?.[0], 'Undo');
  assert.equal(undoTexts({ ...CHANGE, after: null }, { role: 'scale-house' })?.[0], 'Restore');
  assert.equal(undoTexts({ ...CHANGE, canRestore: false }, { role: 'owner' }), undefined);
  assert.equal(undoTexts(CHANGE, { role: 'prices' }), undefined);
});

test('finds the newest change of the same item after the one to undo', () => {
  const entries = ['5 corn', '4 fax', '3 corn', '2 fax', '1 corn'].map((each) => {
    const [id = '', item = ''] = each.split(' ');
    return { id, item: { id: item } };
  });
  const found = (change: string) => {
    const { undone, later } = findUndone(entries, change);
    return [undone?.id, later?.id];
  };
  assert.deepEqual(found('2'), ['2', '4']);
  assert.deepEqual(found('1'), ['1', '5']);
  assert.deepEqual(found('4'), ['4', undefined]);
});
