import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterFailure, circuitAt, CLOSED, PAUSE_MS, pauseAfter, type Circuit } from './circuit.ts';

/** Random value in the middle of the range, so that jitter changes nothing. */
const random = 0.5;
const fail = (circuit: Circuit, now = 0, isRejected = false) =>
  afterFailure(circuit, { now, random, isRejected });
const pause = (circuit: Circuit, now = 0) => pauseAfter(circuit, { now, random });

test('polls at the usual interval when closed, and sooner after a failure', () => {
  assert.equal(pause(CLOSED), PAUSE_MS.usual);
  const once = fail(CLOSED);
  assert.deepEqual(once, { state: 'closed', failures: 1 });
  assert.equal(pause(once), PAUSE_MS.retry);
  assert.equal(pause(fail(once)), PAUSE_MS.retry * 2);
  assert.ok(PAUSE_MS.retry * 3 < PAUSE_MS.usual);
});

test('opens after three failures in a row, until the open time has passed', () => {
  const open = fail(fail(fail(CLOSED)), 1_000);
  const until = 1_000 + PAUSE_MS.open;
  assert.deepEqual(open, { state: 'open', failures: 3, until });
  assert.equal(pause(open, 1_000), PAUSE_MS.open);
  assert.equal(pause(open, until + 5), 0);
  assert.equal(circuitAt(open, until - 1), open);
  assert.deepEqual(circuitAt(open, until), { state: 'half-open', failures: 3 });
  assert.equal(circuitAt(CLOSED, until), CLOSED);
});

test('doubles the open time after each failure when half-open, up to the maximum', () => {
  let circuit = fail(fail(fail(CLOSED)));
  const pauses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    pauses.push(pause(circuit) / PAUSE_MS.open);
    circuit = fail(circuitAt(circuit, Infinity));
  }
  assert.deepEqual(pauses, [1, 2, 4, 8, 12, 12]);
  assert.equal(PAUSE_MS.longest, 12 * PAUSE_MS.open);
});

test('opens immediately after a rejection', () => {
  assert.deepEqual(fail(CLOSED, 0, true), { state: 'open', failures: 3, until: PAUSE_MS.open });
});

test('varies pauses at random between half and one and a half times their length', () => {
  const usual = [0, 0.999_999].map((chance) => pauseAfter(CLOSED, { now: 0, random: chance }));
  assert.equal(usual[0], PAUSE_MS.usual / 2);
  assert.ok((usual[1] ?? 0) > PAUSE_MS.usual * 1.49 && (usual[1] ?? 0) < PAUSE_MS.usual * 1.5);
  const open = afterFailure(fail(fail(CLOSED)), { now: 0, random: 0, isRejected: false });
  assert.equal(open.state === 'open' && open.until, PAUSE_MS.open / 2);
});
