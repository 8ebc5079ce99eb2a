import {
  cashOf,
  dollars,
  unitsFromCash,
  formatCents,
  formatEighths,
  type PriceRule,
} from '#shared/bid-prices.ts';
import { newestOf } from '#shared/format-bids.ts';
import {
  FIRST_COMMODITIES,
  type BidList,
  type BidRow,
  type CashBid,
  type CashBids,
  type Commodity,
} from '#contract/cash-bids.ts';
import type { StoredBid } from './cash-bid-store.ts';

/** Returns the active bids, for visitors. */
export function presentCashBids(
  stored: readonly StoredBid[],
  commodities: readonly Commodity[] = FIRST_COMMODITIES,
): CashBids {
  const bids = stored.filter(({ active }) => active).map((bid) => toCashBid(bid, commodities));
  return { asOf: newestOf(bids) || null, bids };
}

/** Returns all bids and the commodities, for the editor. */
export function presentBidList(stored: readonly StoredBid[], commodities: readonly Commodity[]): BidList {
  return { commodities: [...commodities], bids: stored.map(toBidRow) };
}

/** Rule for a commodity that is not configured. */
const DEFAULT_RULE: PriceRule = { rounding: 'half up', decimals: 2 };

/** Returns the cash price in dollars: flat, or computed from futures and basis, or '' if these are missing. */
export function priceOf(
  { futuresEighths, basisHundredths, cashPrice }: StoredBid,
  rule: PriceRule = DEFAULT_RULE,
): string {
  if (cashPrice !== null) return dollars(unitsFromCash(cashPrice), rule.decimals);
  if (futuresEighths === null || basisHundredths === null) return '';
  return dollars(cashOf({ futuresEighths, basisHundredths }, rule), rule.decimals);
}

function toCashBid(bid: StoredBid, commodities: readonly Commodity[]): CashBid {
  const { active: _active, ...rest } = toBidRow(bid);
  const rule = commodities.find(({ name }) => name === bid.commodity);
  return { ...rest, cashPrice: priceOf(bid, rule) };
}

function toBidRow(bid: StoredBid): BidRow {
  return {
    location: bid.location,
    commodity: bid.commodity,
    delivery: bid.delivery,
    deliveryStart: bid.deliveryStart,
    deliveryEnd: bid.deliveryEnd,
    futuresMonth: bid.futuresMonth,
    futures: bid.futuresEighths === null ? '' : formatEighths(bid.futuresEighths),
    change: bid.changeEighths === null ? '' : formatEighths(bid.changeEighths),
    basis: bid.basisHundredths === null ? '' : formatCents(bid.basisHundredths),
    cashPrice: bid.cashPrice === null ? '' : dollars(unitsFromCash(bid.cashPrice)),
    active: bid.active,
    notes: bid.notes,
    asOf: bid.asOf,
  };
}
