import type { CashBids } from '#contract/cash-bids.ts';
import { FERTILIZER_TABLES, FUEL_TABLES, type PriceTableType } from '#contract/price-tables.ts';

/** Times of the last changes, or null if there are none. */
export type PriceTimes = { cashBids: string | null; fertilizer: string | null; fuel: string | null };

type ChangedTables = Partial<Record<PriceTableType, { changedAt: string | null }>>;

export function priceTimesOf({ asOf }: Pick<CashBids, 'asOf'>, tables: ChangedTables): PriceTimes {
  const newestOf = (types: readonly PriceTableType[]) =>
    types
      .flatMap((type) => tables[type]?.changedAt ?? [])
      .toSorted()
      .at(-1) ?? null;
  return { cashBids: asOf, fertilizer: newestOf(FERTILIZER_TABLES), fuel: newestOf(FUEL_TABLES) };
}
