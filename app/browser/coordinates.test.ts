import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  readStoredCoordinates,
  requestCoordinates,
  roundCoordinate,
  storeCoordinates,
  watchCoordinates,
} from './coordinates.ts';
import type { Log } from './log.ts';
import { createFakeStorage } from './fake-storage.ts';

test('rounds coordinates to at most four decimals', () => {
  assert.deepEqual([39.92174999, -93.47436, 40].map(roundCoordinate), [39.9217, -93.4744, 40]);
});

test('returns stored coordinates, rounded', () => {
  const storage = createFakeStorage();
  storeCoordinates({ lat: 39.92174999, lon: 0 }, storage);
  assert.deepEqual(storage.entries, { lat: '39.9217', lon: '0' });
  assert.deepEqual(readStoredCoordinates(storage), { lat: 39.9217, lon: 0 });
  assert.deepEqual(readStoredCoordinates(createFakeStorage({ lat: '1.23456', lon: '-2' })), {
    lat: 1.2346,
    lon: -2,
  });
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
  const fullForLongitude = {
    ...storage,
    save: (key: string, text: string) => (key === 'lon' ? false : storage.save(key, text)),
  };
  storeCoordinates({ lat: 3, lon: 4 }, fullForLongitude);
  assert.equal(readStoredCoordinates(storage), undefined);
});

test('stores and returns the requested position, rounded', async () => {
  const storage = createFakeStorage();
  const coordinates = await requestCoordinates({
    navigator: { geolocation: aPosition(41.123456, -95.987654) },
    storage,
  });

  assert.deepEqual(coordinates, { lat: 41.1235, lon: -95.9877 });
  assert.deepEqual(storage.entries, { lat: '41.1235', lon: '-95.9877' });
});

const rejection = { code: 1, message: 'User denied Geolocation' };
for (const [failure, navigator] of Object.entries({
  'a denied permission': {
    geolocation: { getCurrentPosition: (_: unknown, reject: (reason: unknown) => void) => reject(rejection) },
  },
  'a browser that throws': {
    geolocation: {
      getCurrentPosition() {
        throw new Error('Not here');
      },
    },
  },
  'a position out of range': { geolocation: aPosition(NaN, 0) },
  'a browser without geolocation': {},
})) {
  test(`requestCoordinates returns undefined and logs once for ${failure}`, async ({ mock }) => {
    const log = mock.fn<Log>();
    const storage = createFakeStorage({ lat: '1', lon: '2' });

    assert.equal(await requestCoordinates({ navigator, storage, log }), undefined);
    assert.equal(log.mock.callCount(), 1);
    assert.deepEqual(storage.entries, { lat: '1', lon: '2' });
  });
}

test('reports the position when the permission is already granted', async () => {
  const { promise, resolve } = Promise.withResolvers();
  watchCoordinates({
    navigator: { permissions: aPermission('granted'), geolocation: aPosition(41, -95) },
    storage: createFakeStorage(),
    onCoordinates: resolve,
  });

  assert.deepEqual(await promise, { lat: 41, lon: -95 });
});

for (const [case_, permissions] of Object.entries({
  'is undecided': aPermission('prompt'),
  'is denied': aPermission('denied'),
  'is not exposed by the browser': undefined,
  'cannot be queried': { query: () => Promise.reject(new TypeError('Unknown permission')) },
})) {
  test(`does not request the position when the permission ${case_}`, async ({ mock }) => {
    const geolocation = aPosition(41, -95);
    const getCurrentPosition = mock.method(geolocation, 'getCurrentPosition');
    const onCoordinates = mock.fn();
    watchCoordinates({
      navigator: permissions === undefined ? { geolocation } : { geolocation, permissions },
      storage: createFakeStorage(),
      log: mock.fn<Log>(),
      onCoordinates,
    });

    await settled();
    assert.equal(getCurrentPosition.mock.callCount(), 0);
    assert.equal(onCoordinates.mock.callCount(), 0);
  });
}

test('does not request the position after stop, even if the permission is granted', async ({ mock }) => {
  const geolocation = aPosition(41, -95);
  const getCurrentPosition = mock.method(geolocation, 'getCurrentPosition');
  const onCoordinates = mock.fn();
  const stop = watchCoordinates({
    navigator: { permissions: aPermission('granted'), geolocation },
    storage: createFakeStorage(),
    onCoordinates,
  });

  stop();
  await settled();
  assert.equal(getCurrentPosition.mock.callCount(), 0);
  assert.equal(onCoordinates.mock.callCount(), 0);
});

function aPosition(latitude: number, longitude: number) {
  return {
    getCurrentPosition(onSuccess: PositionCallback) {
      onSuccess({ coords: { latitude, longitude } } as GeolocationPosition);
    },
  };
}

function aPermission(state: PermissionState) {
  return { query: () => Promise.resolve({ state }) };
}

/** Resolves after all pending promise callbacks have run. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test('reports stored coordinates before it checks the permission', () => {
  const reported: unknown[] = [];
  watchCoordinates({
    onCoordinates: (coordinates) => reported.push(coordinates),
    navigator: {},
    storage: createFakeStorage({ lat: '40.5', lon: '-92.25' }),
    log: () => undefined,
  })();
  assert.deepEqual(reported, [{ lat: 40.5, lon: -92.25 }]);
});
