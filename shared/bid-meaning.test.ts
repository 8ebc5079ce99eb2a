import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningOf } from './bid-meaning.ts';
import type { BidField } from './parse-bids.ts';

test('names a value the same in all the spellings of spreadsheets', () => {
  const spellings: [BidField, string, string[]][] = [
    ['active', 'no', ['no', 'No', 'FALSE', '0']],
    ['active', 'yes', ['yes', 'TRUE', '1', '']],
    ['delivery', meaningOf('delivery', 'Dec 2026'), ['Dec-26', 'dec  2026']],
    ['deliveryStart', meaningOf('deliveryStart', '2026-12-01'), ['12/1/2026']],
    ['basis', meaningOf('basis', '-0.32'), ['-.32']],
    ['commodity', 'Yellow corn', [' Yellow  corn ']],
  ];
  for (const [field, meaning, texts] of spellings)
    for (const text of texts) assert.equal(meaningOf(field, text), meaning, `${field} ${text}`);
});
