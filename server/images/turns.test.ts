import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

test('One thing is done after the other, in the order asked, also when one fails', async () => {
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

test('More than there is room for are told to come back, and may once there is', async () => {
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
