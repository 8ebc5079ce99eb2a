import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBid } from '#tests/support/a-bid.ts';
import { presentCashBids, priceOf } from './present-cash-bids.ts';

const at = '2026-11-20T15:00:00.000Z';

test('formats bids in the notation of the trade, with the time of the newest bid', () => {
  const later = '2026-11-20T16:00:00.000Z';
  const row = aBid({
    deliveryStart: '2026-12-01',
    deliveryEnd: '2026-12-31',
    futuresEighths: 3462,
    changeEighths: -26,
    cashPrice: null,
    asOf: at,
  });
  const shown = {
    location: 'Hickory Bend',
    commodity: 'Corn',
    delivery: 'Spot',
    deliveryStart: '2026-12-01',
    deliveryEnd: '2026-12-31',
    futuresMonth: 'Dec 2026',
    futures: "432'6",
    change: "-3'2",
    basis: '-32',
    cashPrice: '4.01',
    notes: '',
    asOf: at,
  };
  assert.deepEqual(
    presentCashBids([row, { ...row, basisHundredths: 525, notes: 'To 15%', asOf: later }, row]),
    {
      asOf: later,
      bids: [shown, { ...shown, basis: '5.25', cashPrice: '4.38', notes: 'To 15%', asOf: later }, shown],
    },
  );
  assert.deepEqual(presentCashBids([]), { asOf: null, bids: [] });
});

test('omits inactive bids and ignores their times', () => {
  const bidList = presentCashBids([
    aBid({ asOf: at }),
    aBid({ active: false, asOf: '2026-11-21T15:00:00.000Z' }),
  ]);
  assert.equal(bidList.bids.length, 1);
  assert.equal(bidList.asOf, at);
});

test('prices a bid from futures and basis by the rule of its commodity, or returns its flat price', () => {
  const made = aBid({ futuresEighths: 3462, basisHundredths: -3200, cashPrice: null });
  assert.equal(priceOf(made), '4.01');
  assert.equal(priceOf(made, { rounding: 'always down', decimals: 2 }), '4.00');
  assert.equal(priceOf(made, { rounding: 'half up', decimals: 4 }), '4.0075');
  assert.equal(priceOf(aBid({ cashPrice: 40_000 }), { rounding: 'half up', decimals: 4 }), '4.0000');
  assert.equal(priceOf(aBid({ cashPrice: null })), '');
  assert.equal(priceOf(aBid({ futuresEighths: 3462, basisHundredths: null, cashPrice: null })), '');
});
