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
import type { CashBidRow, CommodityRow } from './cash-bid-store.ts';

/** Returns the active bids, for visitors. */
export function presentCashBids(
  rows: readonly CashBidRow[],
  commodities: readonly Commodity[] = FIRST_COMMODITIES,
): CashBids {
  const bids = rows.filter(({ active }) => active === 1).map((row) => toCashBid(row, commodities));
  return { asOf: newestOf(bids) || null, bids };
}

/** Returns all bids and the commodities, for the editor. */
export function presentBidList(rows: readonly CashBidRow[], commodities: readonly Commodity[]): BidList {
  return { commodities: [...commodities], bids: rows.map(toBidRow) };
}

export function toCommodity(row: CommodityRow): Commodity {
  return {
    name: row.name,
    poundsPerBushel: row.pounds_per_bushel,
    rounding: row.rounding as Commodity['rounding'],
    decimals: row.decimals as Commodity['decimals'],
    futuresRoot: row.futures_root,
  };
}

/** Rule for a commodity that is not configured. */
const DEFAULT_RULE: PriceRule = { rounding: 'half up', decimals: 2 };

/** Returns the cash price in dollars: flat, or computed from futures and basis, or '' if these are missing. */
export function priceOf(row: CashBidRow, rule: PriceRule = DEFAULT_RULE): string {
  const { futures_eighths: futuresEighths, basis_hundredths: basisHundredths, cash_price: flatPrice } = row;
  if (flatPrice !== null) return dollars(unitsFromCash(flatPrice), rule.decimals);
  if (futuresEighths === null || basisHundredths === null) return '';
  return dollars(cashOf({ futuresEighths, basisHundredths }, rule), rule.decimals);
}

function toCashBid(row: CashBidRow, commodities: readonly Commodity[]): CashBid {
  const { active: _active, ...rest } = toBidRow(row);
  return {
    ...rest,
    cashPrice: priceOf(
      row,
      commodities.find(({ name }) => name === row.commodity),
    ),
  };
}

function toBidRow(row: CashBidRow): BidRow {
  return {
    location: row.location,
    commodity: row.commodity,
    delivery: row.delivery,
    deliveryStart: row.delivery_start,
    deliveryEnd: row.delivery_end,
    futuresMonth: row.futures_month,
    futures: row.futures_eighths === null ? '' : formatEighths(row.futures_eighths),
    change: row.change_eighths === null ? '' : formatEighths(row.change_eighths),
    basis: row.basis_hundredths === null ? '' : formatCents(row.basis_hundredths),
    cashPrice: row.cash_price === null ? '' : dollars(unitsFromCash(row.cash_price)),
    active: row.active === 1,
    notes: row.notes,
    asOf: row.as_of,
  };
}
