import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { locationList, newLocation } from './location-list.ts';

test('renames cash bids as chosen in a save, and never when a removed location is restored', async (t) => {
  const sent: string[] = [];
  t.mock.method(globalThis, 'fetch', async (path: string) => {
    sent.push(path);
    return Response.json({ content: [], version: 2, changed: true });
  });
  const { save, stored } = locationList('2026-11-20', 'rename');
  const north = { ...newLocation(), name: 'North' };
  await save([north], '1', []);
  await stored.restore(north, { content: [north], version: '2' });
  assert.deepEqual(sent, [`${API.locations}?bids=rename`, `${API.locations}?bids=keep`]);
});
