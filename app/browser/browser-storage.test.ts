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

const FAULTS: Readonly<Record<string, (error: Error) => () => Storage>> = {
  'every method throws'(error) {
    const reject = () => {
      throw error;
    };
    return () => ({ getItem: reject, setItem: reject, removeItem: reject, key: reject, length: 1 }) as never;
  },
  'access is forbidden': (error) => () => {
    throw error;
  },
};

for (const [fault, storageWith] of Object.entries(FAULTS)) {
  test(`logs errors instead of throwing when ${fault}`, ({ mock }) => {
    const error = new DOMException('Full', 'QuotaExceededError');
    const log = mock.fn<(message: string, reason?: unknown) => void>();
    const storage = createBrowserStorage({ getStorage: storageWith(error), log });
    assert.equal(storage.find('lat'), undefined);
    assert.equal(storage.save('lat', '39.9217'), false);
    storage.remove('lat');
    assert.deepEqual(storage.list('l'), []);
    const reasons = log.mock.calls.map(({ arguments: [, reason] }) => reason);
    assert.deepEqual(reasons, [error, error, error, error]);
  });
}
