import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredFormat } from './open-data.ts';

test('returns CSV only when Accept names it and prefers it to JSON', () => {
  for (const accept of [
    'text/csv',
    'text/csv, */*;q=0.1',
    'text/csv;q=0.5, */*',
    'application/json;q=0.5, text/csv',
    'text/csv, application/json;Q=0',
  ])
    assert.equal(preferredFormat(accept), 'csv', accept);
  for (const accept of [
    undefined,
    '*/*',
    'text/*',
    'application/json',
    'text/csv;q=0',
    'text/csv;q=high',
    'text/csvx',
    'text/csv;q=0.5, application/json',
    'application/json, text/csv',
  ])
    assert.equal(preferredFormat(accept), 'json', String(accept));
});
