import assert from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { scheduleGarbageCollection } from './schedule-garbage-collection.ts';

const PAUSE_MS = { first: 1_000, further: 1_000 };

/** Advances the clock past the longest pause. */
async function pause(t: TestContext): Promise<void> {
  t.mock.timers.tick(1_500);
  await settled();
}

test('collects garbage repeatedly until closed, even after one run fails', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const logged: string[] = [];
  let count = 0;
  const garbageCollection = scheduleGarbageCollection(
    async () => {
      count += 1;
      if (count === 2) throw new Error("Storage isn't responding.");
    },
    (error, sentence) => logged.push(`${error.message} ${sentence}`),
    PAUSE_MS,
  );
  assert.equal(count, 0);
  for (let n = 1; n <= 4; n += 1) {
    await pause(t);
    assert.equal(count, n);
  }
  await garbageCollection.close();
  await pause(t);
  assert.equal(count, 4);
  assert.deepEqual(logged, ["Storage isn't responding. Couldn't delete unused files."]);
});

test('waits for the current run on close', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { promise, resolve } = Promise.withResolvers<void>();
  let state = 'not begun';
  const garbageCollection = scheduleGarbageCollection(
    async () => {
      state = 'begun';
      await promise;
      state = 'ended';
    },
    () => undefined,
    PAUSE_MS,
  );
  await pause(t);
  assert.equal(state, 'begun');
  const closed = garbageCollection.close();
  resolve();
  await closed;
  assert.equal(state, 'ended');
});
