import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { FRAME_LATE_MS, watchLateFrame } from './late-frame.ts';

const INITIAL = { URL: 'about:blank', readyState: 'complete' };

/** Creates an iframe that has not loaded, and a function that scrolls it into view. */
function aFrame(t: TestContext, contentDocument: object | null = INITIAL) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let onChange: ((entries: { isIntersecting: boolean }[]) => void) | undefined;
  let isObserved = false;
  Object.assign(globalThis, {
    IntersectionObserver: class {
      constructor(callback: NonNullable<typeof onChange>) {
        onChange = callback;
      }
      observe() {
        isObserved = true;
      }
      disconnect() {
        isObserved = false;
      }
    },
  });
  t.after(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'));
  const frame = Object.assign(new EventTarget(), { contentDocument }) as unknown as HTMLIFrameElement;
  const states: boolean[] = [];
  const stop = watchLateFrame(frame, (isLate) => states.push(isLate));
  return {
    states,
    stop,
    load: () => frame.dispatchEvent(new Event('load')),
    scroll: (isIntersecting: boolean) => {
      if (isObserved) onChange?.([{ isIntersecting }]);
    },
    wait: (ms: number) => t.mock.timers.tick(ms),
  };
}

test('reports a late frame when it has not loaded eight seconds after it came into view', (t) => {
  const { states, scroll, wait } = aFrame(t);
  wait(60_000);
  scroll(false);
  wait(60_000);
  scroll(true);
  wait(FRAME_LATE_MS - 1);
  assert.deepEqual(states, []);
  scroll(false);
  wait(1);
  assert.deepEqual(states, [true]);
});

test('reports that a frame has loaded, in time or after all', (t) => {
  for (const [waited, expected] of [
    [FRAME_LATE_MS - 1, [false]],
    [FRAME_LATE_MS, [true, false]],
  ] as const) {
    const { states, scroll, load, wait } = aFrame(t);
    scroll(true);
    wait(waited);
    load();
    wait(60_000);
    assert.deepEqual(states, expected);
    t.mock.reset();
  }
});

test('reports nothing when the frame has loaded before, on this site or on another', (t) => {
  for (const page of [null, { URL: 'https://example.com/', readyState: 'complete' }]) {
    const { states, scroll, wait } = aFrame(t, page);
    scroll(true);
    wait(60_000);
    assert.deepEqual(states, []);
    t.mock.reset();
  }
});

test('reports nothing after it was stopped', (t) => {
  const { states, scroll, stop, load, wait } = aFrame(t);
  scroll(true);
  stop();
  wait(60_000);
  load();
  assert.deepEqual(states, []);
});
