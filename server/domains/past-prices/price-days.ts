import type { CashBid } from '#contract/cash-bids.ts';
import { FUEL_TABLES, PRICE_TABLES, type PriceTable, type PriceTableType } from '#contract/price-tables.ts';
import { presentCashBids } from '#server/domains/cash-bids/present-cash-bids.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { calendarDay } from '#shared/date-time.ts';
import { deliveryOf } from '#shared/format-bids.ts';
import { readDays } from './bid-history.ts';
import { fromItems, ITEMS } from './price-state.ts';

/** Price with what people call it; '' if there is none. */
type NamedPrice = { part: 'Cash bids' | 'Fertilizer' | 'Fuel'; name: string; note: string; price: string };
/** Prices as visitors saw them: those of bids by id, and those of tables by table and row. */
export type PriceDay = { day: string; prices: ReadonlyMap<string, NamedPrice> };

/** Days before today that pages show. */
const DAYS = 29;

export const pricesOf = (
  bids: readonly (CashBid & { id: string })[],
  tables: Iterable<readonly [PriceTableType, Pick<PriceTable, 'rows'>]>,
): PriceDay['prices'] =>
  new Map<string, NamedPrice>([
    ...bids.map((bid) => {
      const name = [bid.commodity, deliveryOf(bid)].filter(Boolean).join(', ');
      return [bid.id, { part: 'Cash bids', name, note: bid.location, price: bid.cashPrice }] as const;
    }),
    ...[...tables].flatMap(([type, { rows }]) =>
      rows.map(([name = '', ...prices]) => {
        const part = type === FUEL_TABLES[0] ? 'Fuel' : 'Fertilizer';
        const price = prices.filter(Boolean).join(' / ');
        return [`${type} ${name}`, { part, name, note: part, price }] as const;
      }),
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
  const past = ends.filter(({ day }) => day !== calendarDay(now, timeZone));
  return past.map(({ day, values }) => {
    const state = fromItems(values.set(ITEMS.order, JSON.stringify(ids)));
    const active = state.bids.filter((bid) => bid.active);
    const { bids } = presentCashBids(active, state.commodities);
    const shown = bids.map((bid, index) => ({ ...bid, id: active[index]!.id }));
    return { day, prices: pricesOf(shown, state.tables) };
  });
}
