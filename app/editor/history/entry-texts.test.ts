import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoTexts } from './entry-texts.ts';

const change = {
  canRestore: true,
  after: { type: 'text', text: 'Closed' } as const,
  item: { id: 'harvest' },
};

test('offers Undo or Restore only for what can be undone, by people whose role may', () => {
  assert.equal(undoTexts(change, { role: 'scale-house' })?.[0], 'Undo');
  assert.equal(undoTexts({ ...change, after: null }, { role: 'scale-house' })?.[0], 'Restore');
  assert.equal(undoTexts({ ...change, canRestore: false }, { role: 'owner' }), undefined);
  assert.equal(undoTexts(change, { role: 'prices' }), undefined);
});
