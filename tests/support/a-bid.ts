import type { CashBidRow } from '#server/domains/cash-bids/cash-bid-store.ts';

let bidsMade = 0;

export function aBid(bid: Partial<CashBidRow> = {}): CashBidRow {
  bidsMade += 1;
  return {
    id: `bid-${bidsMade}`,
    location: 'Hickory Bend',
    commodity: 'Corn',
    delivery: 'Spot',
    delivery_start: '',
    delivery_end: '',
    futures_month: 'Dec 2026',
    futures_eighths: null,
    change_eighths: 24,
    basis_hundredths: -3200,
    cash_price: 40100,
    active: 1,
    notes: '',
    as_of: new Date().toISOString(),
    ...bid,
  };
}
