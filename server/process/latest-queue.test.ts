import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConflictError } from '#server/platform/errors.ts';
import { createLatestQueue } from './latest-queue.ts';

/** Returns a task that ends when `finish` is called, and records its start. */
function aTask(name: string, started: string[]) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = () => {
    started.push(name);
    return promise;
  };
  return { work, finish: () => resolve(name) };
}

test('runs one task at a time, and only the newest of those that wait under a key', async () => {
  const started: string[] = [];
  const inTurn = createLatestQueue();
  const [running, replaced] = [aTask('running', started), aTask('replaced', started)];
  const [newest, other] = [aTask('newest', started), aTask('other', started)];
  const results = [
    inTurn('Dana', running.work),
    inTurn('Dana', replaced.work),
    inTurn('Lee', other.work),
    inTurn('Dana', newest.work),
  ];
  await assert.rejects(Promise.resolve(results[1]), ConflictError);
  assert.deepEqual(started, ['running']);
  running.finish();
  newest.finish();
  other.finish();
  assert.deepEqual(await Promise.all([results[0], results[2], results[3]]), ['running', 'other', 'newest']);
  // A newer task takes the turn of the one that it replaces.
  assert.deepEqual(started, ['running', 'newest', 'other']);
});

test('goes on after a task that fails', async () => {
  const inTurn = createLatestQueue();
  const failing = inTurn('Dana', () => Promise.reject(new Error('Failed.')));
  const next = inTurn('Dana', async () => 'next');
  await assert.rejects(failing, /Failed/);
  assert.equal(await next, 'next');
  assert.equal(await inTurn('Dana', async () => 'later'), 'later');
});
