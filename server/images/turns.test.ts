import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

test('runs tasks one at a time and in order, even after one fails', async () => {
  const inTurn = createTurns(3);
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = inTurn(async () => {
    await promise;
    done.push('first');
    throw new Error('bad');
  });
  const second = inTurn(async () => done.push('second'));
  resolve();
  await assert.rejects(first, /bad/);
  await second;
  assert.deepEqual(done, ['first', 'second']);
});

test('throws 503 when the queue is full, and accepts tasks again once it drains', async () => {
  const inTurn = createTurns(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const accepted = [inTurn(() => promise), inTurn(async () => undefined)];
  await assert.rejects(
    inTurn(async () => undefined),
    { status: 503, code: 'busy', more: { retryAfterSeconds: 10 } },
  );
  resolve();
  await Promise.all(accepted);
  assert.equal(await inTurn(async () => 'done'), 'done');
});
