import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShownBid, SHOWN_AT as AT } from '#tests/support/a-shown-bid.ts';
import {
  areSameTime,
  changeDecimals,
  formatBasis,
  formatChange,
  deliveryOf,
  groupBids,
  isStale,
  newestOf,
  periodOf,
} from './format-bids.ts';

test('formats changes and basis in signed dollars, and an empty value as an empty text', () => {
  const found = ["3'0", "-3'2", "0'0", ''].map((change) => formatChange(change));
  assert.deepEqual(found, ['+0.03', '-0.0325', '0.00', '']);
  assert.deepEqual(['-32', '5.25', '0', ''].map(formatBasis), ['-0.32', '+0.0525', '0.00', '']);
});

test('formats all changes of a list with the decimals of its most exact one', () => {
  const changes = ["3'0", "-3'2", "0'4", 'UNCH', ''];
  const decimals = changeDecimals(changes.map((change) => ({ change })));
  const listed = changes.map((change) => formatChange(change, decimals));
  assert.deepEqual(listed, ['+0.0300', '-0.0325', '+0.0050', '0.0000', '']);
  assert.equal(changeDecimals([{ change: "3'0" }, { change: '' }]), 2);
  assert.equal(changeDecimals([]), 2);
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
