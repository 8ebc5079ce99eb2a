import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { EFFORT } from '#tests/support/effort.ts';
import {
  basisFor,
  cashOf,
  dollars,
  parseDollars,
  parseCents,
  parseChange,
  parseEighths,
  parseFutures,
  ROUNDINGS,
  roundPrice,
  unitsFromCash,
  formatCents,
  formatEighths,
  type Decimals,
} from './bid-prices.ts';

fc.configureGlobal({ numRuns: EFFORT.propertyRuns });

const HALF_UP = { rounding: 'half up', decimals: 2 } as const;

/** Published prices: futures, basis in cents, and cash price in dollars. */
const PUBLISHED: readonly [futures: string, basis: string, cash: string][] = [
  ["384'4", '-35', '3.50'],
  ["393'6", '-39', '3.55'],
  ["400'6", '-39', '3.62'],
  ["1029'4", '-79', '9.51'],
  ["1041'2", '-85', '9.56'],
  ["432'6", '-32', '4.01'],
  ["446'4", '-28', '4.19'],
  ["1074'4", '-55', '10.20'],
  ["1090'2", '-60', '10.30'],
  ["561'6", '-45', '5.17'],
];

for (const [futures, basis, cash] of PUBLISHED) {
  test(`prices futures of ${futures} with a basis of ${basis} at ${cash}`, () => {
    const row = { futuresEighths: parseEighths(futures) ?? NaN, basisHundredths: parseCents(basis) ?? NaN };
    assert.equal(dollars(cashOf(row, HALF_UP)), cash);
  });
}

for (const [rounding, ...expected] of [
  ['half up', '3.50', '3.51', '3.51'],
  ['half down', '3.50', '3.50', '3.51'],
  ['always up', '3.51', '3.51', '3.51'],
  ['always down', '3.50', '3.50', '3.50'],
] as const) {
  test(`rounds 3.5025, 3.505 and 3.5075 ${rounding} to ${expected.join(', ')}`, () => {
    const rounded = [350_250, 350_500, 350_750].map((units) => roundPrice(units, { rounding, decimals: 2 }));
    assert.deepEqual(
      rounded.map((units) => dollars(units)),
      expected,
    );
  });
}

const rules = fc.record({
  rounding: fc.constantFrom(...ROUNDINGS),
  decimals: fc.constantFrom<Decimals>(2, 4),
});
const eighths = fc.integer({ min: -799_999, max: 799_999 });
const hundredths = fc.integer({ min: -999_999, max: 999_999 });

test('rounds to whole steps, by less than one step, in the direction of the rule', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), rules, (units, rule) => {
      const step = rule.decimals === 2 ? 1000 : 10;
      const rounded = roundPrice(units, rule);
      const up = rounded - units;
      assert.equal(Math.abs(rounded % step), 0);
      assert.equal(Math.abs(up) < step, true);
      if (rule.rounding === 'always up') assert.equal(up >= 0, true);
      if (rule.rounding === 'always down') assert.equal(up <= 0, true);
      if (rule.rounding === 'half up') assert.equal(up * 2 <= step && up * -2 < step, true);
      if (rule.rounding === 'half down') assert.equal(up * 2 < step && up * -2 <= step, true);
      assert.equal(roundPrice(rounded, rule), rounded);
    }),
  );
});

test('adds futures and basis exactly, and rounds only the sum', () => {
  fc.assert(
    fc.property(eighths, hundredths, rules, (futuresEighths, basisHundredths, rule) => {
      const exact = BigInt(futuresEighths) * 125n + BigInt(basisHundredths) * 10n;
      const cash = cashOf({ futuresEighths, basisHundredths }, rule);
      assert.equal(cash, roundPrice(Number(exact), rule));
      // One more cent of futures makes one more cent of cash, whatever the rule.
      const more = cashOf({ futuresEighths: futuresEighths + 8, basisHundredths }, rule);
      assert.equal(more - cash, 1000);
    }),
  );
});

test('finds a basis for every payable cash price, in whole cents where these suffice', () => {
  const cents = fc.integer({ min: 0, max: 99_999 });
  fc.assert(
    fc.property(fc.nat({ max: 799_999 }), cents, rules, (futuresEighths, cash, rule) => {
      const basisHundredths = basisFor({ futuresEighths, cashPrice: cash * 100 }, rule) ?? NaN;
      assert.equal(cashOf({ futuresEighths, basisHundredths }, rule), unitsFromCash(cash * 100));
      if (rule.decimals === 2) assert.equal(Math.abs(basisHundredths % 100), 0);
    }),
  );
  assert.equal(basisFor({ futuresEighths: 3462, cashPrice: 40_650 }, HALF_UP), undefined);
});

test('round-trips futures between eighths and text', () => {
  fc.assert(fc.property(eighths, (value) => assert.equal(parseEighths(formatEighths(value)), value)));
  const texts = fc.tuple(
    fc.constantFrom('', '-'),
    fc.integer({ min: 1, max: 99_999 }),
    fc.integer({ min: 0, max: 7 }),
  );
  fc.assert(
    fc.property(texts, ([sign, cents, rest]) => {
      const text = `${sign}${cents}'${rest}`;
      assert.equal(formatEighths(parseEighths(text) ?? NaN), text);
    }),
  );
});

test('round-trips basis and cash prices through text', () => {
  fc.assert(fc.property(hundredths, (value) => assert.equal(parseCents(formatCents(value)), value)));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), (value) =>
      assert.equal(parseDollars(dollars(unitsFromCash(value))), value),
    ),
  );
});

const TICKS: readonly [text: string, eighths: number | undefined][] = [
  ["432'6", 3462],
  ["0'0", 0],
  ["-3'2", -26],
  ["-0'2", -2],
  ["+3'2", 26],
  ['−3’2', -26],
  ['432-6', 3462],
  ["0'2", 2],
  ['UNCH', 0],
  ["-0'0", 0],
  ["432'8", undefined],
  ['432', undefined],
  ['4326', undefined],
  ['4.3275', undefined],
  ["432'", undefined],
  ["432'65", undefined],
  ["1000000'0", undefined],
  ["4,321'0", undefined],
  ['', undefined],
];
for (const [text, value] of TICKS) {
  test(`parses the futures price "${text}" as ${value === undefined ? 'undefined' : `${value} eighths of a cent`}`, () =>
    assert.equal(parseEighths(text), value));
}

const PLAIN: readonly [text: string, change: number | undefined, futures: number | undefined][] = [
  ["432'6", 3462, 3462],
  ['435', 3480, 3480],
  [' 435.25 ', 3482, 3482],
  ['435.125', 3481, 3481],
  ['1074.5', 8596, 8596],
  ["0'0", 0, 0],
  ["4'2", 34, 34],
  ['0', 0, undefined],
  ['-3.5', -28, undefined],
  ['+2', 16, undefined],
  ["-432'6", -3462, undefined],
  ['4.25', 34, undefined],
  ['4326', 34_608, undefined],
  ['435.2', undefined, undefined],
  ['4.3275', undefined, undefined],
  ['999999', undefined, undefined],
  ['up', undefined, undefined],
];
test('reads a change in cents, and futures unless they could be dollars or eighths without a mark', () => {
  for (const [text, change, futures] of PLAIN)
    assert.deepEqual([parseChange(text), parseFutures(text)], [change, futures], text);
});

const CENTS: readonly [text: string, hundredths: number | undefined][] = [
  ['-32', -3200],
  ['−32.5', -3250],
  ['+5', 500],
  ['-.25', -25],
  ['0', 0],
  ['-0', 0],
  ['-32.255', undefined],
  ['-0.32¢', undefined],
  ['12345', undefined],
  ['1e2', undefined],
  ['.', undefined],
  ['', undefined],
];
for (const [text, value] of CENTS) {
  test(`parses the basis "${text}" as ${value === undefined ? 'undefined' : `${value} hundredths of a cent`}`, () =>
    assert.equal(parseCents(text), value));
}

test('parses cash prices with or without $, with up to four decimals, and rejects negative ones', () => {
  assert.deepEqual(['4.01', '$4.0125', '$ 4', '0', '-4.01', '4.01255', '1000', '4,01'].map(parseDollars), [
    40_100,
    40_125,
    40_000,
    0,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

const FIGURES: readonly [units: number, text: string][] = [
  [0, '0.00'],
  [125, '0.00125'],
  [250, '0.0025'],
  [1000, '0.01'],
  [-32_000, '-0.32'],
  [-125, '-0.00125'],
  [100_000, '1.00'],
  [1_020_050, '10.2005'],
  [1_000_000_000_000, '10000000.00'],
];
for (const [units, text] of FIGURES) {
  test(`formats ${units} hundred-thousandths of a dollar as ${text}`, () =>
    assert.equal(dollars(units), text));
}

test('formats dollars with a minimum number of decimals', () => {
  assert.equal(dollars(401_000, 4), '4.0100');
  assert.equal(dollars(401_250, 2), '4.0125');
});
