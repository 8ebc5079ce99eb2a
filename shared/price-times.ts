import type { CashBids } from '#contract/cash-bids.ts';
import { FERTILIZER_TABLES, FUEL_TABLES, type PriceTableType } from '#contract/price-tables.ts';

/** Times of the last changes, or null if there are none. */
export type PriceTimes = { cashBids: string | null; fertilizer: string | null; fuel: string | null };

type ChangedTables = Partial<Record<PriceTableType, { changedAt: string | null }>>;

/** Returns the latest of the times, or null if there are none. */
export const newestTime = (times: readonly (string | null | undefined)[]): string | null =>
  times
    .flatMap((time) => time ?? [])
    .toSorted()
    .at(-1) ?? null;

export function priceTimesOf({ asOf }: Pick<CashBids, 'asOf'>, tables: ChangedTables): PriceTimes {
  const newestOf = (types: readonly PriceTableType[]) =>
    newestTime(types.map((type) => tables[type]?.changedAt));
  return { cashBids: asOf, fertilizer: newestOf(FERTILIZER_TABLES), fuel: newestOf(FUEL_TABLES) };
}
