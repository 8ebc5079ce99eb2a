import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { readBody } from './upload-routes.ts';

/** Replaces timers by those of a clock that only `pass` moves. Those of `node:test` cannot be refreshed. */
function aClock({ mock }: TestContext) {
  let now = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  mock.method(globalThis, 'setTimeout', (run: () => void, ms: number) => {
    const timer = { at: now + ms, run, refresh: () => void (timer.at = now + ms) };
    timers.add(timer);
    return timer;
  });
  mock.method(globalThis, 'clearTimeout', (timer: { at: number; run: () => void }) => timers.delete(timer));
  return {
    timers,
    pass(ms: number) {
      now += ms;
      for (const { at, run } of timers) if (at <= now) run();
    },
  };
}

test('waits 30 seconds for each part of an upload, and ten minutes for all of it', async (t) => {
  const { timers, pass } = aClock(t);
  const body = new Readable({ read: () => undefined });
  const parts = readBody(body, undefined);
  for (let sent = 0; sent < 580; sent += 29) {
    body.push('a part');
    await parts.next();
    pass(29_000);
    assert.equal(body.destroyed, false, `after ${sent + 29} s`);
  }
  pass(29_000);
  assert.equal(body.destroyed, true);
  await assert.rejects(parts.next(), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  assert.equal(timers.size, 0);
});
