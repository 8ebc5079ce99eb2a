import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startPoll } from './poll.ts';

test('waits one interval before the first attempt and stops after the first success', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const responses = [false, false, true, true];
  const attempt = mock.fn(() => responses.shift() ?? false);
  startPoll({ everyMs: 100, attempt });

  mock.timers.tick(99);
  assert.equal(attempt.mock.callCount(), 0);
  mock.timers.tick(1);
  assert.equal(attempt.mock.callCount(), 1);
  mock.timers.tick(10_000);
  assert.equal(attempt.mock.callCount(), 3);
});

test('makes no further attempts after stop', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const attempt = mock.fn(() => false);
  const stop = startPoll({ everyMs: 100, attempt });

  mock.timers.tick(200);
  stop();
  stop();
  mock.timers.tick(10_000);
  assert.equal(attempt.mock.callCount(), 2);
});

test('gives up after the last attempt', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const attempt = mock.fn(() => false);
  startPoll({ everyMs: 100, maxAttempts: 150, attempt });

  mock.timers.tick(14_999);
  assert.equal(attempt.mock.callCount(), 149);
  mock.timers.tick(60_000);
  assert.equal(attempt.mock.callCount(), 150);
});
