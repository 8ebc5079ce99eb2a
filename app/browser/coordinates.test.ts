import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';

import {
  readStoredCoordinates,
  requestCoordinates,
  roundCoordinate,
  storeCoordinates,
  watchCoordinates,
} from './coordinates.ts';
import type { Log } from './log.ts';
import { createFakeStorage } from '#tests/support/fake-storage.ts';

test('rounds coordinates to at most four decimals', () => {
  assert.deepEqual([39.92174999, -93.47436, 40].map(roundCoordinate), [39.9217, -93.4744, 40]);
});

test('returns stored coordinates, rounded', () => {
  const storage = createFakeStorage();
  storeCoordinates({ lat: 39.92174999, lon: 0 }, storage);
  assert.deepEqual(storage.entries, { lat: '39.9217', lon: '0' });
  assert.deepEqual(readStoredCoordinates(storage), { lat: 39.9217, lon: 0 });
  const exact = createFakeStorage({ lat: '1.23456', lon: '-2' });
  assert.deepEqual(readStoredCoordinates(exact), { lat: 1.2346, lon: -2 });
});

for (const entries of [
  {},
  { lat: '39.9' },
  { lon: '-93.4' },
  { lat: '', lon: '-93.4' },
  { lat: '39.9', lon: ' ' },
  { lat: 'north', lon: '-93.4' },
  { lat: 'NaN', lon: '-93.4' },
  { lat: '90.1', lon: '-93.4' },
  { lat: '39.9', lon: '-180.1' },
  { lat: '39.9', lon: 'Infinity' },
]) {
  test(`returns undefined for the stored coordinates ${JSON.stringify(entries)}`, () => {
    assert.equal(readStoredCoordinates(createFakeStorage(entries)), undefined);
  });
}

test('never pairs a new latitude with an old longitude when storage fills up in between', () => {
  const storage = createFakeStorage({ lat: '1', lon: '2' });
  const save = (key: string, text: string) => (key === 'lon' ? false : storage.save(key, text));
  storeCoordinates({ lat: 3, lon: 4 }, { ...storage, save });
  assert.equal(readStoredCoordinates(storage), undefined);
});

test('stores and returns the requested position, rounded', async () => {
  const storage = createFakeStorage();
  const navigator = { geolocation: aPosition(41.123456, -95.987654) };
  assert.deepEqual(await requestCoordinates({ navigator, storage }), { lat: 41.1235, lon: -95.9877 });
  assert.deepEqual(storage.entries, { lat: '41.1235', lon: '-95.9877' });
});

const denied = { code: 1, message: 'User denied Geolocation' };
for (const [failure, getCurrentPosition] of Object.entries({
  'a denied permission': (_: unknown, reject: (reason: unknown) => void) => reject(denied),
  'a browser that throws': () => assert.fail('Not here'),
})) {
  test(`requestCoordinates returns undefined and logs once for ${failure}`, async ({ mock }) => {
    const log = mock.fn<Log>();
    const storage = createFakeStorage({ lat: '1', lon: '2' });
    const navigator = { geolocation: { getCurrentPosition } };
    assert.equal(await requestCoordinates({ navigator, storage, log }), undefined);
    assert.equal(log.mock.callCount(), 1);
    assert.deepEqual(storage.entries, { lat: '1', lon: '2' });
  });
}

/** Watches the coordinates of a browser with this permission. Returns what was requested, reported, and logged. */
function watch({ mock }: TestContext, permissions: ReturnType<typeof aPermission> | undefined, entries = {}) {
  const geolocation = aPosition(41, -95);
  const requests = mock.method(geolocation, 'getCurrentPosition').mock;
  const reported: unknown[] = [];
  const logged: unknown[] = [];
  const stop = watchCoordinates({
    navigator: { geolocation, ...(permissions && { permissions }) },
    storage: createFakeStorage(entries),
    log: (_, reason) => logged.push(reason),
    onCoordinates: (coordinates) => reported.push(coordinates),
  });
  return { requests, reported, logged, stop };
}

test('reports the position when the permission is already granted', async (t) => {
  const { reported, stop } = watch(t, aPermission('granted'));
  await settled();
  assert.deepEqual(reported, [{ lat: 41, lon: -95 }]);
  stop();
});

const reason = new TypeError('Unknown permission');
for (const [case_, permissions, errors] of [
  ['is undecided', aPermission('prompt'), []],
  ['is denied', aPermission('denied'), []],
  ['is not exposed by the browser', undefined, []],
  ['cannot be queried', { query: () => Promise.reject(reason) }, [reason]],
] as const) {
  test(`does not request the position when the permission ${case_}`, async (t) => {
    const { requests, reported, logged } = watch(t, permissions);
    await settled();
    assert.deepEqual([requests.callCount(), reported, logged], [0, [], errors]);
  });
}

test('does not request the position after stop, even if the permission is granted', async (t) => {
  const { requests, reported, stop } = watch(t, aPermission('granted'));
  stop();
  await settled();
  assert.deepEqual([requests.callCount(), reported], [0, []]);
});

test('does not report a position that arrives after stop', async () => {
  const found = Promise.withResolvers<void>();
  const reported: unknown[] = [];
  const { getCurrentPosition } = aPosition(41, -95);
  const stop = watchCoordinates({
    navigator: {
      geolocation: {
        getCurrentPosition: (onSuccess) => void found.promise.then(() => getCurrentPosition(onSuccess)),
      },
      permissions: aPermission('granted'),
    },
    storage: createFakeStorage(),
    onCoordinates: (coordinates) => reported.push(coordinates),
  });
  await settled();
  stop();
  found.resolve();
  await settled();
  assert.deepEqual(reported, []);
});

test('reports stored coordinates before it checks the permission', (t) => {
  const { reported } = watch(t, undefined, { lat: '40.5', lon: '-92.25' });
  assert.deepEqual(reported, [{ lat: 40.5, lon: -92.25 }]);
});

function aPosition(latitude: number, longitude: number) {
  return {
    getCurrentPosition(onSuccess: PositionCallback) {
      onSuccess({ coords: { latitude, longitude } } as GeolocationPosition);
    },
  };
}

function aPermission(state: PermissionState): { query(): Promise<{ state: PermissionState }> } {
  return { query: () => Promise.resolve({ state }) };
}

/** Resolves after all pending promise callbacks have run. */
const settled = () => new Promise(setImmediate);
