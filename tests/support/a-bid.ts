import type { StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';

let bidsMade = 0;

export function aBid(bid: Partial<StoredBid> = {}): StoredBid {
  bidsMade += 1;
  return {
    id: `bid-${bidsMade}`,
    location: 'Hickory Bend',
    commodity: 'Corn',
    delivery: 'Spot',
    deliveryStart: '',
    deliveryEnd: '',
    futuresMonth: 'Dec 2026',
    futuresEighths: null,
    changeEighths: 24,
    basisHundredths: -3200,
    cashPrice: 40100,
    active: true,
    notes: '',
    asOf: new Date().toISOString(),
    locationId: null,
    ...bid,
  };
}
