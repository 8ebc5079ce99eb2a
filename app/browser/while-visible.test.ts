import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aFakePage } from '#tests/support/fake-page.ts';
import { whileVisible } from './while-visible.ts';

function watch(random = 0.5) {
  const { page, clock, ...rest } = aFakePage();
  const state = { checks: 0, finish: () => {}, fail: () => {} };
  const stop = whileVisible(
    async () => {
      state.checks += 1;
      await new Promise<void>((resolve, reject) => Object.assign(state, { finish: resolve, fail: reject }));
    },
    { everyMs: 60_000, page, clock, random: () => random },
  );
  return { ...page, ...rest, state, stop };
}

test('checks every minute while visible, and when shown, focused, or online again', async () => {
  const { window, document, state, run } = watch();
  const events = [
    () => run(60_000),
    () => window.dispatchEvent(new Event('focus')),
    () => window.dispatchEvent(new Event('online')),
    () => document.dispatchEvent(new Event('visibilitychange')),
    () => run(60_000),
  ];
  for (const [at, event] of events.entries()) {
    await event();
    assert.equal(state.checks, at + 1);
    state.finish();
    await run(0);
  }
  await run(59_999);
  assert.equal(state.checks, events.length);
});

test('checks once at a time, not while hidden, and not after it was stopped', async () => {
  const { window, document, state, stop, run, show } = watch();
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
  assert.equal(state.checks, 1);
  state.finish();
  await run(0);
  show(false);
  await run(600_000);
  assert.equal(state.checks, 1);
  show(true);
  stop();
  window.dispatchEvent(new Event('focus'));
  await run(600_000);
  assert.equal(state.checks, 1);
});

test('varies the interval, and extends it after failures until a check succeeds', async () => {
  const { state, run } = watch(0);
  const checksAfter = async (ms: number) => {
    const before = state.checks;
    await run(ms - 1);
    assert.equal(state.checks, before, String(ms));
    await run(1);
    assert.equal(state.checks, before + 1, String(ms));
  };
  for (const minutes of [1, 2, 4, 4]) {
    await checksAfter(54_000 * minutes);
    state.fail();
    await run(0);
  }
  await checksAfter(216_000);
  state.finish();
  await run(0);
  await checksAfter(54_000);
});
