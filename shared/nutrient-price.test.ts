import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { EFFORT } from '#tests/support/effort.ts';
import { nutrientOf, nutrientPrice } from './nutrient-price.ts';

fc.configureGlobal({ numRuns: EFFORT.propertyRuns });

/** Published prices per ton, with the price per pound of nutrient. */
type Published = [product: string, perTon: string, nutrient: string, perPound: string, decimals: number];
const PUBLISHED: readonly Published[] = [
  ['Urea 46-0-0', '583', 'N', '0.63', 2],
  ['Anhydrous ammonia 82-0-0', '856', 'N', '0.52', 2],
  ['UAN 28-0-0', '408', 'N', '0.73', 2],
  ['UAN 32-0-0', '464', 'N', '0.73', 2],
  ['Potash, red 0-0-60', '485', 'K₂O', '0.404', 3],
];
for (const [product, perTon, nutrient, perPound, decimals] of PUBLISHED) {
  test(`prices ${product} at ${perTon} per ton as ${perPound} per pound of ${nutrient}`, () => {
    const found = nutrientOf(product);
    assert.equal(found?.nutrient, nutrient);
    assert.equal(nutrientPrice(perTon, found?.percent ?? 0, decimals), perPound);
  });
}

test('returns no nutrient for a product without a grade or with several nutrients', () => {
  const others = ['UAN 28%', 'Ag lime', '0-0-0', '660-555-0142', '1-46-0-0', 'DAP 18-46-0', 'AMS 21-0-0-24S'];
  for (const product of others) {
    assert.equal(nutrientOf(product), undefined, product);
  }
  assert.deepEqual(nutrientOf('0-46-0 triple super'), { nutrient: 'P₂O₅', percent: 46 });
});

test('parses prices as tables show them, and returns undefined for other texts', () => {
  assert.equal(nutrientPrice('$1,019.00', 46), '1.11');
  assert.equal(nutrientPrice('583.5', 46, 3), '0.634');
  for (const text of ['', 'Call', '0', '12,34', '583.005', '-5'])
    assert.equal(nutrientPrice(text, 46), undefined);
});

test('rounds the price per pound by at most half of its last digit', () => {
  const percents = fc.integer({ min: 1, max: 99 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), percents, (cents, percent) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      const mills = BigInt((nutrientPrice(text, percent, 3) ?? '').replace('.', ''));
      const off = mills * 2n * BigInt(percent) - BigInt(cents);
      assert.ok(off <= BigInt(percent) && off > -BigInt(percent));
    }),
  );
});
