import type { CashBidRow } from '#server/cash-bids/cash-bid-store.ts';

let bidsMade = 0;

/** A row of the board as it is stored. */
export function aBid(bid: Partial<CashBidRow> = {}): CashBidRow {
  bidsMade += 1;
  return {
    id: `bid-${bidsMade}`,
    location: 'Hickory Bend',
    commodity: 'Corn',
    delivery: 'Spot',
    futures_month: 'Dec 2026',
    basis_cents: -32,
    cash_price: 40100,
    change_eighths: 24,
    as_of: new Date().toISOString(),
    ...bid,
  };
}
