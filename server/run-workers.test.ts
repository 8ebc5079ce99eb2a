import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseAfter } from './run-workers.ts';

test('starts a worker again immediately, and waits longer each time it fails', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 8, 9, 99].map(pauseAfter),
    [0, 0, 500, 1000, 2000, 30_000, 30_000, 30_000],
  );
});
