import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createBrowserStorage } from './browser-storage.ts';
import { CACHE_FRESH_MS, CACHE_KEPT_MS, createLocalCache } from './local-cache.ts';
import { aStorage } from './storage-double.ts';

const NOON = Date.UTC(2026, 10, 19, 12);
const MINUTE_MS = 60_000;

test('A cache entry holds the value, an expiry 5 minutes ahead, when it was saved and its version', () => {
  const storage = aStorage();
  createLocalCache(storage).write('gallery-images', ['a.jpg'], { version: 7, now: NOON });

  assert.deepEqual(JSON.parse(storage.entries['gallery-images'] ?? ''), {
    value: ['a.jpg'],
    expires: NOON + 5 * MINUTE_MS,
    saved: NOON,
    version: 7,
  });
});

test('A cache entry is fresh for 5 minutes, then expired, and dropped after 24 hours', () => {
  const storage = aStorage();
  const cache = createLocalCache(storage);
  cache.write('gallery-images', ['a.jpg'], { version: 7, now: NOON });
  const readAfter = (elapsedMs: number) =>
    cache.read('gallery-images', { isValue: isTexts, knownVersion: 7, now: NOON + elapsedMs });

  assert.deepEqual(readAfter(0), { state: 'fresh', value: ['a.jpg'], version: 7 });
  assert.deepEqual(readAfter(CACHE_FRESH_MS - 1), { state: 'fresh', value: ['a.jpg'], version: 7 });
  assert.deepEqual(readAfter(CACHE_FRESH_MS), { state: 'expired', value: ['a.jpg'], version: 7 });
  assert.deepEqual(readAfter(CACHE_KEPT_MS), { state: 'expired', value: ['a.jpg'], version: 7 });
  assert.equal(readAfter(CACHE_KEPT_MS + 1), undefined);
  assert.deepEqual(storage.entries, {});
});

test('A cache entry older than the known content version is not fresh', () => {
  const cache = createLocalCache(aStorage());
  cache.write('gallery-images', ['a.jpg'], { version: 7, now: NOON });
  const stateAt = (knownVersion: number | undefined) =>
    cache.read('gallery-images', { isValue: isTexts, knownVersion, now: NOON })?.state;

  assert.equal(stateAt(undefined), 'fresh');
  assert.equal(stateAt(6), 'fresh');
  assert.equal(stateAt(7), 'fresh');
  assert.equal(stateAt(8), 'expired');
});

test('A cache entry saved before the clock was set back is not fresh', () => {
  const cache = createLocalCache(aStorage());
  cache.write('gallery-images', ['a.jpg'], { version: 7, now: NOON });

  const cached = cache.read('gallery-images', {
    isValue: isTexts,
    knownVersion: 7,
    now: NOON - 2 * CACHE_KEPT_MS,
  });
  assert.equal(cached?.state, 'expired');
});

test('The cache keeps time by the clock of the browser', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: NOON });
  const cache = createLocalCache(aStorage());
  cache.write('gallery-images', ['a.jpg'], { version: 7 });
  assert.equal(cache.read('gallery-images', { isValue: isTexts, knownVersion: 7 })?.state, 'fresh');

  mock.timers.tick(CACHE_FRESH_MS);
  assert.equal(cache.read('gallery-images', { isValue: isTexts, knownVersion: 7 })?.state, 'expired');
});

const whole = { value: ['a.jpg'], expires: NOON + MINUTE_MS, saved: NOON, version: 7 };
for (const [fault, text] of Object.entries({
  'is not JSON': '{"value":',
  'is empty': '',
  'is no object': '7',
  'is null': 'null',
  'has no value': JSON.stringify({ ...whole, value: undefined }),
  'has no expiry': JSON.stringify({ ...whole, expires: undefined }),
  'has a date for an expiry': JSON.stringify({ ...whole, expires: '2026-11-19' }),
  'does not say when it was saved': JSON.stringify({ ...whole, saved: null }),
  'has no version': JSON.stringify({ ...whole, version: undefined }),
  'holds another kind of value': JSON.stringify({ ...whole, value: [1, 2] }),
})) {
  test(`A cache entry that ${fault} is dropped`, () => {
    const storage = aStorage({ 'gallery-images': text, lat: '1' });
    const cached = createLocalCache(storage).read('gallery-images', {
      isValue: isTexts,
      knownVersion: 7,
      now: NOON,
    });

    assert.equal(cached, undefined);
    assert.deepEqual(storage.entries, { lat: '1' });
  });
}

test('A full or forbidden storage leaves the cache empty and is only logged', ({ mock }) => {
  const log = mock.fn();
  const cache = createLocalCache(
    createBrowserStorage({
      reach() {
        throw new DOMException('Forbidden', 'SecurityError');
      },
      log,
    }),
  );

  cache.write('gallery-images', ['a.jpg'], { version: 7, now: NOON });
  assert.equal(cache.read('gallery-images', { isValue: isTexts, knownVersion: 7, now: NOON }), undefined);
  assert.equal(log.mock.callCount(), 2);
});

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
