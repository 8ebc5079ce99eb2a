import { sql } from 'kysely';
import type { CashBid } from '#contract/cash-bids.ts';
import { FUEL_TABLES, PRICE_TABLES, type PriceTable, type PriceTableType } from '#contract/price-tables.ts';
import { presentCashBids } from '#server/domains/cash-bids/present-cash-bids.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { BidHistory, HistoryDays, HistoryPoint } from '#shared/bid-history.ts';
import { addDays, calendarDay } from '#shared/date-time.ts';
import { deliveryOf, formatBid } from '#shared/format-bids.ts';
import { startOfDay } from '#server/platform/local-minute.ts';
import { fromItems, ITEMS, PRICE_SUBJECTS } from './price-state.ts';

type Clock = { now: Date; timeZone: string };

/** Returns the JSON of items at the end of each of the last days, oldest first, from the first day of the history. */
async function readDays(
  db: DatabaseHandle,
  { items, days, now, timeZone }: Clock & { items: readonly string[]; days: number },
): Promise<{ day: string; values: Map<string, string> }[]> {
  const today = calendarDay(now, timeZone);
  const trim = await createChangeLogStore(db).checkpoint();
  const ends = Array.from({ length: days }, (_, index) => {
    const day = addDays(today, index + 1 - days);
    const end = new Date(startOfDay(addDays(day, 1), timeZone) - 1).toISOString();
    return sql`(${day}, ${end}, ${trim && trim.at <= end ? trim.version : null})`;
  });
  // Searches the log by time: with the plain subject, databases would sort all changes of it instead.
  const { rows: newest } = await sql<{ day: string; version: number | null }>`
    select column1 as day, coalesce((
        select version from change_log where at <= column2 and version > ${trim?.version ?? 0}
          and subject || '' in (${sql.join(PRICE_SUBJECTS)})
        order by at desc, version desc limit 1
      ), cast(column3 as integer)) as version
    from (values ${sql.join(ends)}) as ends order by day`.execute(db);
  const known = newest.filter(({ version }) => version !== null);
  if (known.length === 0) return [];
  const { rows } = await sql<{ day: string; item: string; value: string | null }>`
    select ends.column1 as day, wanted.column1 as item, (
        select value from price_change
        where price_change.item = wanted.column1 and price_change.version <= cast(ends.column2 as integer)
        order by price_change.version desc limit 1
      ) as value
    from (values ${sql.join(known.map(({ day, version }) => sql`(${day}, ${version})`))}) as ends
    cross join (values ${sql.join(items.map((item) => sql`(${item})`))}) as wanted`.execute(db);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return known.map(({ day }) => ({
    day,
    values: new Map(byDay.get(day)?.flatMap(({ item, value }) => (value === null ? [] : [[item, value]]))),
  }));
}

/** Returns the price of a bid at the end of each of the last days, oldest first; null where it was not posted. */
export async function findBidHistory(
  db: DatabaseHandle,
  { id, days, ...clock }: Clock & { id: string; days: HistoryDays },
): Promise<BidHistory> {
  const items = [ITEMS.bid(id), ITEMS.commodities, ITEMS.quotes];
  const ends = await readDays(db, { items, days, ...clock });
  const points = ends.flatMap(({ day, values }): HistoryPoint[] => {
    if (!values.has(ITEMS.bid(id))) return [];
    const state = fromItems(values.set(ITEMS.order, JSON.stringify([id])));
    const [shown] = presentCashBids(state.bids, state.commodities).bids;
    return [{ day, price: shown ? formatBid(shown) : null }];
  });
  return { id, days, points };
}

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
  { ids, now, timeZone }: Clock & { ids: readonly string[] },
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
