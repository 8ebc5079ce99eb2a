import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CashBid } from './cash-bids.ts';
import {
  basisInDollars,
  changeInDollars,
  deliveryOf,
  glanceAt,
  groupBids,
  isOld,
  periodOf,
} from './bids-shown.ts';

const AT = '2026-11-20T15:00:00.000Z';
const aShownBid = (bid: Partial<CashBid> = {}): CashBid => ({
  location: 'Hickory Bend',
  commodity: 'Corn',
  delivery: 'Spot',
  deliveryStart: '',
  deliveryEnd: '',
  futuresMonth: 'Dec 2026',
  futures: "432'6",
  change: "3'0",
  basis: '-32',
  cashPrice: '4.01',
  notes: '',
  asOf: AT,
  ...bid,
});

test('Changes and basis are shown in signed dollars, and nothing as nothing', () => {
  assert.deepEqual(["3'0", "-3'2", "0'0", ''].map(changeInDollars), ['+0.03', '-0.0325', '0.00', '']);
  assert.deepEqual(['-32', '5.25', '0', ''].map(basisInDollars), ['-0.32', '+0.0525', '0.00', '']);
});

const age = (now: string) => ({ now: Date.parse(now), oldAfterHours: 24 });

test('A price is old when it is older than the set age, and not before', () => {
  assert.equal(isOld(AT, age('2026-11-21T15:00:00.000Z')), false);
  assert.equal(isOld(AT, age('2026-11-21T15:00:00.001Z')), true);
});

test('The board is grouped by places and grains in the order of their first bids', () => {
  const later = '2026-11-20T16:00:00.000Z';
  const groups = groupBids([
    aShownBid(),
    aShownBid({ location: 'Cedar Fork' }),
    aShownBid({ commodity: 'Wheat', asOf: later }),
    aShownBid({ delivery: 'March' }),
  ]);
  assert.deepEqual(
    groups.map(({ location, asOf, commodities }) => [
      location,
      asOf,
      commodities.map(({ commodity, bids }) => [commodity, bids.length]),
    ]),
    [
      [
        'Hickory Bend',
        later,
        [
          ['Corn', 2],
          ['Wheat', 1],
        ],
      ],
      ['Cedar Fork', AT, [['Corn', 1]]],
    ],
  );
});

test('At a glance there is the first bid of each grain, three at most, and how long the board is', () => {
  const grains = ['Corn', 'Corn', 'Soybeans', 'Wheat', 'Milo'];
  const bids = grains.map((commodity, n) => aShownBid({ commodity, delivery: `Delivery ${n}` }));
  const glance = glanceAt({ asOf: AT, bids }, { now: Date.parse(AT), oldAfterHours: 24 });
  assert.deepEqual(
    glance.bids.map(({ delivery }) => delivery),
    ['Delivery 0', 'Delivery 2', 'Delivery 3'],
  );
  assert.deepEqual(glance.length, { locations: 1, commodities: 4, bids: 5 });
  assert.equal(glance.isOld, false);
});

const PERIODS: readonly [start: string, end: string, text: string][] = [
  ['2026-12-01', '2026-12-31', 'Dec 1 – 31, 2026'],
  ['2026-10-01', '2026-11-30', 'Oct 1 – Nov 30, 2026'],
  ['2026-12-15', '2027-01-15', 'Dec 15, 2026 – Jan 15, 2027'],
  ['2026-12-15', '2026-12-15', 'Dec 15, 2026'],
  ['2026-12-15', '', 'from Dec 15, 2026'],
  ['', '', ''],
];
for (const [deliveryStart, deliveryEnd, text] of PERIODS) {
  test(`${deliveryStart} to ${deliveryEnd} is "${text}"`, () => {
    assert.equal(periodOf({ deliveryStart, deliveryEnd }), text);
    assert.equal(deliveryOf({ delivery: '', deliveryStart, deliveryEnd }), text);
    assert.equal(deliveryOf({ delivery: 'Spot', deliveryStart, deliveryEnd }), 'Spot');
  });
}
