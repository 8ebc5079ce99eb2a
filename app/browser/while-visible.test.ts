import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whileVisible } from './while-visible.ts';

function aPage() {
  const page = { window: new EventTarget(), document: new EventTarget() };
  const state = { visible: true, checks: 0, isTicking: false, finish: () => {} };
  let tick: (() => void) | undefined;
  const stop = whileVisible(
    async () => {
      state.checks += 1;
      await new Promise<void>((resolve) => (state.finish = resolve));
    },
    {
      everyMs: 60_000,
      page: { ...page, isVisible: () => state.visible },
      clock: {
        setInterval: ((handler: () => void) => {
          tick = handler;
          state.isTicking = true;
          return 1;
        }) as typeof setInterval,
        clearInterval: () => (state.isTicking = false),
      },
    },
  );
  return { ...page, state, stop, tick: () => tick?.() };
}

test('checks every minute while visible, and when shown, focused, or online again', async () => {
  const { window, document, state, tick } = aPage();
  const events = [
    tick,
    () => window.dispatchEvent(new Event('focus')),
    () => window.dispatchEvent(new Event('online')),
    () => document.dispatchEvent(new Event('visibilitychange')),
  ];
  for (const [at, event] of events.entries()) {
    event();
    assert.equal(state.checks, at + 1);
    state.finish();
    await new Promise(setImmediate);
  }
});

test('checks once at a time, not while hidden, and not after it was stopped', async () => {
  const { window, document, state, stop, tick } = aPage();
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
  assert.equal(state.checks, 1);
  state.finish();
  await new Promise(setImmediate);
  state.visible = false;
  tick();
  assert.equal(state.checks, 1);
  state.visible = true;
  stop();
  window.dispatchEvent(new Event('focus'));
  assert.deepEqual([state.checks, state.isTicking], [1, false]);
});
