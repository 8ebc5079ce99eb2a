import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aTable } from '#tests/support/a-table.ts';
import { mergeGrids } from './merge-grids.ts';

const BASE = aTable('Product Price Prepay | Urea 410 400 | MAP 720 700 | Potash 395 _');

test('names what both have changed, and takes the chosen values', () => {
  const draft = aTable('Product Price Prepay | Urea 415 400 | MAP 720 700 | Potash 399 _');
  const theirs = aTable('Product Price | Urea 420 | MAP 720');
  const merged = mergeGrids({ draft, base: BASE, theirs });
  assert.ok(merged);
  const { merged: table, conflicts } = merged;
  const found = conflicts.map(({ key: _key, ...shown }) => shown);
  assert.deepEqual(found, [
    { name: 'Urea, Price', mine: '415', theirs: '420' },
    { name: 'Potash', mine: 'Potash, 399', theirs: 'Removed' },
  ]);
  assert.deepEqual(table, aTable('Product Price | Urea 415 | MAP 720 | Potash 399'));
  const [price] = conflicts;
  const chosen = mergeGrids({ draft, base: BASE, theirs }, (key) => (key === price?.key ? 'mine' : 'theirs'));
  assert.deepEqual(chosen?.merged, aTable('Product Price | Urea 415 | MAP 720'));
});
