import type { CashBid } from '#contract/cash-bids.ts';

export const SHOWN_AT = '2026-11-20T15:00:00.000Z';

/** Returns a cash bid as the public API returns it. */
export const aShownBid = (bid: Partial<CashBid> = {}): CashBid => ({
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
  asOf: SHOWN_AT,
  ...bid,
});
