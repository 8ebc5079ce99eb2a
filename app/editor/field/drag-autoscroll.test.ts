import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speedAt } from './drag-autoscroll.ts';

test('scrolls faster toward both edges, with the same limit beyond them', () => {
  const speeds = [-5000, 0, 56, 112, 400, 744, 800, 5000].map((pointerY) => speedAt(pointerY, 800));
  assert.deepEqual(speeds, [-18, -18, -9, 0, 0, 9, 18, 18]);
});
