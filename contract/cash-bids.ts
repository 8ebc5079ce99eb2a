import { Type, type Static } from 'typebox';

/** Where the small page of bids stands, the one that the home page frames. */
export const CASH_BIDS_PAGE = '/cash-bids.html';

/** One row of the board. Money is text in dollars per bushel, so that no figure passes through a floating point. */
export type CashBid = Static<typeof CashBid>;
export const CashBid = Type.Object({
  id: Type.String(),
  location: Type.String(),
  commodity: Type.String(),
  delivery: Type.String({ description: 'The delivery period as the cooperative names it.' }),
  futuresMonth: Type.String(),
  basis: Type.String({ description: 'Signed dollars per bushel, such as -0.32.' }),
  cashPrice: Type.String({ description: 'Dollars per bushel, such as 4.01.' }),
  change: Type.String({ description: 'Signed dollars per bushel; 0.00 for no change.' }),
  asOf: Type.String({ format: 'date-time', description: 'When the cooperative set the price.' }),
});

/** The whole board, in the cooperative's order. */
export type CashBids = Static<typeof CashBids>;
export const CashBids = Type.Object({
  asOf: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'The newest of the rows, or null when no bids are posted.',
  }),
  bids: Type.Array(CashBid),
});
