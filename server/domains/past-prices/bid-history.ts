import { sql } from 'kysely';
import { presentCashBids } from '#server/domains/cash-bids/present-cash-bids.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { BidHistory, HistoryDays, HistoryPoint } from '#shared/bid-history.ts';
import { calendarDay } from '#shared/date-time.ts';
import { startOfDay } from './local-minute.ts';
import { addDays } from '#shared/date-time.ts';
import { fromItems, ITEMS, PRICE_SUBJECTS } from './price-state.ts';

/** Selects a value at the end of a day. */
const newest = (item: string) => sql`(select value from price_change
  where item = ${item} and version <= day.version order by version desc limit 1)`;

/** Returns the price of a bid at the end of each of the last days, oldest first; null where it was not posted. */
export async function findBidHistory(
  db: DatabaseHandle,
  { id, days, now, timeZone }: { id: string; days: HistoryDays; now: Date; timeZone: string },
): Promise<BidHistory> {
  const today = calendarDay(now, timeZone);
  const trim = await createChangeLogStore(db).checkpoint();
  const ends = Array.from({ length: days }, (_, index) => {
    const day = addDays(today, index + 1 - days);
    const end = new Date(startOfDay(addDays(day, 1), timeZone) - 1).toISOString();
    return sql`(${day}, ${end}, ${trim && trim.at <= end ? trim.version : null})`;
  });
  // Searches the log by time: with the plain subject, databases would sort all changes of it instead.
  const { rows } = await sql<Record<'day' | 'bid' | 'commodities' | 'quotes', string>>`
    select day, ${newest(ITEMS.bid(id))} as bid,
      ${newest(ITEMS.commodities)} as commodities, ${newest(ITEMS.quotes)} as quotes
    from (select column1 as day, coalesce((
        select version from change_log where at <= column2 and version > ${trim?.version ?? 0}
          and subject || '' in (${sql.join(PRICE_SUBJECTS)})
        order by at desc, version desc limit 1
      ), cast(column3 as integer)) as version from (values ${sql.join(ends)}) as ends) as day
    order by day`.execute(db);
  const points = rows.flatMap(({ day, bid, commodities, quotes }): HistoryPoint[] => {
    if (bid === null) return [];
    const state = fromItems(
      new Map([
        [ITEMS.order, JSON.stringify([id])],
        [ITEMS.bid(id), bid],
        [ITEMS.commodities, commodities],
        [ITEMS.quotes, quotes],
      ]),
    );
    const [shown] = presentCashBids(state.bids, state.commodities).bids;
    const price = shown ? { cash: shown.cashPrice, futures: shown.futures, basis: shown.basis } : null;
    return [{ day, price }];
  });
  return { id, days, points };
}
