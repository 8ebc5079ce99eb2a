import { PRICE_TABLES, type PriceTable, type PriceTableType } from '#contract/price-tables.ts';
import { presentCashBids } from '#server/domains/cash-bids/present-cash-bids.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { calendarDay } from '#shared/date-time.ts';
import { readDays } from './bid-history.ts';
import { fromItems, ITEMS } from './price-state.ts';

/** Prices as visitors saw them: cash prices by the id of the bid, those of tables by `rowKey`. */
export type Prices = ReadonlyMap<string, string>;
export type PriceDay = { day: string; prices: Prices };

/** Days before today that pages compare with today. */
const DAYS = 29;

export const rowKey = (type: PriceTableType, name: string) => `${type} ${name}`;

export const pricesOf = (
  bids: readonly (readonly [id: string, cashPrice: string])[],
  tables: Iterable<readonly [PriceTableType, Pick<PriceTable, 'rows'>]>,
): Prices =>
  new Map([
    ...bids,
    ...[...tables].flatMap(([type, { rows }]) =>
      rows.map(([name = '', ...prices]) => [rowKey(type, name), prices.join(' / ')] as const),
    ),
  ]);

/** Returns the prices at the end of each of the last days before today, oldest first. */
export async function readPriceDays(
  db: DatabaseHandle,
  { ids, now, timeZone }: { ids: readonly string[]; now: Date; timeZone: string },
): Promise<PriceDay[]> {
  const tables = PRICE_TABLES.map(({ type }) => ITEMS.table(type));
  const items = [...ids.map(ITEMS.bid), ITEMS.commodities, ITEMS.quotes, ...tables];
  const ends = await readDays(db, { items, days: DAYS + 1, now, timeZone });
  const today = calendarDay(now, timeZone);
  return ends.flatMap(({ day, values }) => {
    if (day === today) return [];
    const state = fromItems(values.set(ITEMS.order, JSON.stringify(ids)));
    const active = state.bids.filter((bid) => bid.active);
    const shown = presentCashBids(active, state.commodities).bids;
    const bids = active.map(({ id }, index) => [id, shown[index]?.cashPrice ?? ''] as const);
    return { day, prices: pricesOf(bids, state.tables) };
  });
}
