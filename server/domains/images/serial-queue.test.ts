import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialQueue } from './serial-queue.ts';

test('runs tasks one at a time and in order, even after one fails', async () => {
  const enqueue = createSerialQueue(3);
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = enqueue(async () => {
    await promise;
    done.push('first');
    throw new Error('bad');
  });
  const second = enqueue(async () => done.push('second'));
  resolve();
  await assert.rejects(first, /bad/);
  await second;
  assert.deepEqual(done, ['first', 'second']);
});

test('throws UnavailableError when the queue is full, and accepts tasks again once it drains', async () => {
  const enqueue = createSerialQueue(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const accepted = [enqueue(() => promise), enqueue(async () => undefined)];
  await assert.rejects(
    enqueue(async () => undefined),
    { name: 'UnavailableError', code: 'busy', retryAfterSeconds: 10 },
  );
  resolve();
  await Promise.all(accepted);
  assert.equal(await enqueue(async () => 'done'), 'done');
});
