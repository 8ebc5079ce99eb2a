import assert from 'node:assert/strict';
import { mock, test, type TestContext } from 'node:test';
import { followChanges } from './follow-changes.ts';

/** Follows changes with a task that ends when `end` is called. */
function aFollower(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const ends: (() => void)[] = [];
  const run = mock.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return {
    ...followChanges(run, 30),
    async wait(ms: number) {
      context.mock.timers.tick(ms);
      await new Promise(setImmediate);
    },
    runs: () => run.mock.callCount(),
    async end() {
      ends.pop()?.();
      await new Promise(setImmediate);
    },
  };
}

test('runs once for changes that follow each other closely', async (context) => {
  const { changed, wait, runs } = aFollower(context);
  changed();
  await wait(20);
  changed();
  assert.equal(runs(), 0);
  await wait(10);
  assert.equal(runs(), 1);
});

test('runs one task at a time, and once more for all changes during it', async (context) => {
  const { changed, wait, runs, end } = aFollower(context);
  changed();
  await wait(30);
  changed();
  changed();
  await wait(1000);
  assert.equal(runs(), 1);
  await end();
  await wait(30);
  assert.equal(runs(), 2);
  await end();
  await wait(1000);
  assert.equal(runs(), 2);
});

test('runs no task after it was stopped', async (context) => {
  const { changed, stop, wait, runs, end } = aFollower(context);
  changed();
  await wait(30);
  changed();
  stop();
  await end();
  changed();
  await wait(1000);
  assert.equal(runs(), 1);
});
