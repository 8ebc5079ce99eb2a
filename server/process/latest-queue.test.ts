import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
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
  const first = inTurn('Dana', running.work);
  await setImmediate();
  const results = [
    first,
    inTurn('Dana', replaced.work),
    inTurn('Lee', other.work),
    inTurn('Dana', newest.work),
  ];
  await setImmediate();
  assert.deepEqual(started, ['running']);
  for (const { finish } of [running, newest, other]) finish();
  await assert.rejects(Promise.resolve(results[1]), ConflictError);
  assert.deepEqual(await Promise.all([results[0], results[2], results[3]]), ['running', 'other', 'newest']);
  assert.deepEqual(started, ['running', 'other', 'newest']);
});

test('goes on after a task that fails', async () => {
  const inTurn = createLatestQueue();
  const failing = inTurn('Dana', () => Promise.reject(new Error('Failed.')));
  const next = inTurn('Lee', async () => 'next');
  await assert.rejects(failing, /Failed/);
  assert.equal(await next, 'next');
  assert.equal(await inTurn('Dana', async () => 'later'), 'later');
});
