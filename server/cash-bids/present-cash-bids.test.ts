import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dollars, presentCashBids } from './present-cash-bids.ts';

const FIGURES: readonly [hundredThousandths: number, text: string][] = [
  [0, '0.00'],
  [125, '0.00125'],
  [250, '0.0025'],
  [1000, '0.01'],
  [3000, '0.03'],
  [-32_000, '-0.32'],
  [-125, '-0.00125'],
  [100_000, '1.00'],
  [401_000, '4.01'],
  [1_020_050, '10.2005'],
  [1_000_000_000_000, '10000000.00'],
];

for (const [figure, text] of FIGURES) {
  test(`${figure} hundred-thousandths of a dollar are ${text}`, () => assert.equal(dollars(figure), text));
}

test('The board is shown in signed dollars, as of the newest of its bids', () => {
  const row = {
    id: 'a',
    location: 'Hickory Bend',
    commodity: 'Corn',
    delivery: 'Spot',
    futures_month: 'Dec 2026',
    basis_cents: -32,
    cash_price: 40_125,
    change_eighths: 22,
    as_of: '2026-11-20T15:00:00.000Z',
  };
  const shared = {
    location: 'Hickory Bend',
    commodity: 'Corn',
    delivery: 'Spot',
    futuresMonth: 'Dec 2026',
    cashPrice: '4.0125',
  };
  const later = '2026-11-20T16:00:00.000Z';
  assert.deepEqual(
    presentCashBids([row, { ...row, id: 'b', basis_cents: 5, change_eighths: 0, as_of: later }, row]),
    {
      asOf: later,
      bids: [
        { ...shared, id: 'a', basis: '-0.32', change: '+0.0275', asOf: row.as_of },
        { ...shared, id: 'b', basis: '+0.05', change: '0.00', asOf: later },
        { ...shared, id: 'a', basis: '-0.32', change: '+0.0275', asOf: row.as_of },
      ],
    },
  );
  assert.deepEqual(presentCashBids([]), { asOf: null, bids: [] });
});
