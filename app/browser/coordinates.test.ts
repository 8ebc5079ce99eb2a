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
import { aStorage } from './storage-double.ts';

test('A coordinate is rounded to at most four decimals', () => {
  assert.deepEqual([39.92174999, -93.47436, 40].map(roundCoordinate), [39.9217, -93.4744, 40]);
});

test('Stored coordinates are read back rounded', () => {
  const storage = aStorage();
  storeCoordinates({ lat: 39.92174999, lon: 0 }, storage);
  assert.deepEqual(storage.entries, { lat: '39.9217', lon: '0' });
  assert.deepEqual(readStoredCoordinates(storage), { lat: 39.9217, lon: 0 });
  assert.deepEqual(readStoredCoordinates(aStorage({ lat: '1.23456', lon: '-2' })), { lat: 1.2346, lon: -2 });
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
  test(`Stored coordinates ${JSON.stringify(entries)} count as none`, () => {
    assert.equal(readStoredCoordinates(aStorage(entries)), undefined);
  });
}

test('A storage that fills up half-way never pairs a new latitude with an old longitude', () => {
  const storage = aStorage({ lat: '1', lon: '2' });
  const fullForLongitude = {
    ...storage,
    save: (key: string, text: string) => (key === 'lon' ? false : storage.save(key, text)),
  };
  storeCoordinates({ lat: 3, lon: 4 }, fullForLongitude);
  assert.equal(readStoredCoordinates(storage), undefined);
});

test('A requested position is stored rounded and answered', async () => {
  const storage = aStorage();
  const coordinates = await requestCoordinates({
    navigator: { geolocation: aPosition(41.123456, -95.987654) },
    storage,
  });

  assert.deepEqual(coordinates, { lat: 41.1235, lon: -95.9877 });
  assert.deepEqual(storage.entries, { lat: '41.1235', lon: '-95.9877' });
});

const refusal = { code: 1, message: 'User denied Geolocation' };
for (const [failure, navigator] of Object.entries({
  'a refusal': {
    geolocation: { getCurrentPosition: (_: unknown, refuse: (reason: unknown) => void) => refuse(refusal) },
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
  test(`Requesting coordinates only logs ${failure}`, async ({ mock }) => {
    const log = mock.fn<Log>();
    const storage = aStorage({ lat: '1', lon: '2' });

    assert.equal(await requestCoordinates({ navigator, storage, log }), undefined);
    assert.equal(log.mock.callCount(), 1);
    assert.deepEqual(storage.entries, { lat: '1', lon: '2' });
  });
}

test('An allowed position is used at once', async () => {
  const { promise, resolve } = Promise.withResolvers();
  watchCoordinates({
    navigator: { permissions: aPermission('granted'), geolocation: aPosition(41, -95) },
    storage: aStorage(),
    onCoordinates: resolve,
  });

  assert.deepEqual(await promise, { lat: 41, lon: -95 });
});

for (const [case_, permissions] of Object.entries({
  'still to be asked for': aPermission('prompt'),
  refused: aPermission('denied'),
  'not told by the browser': undefined,
  'not to be queried': { query: () => Promise.reject(new TypeError('Unknown permission')) },
})) {
  test(`The position is never asked for while its permission is ${case_}`, async ({ mock }) => {
    const geolocation = aPosition(41, -95);
    const getCurrentPosition = mock.method(geolocation, 'getCurrentPosition');
    const onCoordinates = mock.fn();
    watchCoordinates({
      navigator: permissions === undefined ? { geolocation } : { geolocation, permissions },
      storage: aStorage(),
      log: mock.fn<Log>(),
      onCoordinates,
    });

    await settled();
    assert.equal(getCurrentPosition.mock.callCount(), 0);
    assert.equal(onCoordinates.mock.callCount(), 0);
  });
}

test('A failed query of the permission is only logged', async ({ mock }) => {
  const log = mock.fn<Log>();
  const reason = new TypeError('Unknown permission');
  watchCoordinates({
    navigator: { permissions: { query: () => Promise.reject(reason) } },
    storage: aStorage(),
    log,
    onCoordinates: () => {},
  });

  await settled();
  assert.deepEqual(
    log.mock.calls.map((call) => call.arguments[1]),
    [reason],
  );
});

test('A stopped watch takes no position, though it be allowed', async ({ mock }) => {
  const geolocation = aPosition(41, -95);
  const getCurrentPosition = mock.method(geolocation, 'getCurrentPosition');
  const onCoordinates = mock.fn();
  const stop = watchCoordinates({
    navigator: { permissions: aPermission('granted'), geolocation },
    storage: aStorage(),
    onCoordinates,
  });

  stop();
  await settled();
  assert.equal(getCurrentPosition.mock.callCount(), 0);
  assert.equal(onCoordinates.mock.callCount(), 0);
});

function aPosition(latitude: number, longitude: number) {
  return {
    getCurrentPosition(tell: PositionCallback) {
      tell({ coords: { latitude, longitude } } as GeolocationPosition);
    },
  };
}

function aPermission(state: PermissionState) {
  return { query: () => Promise.resolve({ state }) };
}

/** Resolves once everything that was only waiting for resolved promises has run. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test('stored coordinates are told at once, before any permission is looked at', () => {
  const told: unknown[] = [];
  watchCoordinates({
    onCoordinates: (coordinates) => told.push(coordinates),
    navigator: {},
    storage: aStorage({ lat: '40.5', lon: '-92.25' }),
    log: () => undefined,
  })();
  assert.deepEqual(told, [{ lat: 40.5, lon: -92.25 }]);
});
