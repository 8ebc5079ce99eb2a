import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShownBid, SHOWN_AT as AT } from '#tests/support/a-shown-bid.ts';
import { changeDirection } from './change-direction.ts';
import { areSameTime, deliveryOf, formatBid, groupBids, isStale, newestOf, periodOf } from './format-bids.ts';

test('formats changes in cents, other numbers in dollars per bushel, and an empty value as an empty text', () => {
  const changes = ["3'0", "-2'6", "0'4", "-0'1", "0'0", 'UNCH', ''];
  const numbers = changes.map((change) => formatBid(aShownBid({ change })).change);
  assert.deepEqual(numbers, ['+3', '−2¾', '+½', '−⅛', 'unch', 'unch', '']);
  assert.deepEqual(numbers.map(changeDirection), ['up', 'down', 'up', 'down', 'none', 'none', 'none']);
  const basis = ['-32', '5.25', '0', ''].map((cents) => formatBid(aShownBid({ basis: cents })).basis);
  assert.deepEqual(basis, ['−0.32', '+0.0525', '0.00', '']);
  const futures = ["432'6", "430'0", "432'1", ''].map(
    (text) => formatBid(aShownBid({ futures: text })).futures,
  );
  assert.deepEqual(futures, ['4.3275', '4.3000', '4.32125', '']);
  assert.equal(formatBid(aShownBid({ cashPrice: '4.0100' })).cash, '4.0100');
});

test('treats two times as the same when pages show the same minute', () => {
  assert.equal(areSameTime('2026-11-20T15:00:00.000Z', '2026-11-20T15:00:59.999Z'), true);
  assert.equal(areSameTime('2026-11-20T15:00:59.999Z', '2026-11-20T15:01:00.000Z'), false);
});

const age = (now: string) => ({ now: Date.parse(now), oldAfterHours: 24 });

test('marks a price as stale only when it is older than the age limit', () => {
  assert.equal(isStale(AT, age('2026-11-21T15:00:00.000Z')), false);
  assert.equal(isStale(AT, age('2026-11-21T15:00:00.001Z')), true);
});

test('returns the latest time, whatever the order of the bids', () => {
  const times = [AT, '2026-11-20T16:00:00.000Z', '2026-11-19T16:00:00.000Z'];
  assert.equal(newestOf(times.map((asOf) => aShownBid({ asOf }))), times[1]);
  assert.equal(newestOf([]), '');
});

test('groups bids by location and commodity, in the order of their first bids', () => {
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
      commodities.map(({ commodity, asOf: ofCommodity, bids }) => [commodity, ofCommodity, bids.length]),
    ]),
    [
      [
        'Hickory Bend',
        later,
        [
          ['Corn', AT, 2],
          ['Wheat', later, 1],
        ],
      ],
      ['Cedar Fork', AT, [['Corn', AT, 1]]],
    ],
  );
});

const PERIODS: readonly [start: string, end: string, text: string][] = [
  ['2026-12-01', '2026-12-31', 'Dec 1 – 31, 2026'],
  ['2026-10-01', '2026-11-30', 'Oct 1 – Nov 30, 2026'],
  ['2026-12-15', '2027-01-15', 'Dec 15, 2026 – Jan 15, 2027'],
  ['2026-12-15', '2026-12-15', 'Dec 15, 2026'],
  ['2026-12-15', '', 'From Dec 15, 2026'],
  ['', '', ''],
];
for (const [deliveryStart, deliveryEnd, text] of PERIODS) {
  test(`formats a delivery from ${deliveryStart} to ${deliveryEnd} as "${text}"`, () => {
    assert.equal(periodOf({ deliveryStart, deliveryEnd }), text);
    assert.equal(deliveryOf({ delivery: '', deliveryStart, deliveryEnd }), text);
    assert.equal(deliveryOf({ delivery: 'Spot', deliveryStart, deliveryEnd }), 'Spot');
  });
}
