import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceTimesOf } from './price-times.ts';

test('returns the newest change of each group of prices', () => {
  const tables = {
    1: { changedAt: '2026-11-19T12:00:00.000Z' },
    2: { changedAt: '2026-11-18T12:00:00.000Z' },
    3: { changedAt: '2026-11-20T12:00:00.000Z' },
    4: { changedAt: null },
  };
  assert.deepEqual(priceTimesOf({ asOf: '2026-11-20T15:05:00Z' }, tables), {
    cashBids: '2026-11-20T15:05:00Z',
    fertilizer: '2026-11-20T12:00:00.000Z',
    fuel: '2026-11-19T12:00:00.000Z',
  });
});

test('returns null for prices that never changed', () => {
  const none = { cashBids: null, fertilizer: null, fuel: null };
  assert.deepEqual(priceTimesOf({ asOf: null }, { 1: { changedAt: null } }), none);
});
