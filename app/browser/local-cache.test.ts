import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CACHE_FRESH_MS, CACHE_MAX_AGE_MS, createLocalCache } from './local-cache.ts';
import { createFakeStorage } from '#tests/support/fake-storage.ts';

const NOON = Date.UTC(2026, 10, 19, 12);
const MINUTE_MS = 60_000;

test('stores the value, its expiry after 5 minutes, the save time and the version', () => {
  assert.deepEqual(JSON.parse(written().entries['gallery-images'] ?? ''), {
    value: ['a.jpg'],
    expires: NOON + 5 * MINUTE_MS,
    saved: NOON,
    version: '7',
  });
});

type Read = { now?: number; knownVersion?: string | undefined };

const read = (storage: ReturnType<typeof createFakeStorage>, { now = NOON, ...known }: Read = {}) =>
  createLocalCache(storage).read('gallery-images', { isValue: isTexts, knownVersion: '7', ...known, now });

/** Local storage with an entry of version 7 that was written at noon. */
function written() {
  const storage = createFakeStorage();
  createLocalCache(storage).write('gallery-images', ['a.jpg'], '7', NOON);
  return storage;
}

test('reads entries as fresh for 5 minutes, then as expired, and drops them after 24 hours', () => {
  const storage = written();
  for (const [elapsedMs, state] of [
    [0, 'fresh'],
    [CACHE_FRESH_MS - 1, 'fresh'],
    [CACHE_FRESH_MS, 'expired'],
    [CACHE_MAX_AGE_MS, 'expired'],
    // Of the future, after the clock was set back.
    [-2 * CACHE_MAX_AGE_MS, 'expired'],
  ] as const)
    assert.deepEqual(read(storage, { now: NOON + elapsedMs }), { state, value: ['a.jpg'], version: '7' });
  assert.equal(read(storage, { now: NOON + CACHE_MAX_AGE_MS + 1 }), undefined);
  assert.deepEqual(storage.entries, {});
});

test('reads an entry of another version than the known content version as expired', () => {
  for (const knownVersion of [undefined, '7'])
    assert.equal(read(written(), { knownVersion })?.state, 'fresh');
  // Of another tab, or of a history that a restored backup replaced.
  for (const knownVersion of ['6', '8', '7-0a1b2c3d'])
    assert.equal(read(written(), { knownVersion })?.state, 'expired');
});

const valid = { value: ['a.jpg'], expires: NOON + MINUTE_MS, saved: NOON, version: '7' };
for (const [fault, text] of Object.entries({
  'is not JSON': '{"value":',
  'is empty': '',
  'is not an object': '7',
  'is null': 'null',
  'has no value': JSON.stringify({ ...valid, value: undefined }),
  'has no expiry': JSON.stringify({ ...valid, expires: undefined }),
  'has a date for an expiry': JSON.stringify({ ...valid, expires: '2026-11-19' }),
  'has no save time': JSON.stringify({ ...valid, saved: null }),
  'has no version': JSON.stringify({ ...valid, version: undefined }),
  'has another kind of value': JSON.stringify({ ...valid, value: [1, 2] }),
})) {
  test(`drops an entry that ${fault}`, () => {
    const storage = createFakeStorage({ 'gallery-images': text, lat: '1' });
    assert.equal(read(storage), undefined);
    assert.deepEqual(storage.entries, { lat: '1' });
  });
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
