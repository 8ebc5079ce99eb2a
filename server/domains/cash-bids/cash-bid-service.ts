import type { Site } from '#contract/site.ts';
import type { Author } from '#server/platform/change.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { RowReader } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { staleBefore, type StalenessRule } from '#shared/format-bids.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { applyQuotes } from './apply-quotes.ts';
import { cashBidStores } from './cash-bid-store.ts';
import {
  CASH_BIDS_SUBJECT,
  COMMODITIES_SUBJECT,
  listCommodities,
  relinkBids,
  saveCommodities,
  type CommoditiesUpdate,
} from './cash-bids.ts';
import { saveBidList, type BidListUpdate } from './save-bid-list.ts';
import type { Quote } from './futures/futures-source.ts';
import { presentBidList, presentCashBids } from './present-cash-bids.ts';
import { symbolsOf } from './quotes-since.ts';

/** Reads the cash bids' part of the content. */
export async function readCashBids(db: DatabaseHandle, rows: RowReader) {
  const stores = cashBidStores(db);
  const bids = await stores.cashBids.list(rows('cash_bid', (id) => [CASH_BIDS_SUBJECT, id]));
  const commodities = await listCommodities(
    stores,
    rows('cash_commodity', () => [COMMODITIES_SUBJECT]),
  );
  const cashBids = presentCashBids(bids, commodities);
  return {
    cashBids,
    /** Times of the active bids in milliseconds, which each page compares with the clock. */
    bidTimes: cashBids.bids.map(({ asOf }) => Date.parse(asOf)),
    /** Ids of the active bids, in the order of `cashBids`. */
    bidIds: bids.flatMap(({ active, id }) => (active ? id : [])),
    /** Ids of the locations that bids are linked to, by the text of the bids. */
    bidLocations: new Map(
      bids.flatMap(({ location, locationId }) =>
        locationId === null ? [] : [[location, locationId] as const],
      ),
    ),
    /** All bids, including inactive ones, and the commodities. */
    bidList: presentBidList(bids, commodities),
  };
}

export type CashBidService = ReturnType<typeof createCashBidService>;

export function createCashBidService({
  content,
  site,
  now,
}: {
  content: ContentCache<Awaited<ReturnType<typeof readCashBids>>>;
  site: () => Pick<Site, 'cashBids'>;
  now: () => Date;
}) {
  const age = (): StalenessRule => ({ now: now().getTime(), oldAfterHours: site().cashBids.oldAfterHours });
  return {
    age,
    list: () => content.snapshot().cashBids,
    ids: () => content.snapshot().bidIds,
    countStale(): number {
      const before = staleBefore(age());
      return content.snapshot().bidTimes.filter((time) => time < before).length;
    },
    locationIds: () => content.snapshot().bidLocations,
    bidList: () => content.snapshot().bidList,
    async saveBidList(author: Author, bidList: BidListUpdate) {
      const save = () => content.write((db) => saveBidList(cashBidStores(db), author, bidList, now()));
      return save().catch(async (error) => {
        if (!(error instanceof ForbiddenError)) throw error;
        // Bids that the author may not change may have come to name a location, to which the save would link them.
        await content.write((db) => relinkBids(cashBidStores(db), author));
        return save();
      });
    },
    saveCommodities: (author: Author, commodities: CommoditiesUpdate) =>
      content.write((db) => saveCommodities(cashBidStores(db), author, commodities)),
    futures(): string[] {
      const { bids, commodities } = content.snapshot().bidList;
      return symbolsOf(bids, commodities);
    },
    applyQuotes: (quotes: readonly Quote[]) => content.write((db) => applyQuotes(cashBidStores(db), quotes)),
  };
}
