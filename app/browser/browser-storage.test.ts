import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createBrowserStorage } from './browser-storage.ts';

test('saves, finds, lists and removes text', () => {
  const entries = new Map<string, string>();
  const storage = createBrowserStorage({
    getStorage: () => ({
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, text) => void entries.set(key, text),
      removeItem: (key) => void entries.delete(key),
      key: (index) => [...entries.keys()][index] ?? null,
      length: entries.size,
    }),
  });

  assert.equal(storage.find('lat'), undefined);
  assert.equal(storage.save('lat', '39.9217'), true);
  assert.equal(storage.find('lat'), '39.9217');
  assert.deepEqual(storage.list('l'), ['lat']);
  assert.deepEqual(storage.list('x'), []);
  storage.remove('lat');
  assert.equal(entries.size, 0);
});

test('logs errors of storage methods instead of throwing', ({ mock }) => {
  const full = new DOMException('Full', 'QuotaExceededError');
  const reject = () => {
    throw full;
  };
  const log = mock.fn<(message: string, reason?: unknown) => void>();
  const storage = createBrowserStorage({
    getStorage: () => ({ getItem: reject, setItem: reject, removeItem: reject, key: reject, length: 1 }),
    log,
  });

  assert.equal(storage.find('lat'), undefined);
  assert.equal(storage.save('lat', '39.9217'), false);
  storage.remove('lat');
  assert.deepEqual(storage.list('l'), []);
  const shown = log.mock.calls.map(({ arguments: [, reason] }) => reason);
  assert.deepEqual(shown, [full, full, full, full]);
});

test('logs instead of throwing when access to the storage is forbidden', ({ mock }) => {
  const log = mock.fn<(message: string, reason?: unknown) => void>();
  const storage = createBrowserStorage({
    getStorage() {
      throw new DOMException('Forbidden', 'SecurityError');
    },
    log,
  });

  assert.equal(storage.find('lat'), undefined);
  storage.save('lat', '39.9217');
  storage.remove('lat');
  assert.equal(log.mock.callCount(), 3);
});
