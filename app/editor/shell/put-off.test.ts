import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeStorage } from '#tests/support/fake-storage.ts';
import { findPutOff, putOff } from './put-off.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('puts off for a week, until that is undone or the clock is wrong', () => {
  const storage = createFakeStorage();
  const at = (day: number) => Object.keys(findPutOff(day * DAY_MS, storage));
  putOff('bids', { now: 0, storage });
  putOff('backup', { now: 2 * DAY_MS, storage });
  assert.deepEqual([at(6), at(8), at(10)], [['bids', 'backup'], ['backup'], []]);
  assert.deepEqual(at(-3), [], 'a clock that was set back');
  assert.deepEqual(Object.keys(putOff('bids', { isUndone: true, now: 3 * DAY_MS, storage })), ['backup']);
  storage.save('scalehouse-put-off', 'null');
  assert.deepEqual(at(0), []);
});
