import type { BidHistory, HistoryDays, HistoryPoint } from '#shared/bid-history.ts';
import { fromColumns, toColumns } from '#server/domains/cash-bids/cash-bid-store.ts';
import { listCommodities } from '#server/domains/cash-bids/cash-bids.ts';
import { presentCashBids, priceOf } from '#server/domains/cash-bids/present-cash-bids.ts';
import { contentStores } from '#server/domains/domains.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { calendarDay } from '#shared/date-time.ts';
import { addDays } from './local-minute.ts';
import { listBidDays, type BidDay } from './price-days.ts';

/** Returns the price of a bid at the end of each of the last days, oldest first; null where it was not posted. */
export async function findBidHistory(
  db: DatabaseHandle,
  { id, days, now, timeZone }: { id: string; days: HistoryDays; now: Date; timeZone: string },
): Promise<BidHistory> {
  const today = calendarDay(now, timeZone);
  const from = addDays(today, 1 - days);
  const stored = await listBidDays(db, { id, from, timeZone });
  const current = await findCurrent(db, id);
  const known = new Map([...stored.map(({ day, bid }) => [day, bid] as const), [today, current] as const]);
  const points: HistoryPoint[] = [];
  // The newest day before the first one applies to it.
  let last: BidDay | null | undefined = stored[0] && stored[0].day < from ? stored[0].bid : undefined;
  for (let day = from; day <= today; day = addDays(day, 1)) {
    const bid = known.get(day);
    if (bid !== undefined) last = bid;
    if (last !== undefined) points.push(toPoint(day, last));
  }
  return { id, days, points };
}

async function findCurrent(db: DatabaseHandle, id: string): Promise<BidDay | null> {
  const stores = contentStores(db);
  const bid = (await stores.cashBids.list()).find((each) => each.id === id);
  if (!bid) return null;
  const rule = (await listCommodities(stores)).find(({ name }) => name === bid.commodity);
  return { row: toColumns(bid), position: 0, cash: priceOf(bid, rule) };
}

function toPoint(day: string, found: BidDay | null): HistoryPoint {
  const [bid] = found ? presentCashBids([fromColumns(found.row)]).bids : [];
  return { day, price: found && bid ? { cash: found.cash, futures: bid.futures, basis: bid.basis } : null };
}
