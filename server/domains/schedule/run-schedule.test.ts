import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { runSchedule } from './run-schedule.ts';
import { createSteadyTime } from './steady-time.ts';

const MINUTE_MS = 60_000;

test('holds the time while a clock has just jumped ahead, and follows it back, or after five minutes', () => {
  const clock = { passed: 0, wall: Date.parse('2026-11-20T12:00:00Z') };
  const lines: string[] = [];
  const timeOf = createSteadyTime({ passed: () => clock.passed, log: (_, line) => lines.push(line) });
  const shown = () => timeOf(new Date(clock.wall)).toISOString().slice(11, 19);
  const wait = (ms: number) => {
    clock.passed += ms;
    clock.wall += ms;
  };
  assert.equal(shown(), '12:00:00');
  wait(MINUTE_MS);
  clock.wall += 3000;
  assert.equal(shown(), '12:01:03', 'a correction');

  clock.wall += 24 * 60 * MINUTE_MS;
  assert.equal(shown(), '12:01:03');
  wait(2 * MINUTE_MS);
  assert.equal(shown(), '12:03:03');
  clock.wall -= 24 * 60 * MINUTE_MS;
  assert.equal(shown(), '12:03:03');

  clock.wall += 60 * MINUTE_MS;
  assert.equal(shown(), '12:03:03');
  wait(4 * MINUTE_MS);
  assert.equal(shown(), '12:07:03');
  wait(MINUTE_MS);
  assert.equal(shown(), '13:08:03');
  clock.wall -= 60 * MINUTE_MS;
  assert.equal(shown(), '12:08:03', 'back immediately');
  assert.equal(lines.length, 2);
});

async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

/** Runs a schedule of which changes are due after some milliseconds each, on a fake clock. */
function startRun(t: TestContext, due: number[], failures = 0) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { now: 0, failures, published: [] as number[], log: [] as string[], looks: 0 };
  let check: (() => void) | undefined;
  const running = runSchedule({
    schedule: {
      async untilNext() {
        state.looks += 1;
        if (state.failures > 0) {
          state.failures -= 1;
          throw new Error('No database.');
        }
        return (due[0] ?? Infinity) - state.now;
      },
      prepare: async () => undefined,
      async publishNext() {
        state.published.push(state.now);
        return due.shift() !== undefined;
      },
    },
    onCheck: (each) => void (check = each),
    log: (_, line) => state.log.push(line),
  });
  return {
    state,
    running,
    async pass(ms: number) {
      await settle();
      state.now += ms;
      t.mock.timers.tick(ms);
      await settle();
    },
    async change(...times: number[]) {
      due.splice(0, due.length, ...times);
      check?.();
      await settle();
    },
  };
}

test('publishes all that is due when it starts, and then each change at its time', async (t) => {
  const { state, running, pass, change } = startRun(t, [-5000, -1000, 2000]);
  await pass(0);
  assert.deepEqual(state.published, [0, 0]);
  await pass(1999);
  assert.deepEqual(state.published, [0, 0]);
  await pass(201);
  assert.deepEqual(state.published, [0, 0, 2200]);
  await change(10_000);
  // Another server publishes it, and a person schedules an earlier one.
  await change(5000, 90_000);
  await pass(3000);
  assert.deepEqual(state.published, [0, 0, 2200, 5200]);
  const { looks } = state;
  await pass(30_000);
  assert.ok(state.looks > looks, 'looks at least every 30 seconds');
  await running.close();
  await pass(90_000);
  assert.equal(state.published.length, 4);
});

test('tries again every second after a failure, and logs the first', async (t) => {
  const { state, running, pass } = startRun(t, [0], 3);
  await pass(0);
  await pass(1000);
  await pass(1000);
  assert.deepEqual(state.published, []);
  await pass(1000);
  assert.deepEqual(state.published, [3000]);
  assert.equal(state.log.length, 1);
  await running.close();
});
