import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isPerTon, nutrientPrice } from './nutrient-price.ts';

/** As published, or reckoned by hand where nobody publishes it. */
const PRICES: readonly [product: string, pricePerTon: string, perPound: string | undefined][] = [
  ['Urea 46-0-0', '583', '0.63'],
  ['Anhydrous ammonia 82-0-0', '856.00', '0.52'],
  ['UAN 28-0-0', '408', '0.73'],
  ['UAN 32-0-0', '464', '0.73'],
  ['Potash, red 0-0-60', '485', '0.40'],
  ['MAP 11-52-0', '866', '0.69'],
  ['DAP 18-46-0', '$1,019.00', '0.80'],
  ['AMS 21-0-0-24S', '420', undefined],
  ['10-34-0 liquid starter', ' 665.5 ', '0.76'],
  // Half a cent: 0.005 and 0.015 dollars.
  ['1-0-0', '.10', undefined],
  ['1-0-0', '0.10', '0.01'],
  ['1-0-0', '0.30', '0.02'],
  ['1-0-0', '0.29', '0.01'],
  ['100 lb of nothing', '100', undefined],
  ['UAN 28%', '408', undefined],
  ['Filler 0-0-0', '100', undefined],
  ['Impossible 60-60-60', '100', undefined],
  ['Call 660-555-0142', '100', undefined],
  ['2026-11-20', '100', undefined],
  ['Urea 46-0-0', '', undefined],
  ['Urea 46-0-0', 'call', undefined],
  ['Urea 46-0-0', '-583', undefined],
  ['Urea 46-0-0', '5,83', undefined],
  ['Urea 46-0-0', '583.125', undefined],
  ['Urea 46-0-0', '583/571', undefined],
];

for (const [product, price, perPound] of PRICES) {
  test(`A pound of nutrient in ${product} at ${JSON.stringify(price)} a ton costs ${perPound}`, () =>
    assert.equal(nutrientPrice(product, price), perPound));
}

test('The price per pound is never further from the exact one than half a cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 33 }),
      fc.integer({ min: 0, max: 33 }),
      fc.integer({ min: 1, max: 34 }),
      fc.integer({ min: 0, max: 99_999_99 }),
      (n, p, k, cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const perPound = BigInt((nutrientPrice(`Blend ${n}-${p}-${k}`, text) ?? '').replace('.', ''));
        const pounds = BigInt((n + p + k) * 20);
        const off = 2n * (perPound * pounds - BigInt(cents));
        assert.ok(off <= pounds && off > -pounds);
      },
    ),
  );
});

test('A header tells whether its prices are per ton', () => {
  for (const header of ['Price per ton', 'Price/Ton', '$ / ton', 'PER TON']) assert.ok(isPerTon(header));
  for (const header of ['Price', 'Prepay', 'Tonnage', 'per gal', '']) assert.ok(!isPerTon(header));
});
