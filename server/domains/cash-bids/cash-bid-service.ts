import type { BidList, CashBids } from '#contract/cash-bids.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { isStale, type StalenessRule } from '#shared/format-bids.ts';
import { applyQuotes } from './apply-quotes.ts';
import { cashBidStores } from './cash-bid-store.ts';
import {
  listCommodities,
  saveBidList,
  saveCommodities,
  type BidListUpdate,
  type CommoditiesUpdate,
} from './cash-bids.ts';
import type { Quote } from './futures/futures-source.ts';
import { presentBidList, presentCashBids } from './present-cash-bids.ts';
import { symbolsOf } from './quotes-since.ts';

type CashBidContent = {
  cashBids: CashBids;
  /** All bids, including inactive ones, and the commodities. */
  bidList: BidList;
};

/** Reads the cash bids' part of the content. */
export async function readCashBids(db: DatabaseHandle): Promise<CashBidContent> {
  const stores = cashBidStores(db);
  const bids = await stores.cashBids.list();
  const commodities = await listCommodities(stores);
  return { cashBids: presentCashBids(bids, commodities), bidList: presentBidList(bids, commodities) };
}

export type CashBidService = ReturnType<typeof createCashBidService>;

export function createCashBidService(
  content: ContentCache<CashBidContent>,
  { now, oldAfterHours }: { now: () => Date; oldAfterHours: number },
) {
  const age = (): StalenessRule => ({ now: now().getTime(), oldAfterHours });
  return {
    age,
    list: () => content.snapshot().cashBids,
    countStale: () => content.snapshot().cashBids.bids.filter(({ asOf }) => isStale(asOf, age())).length,
    bidList: () => content.snapshot().bidList,
    saveBidList: (author: Author, bidList: BidListUpdate) =>
      content.write((db) => saveBidList(cashBidStores(db), author, bidList, now())),
    saveCommodities: (author: Author, commodities: CommoditiesUpdate) =>
      content.write((db) => saveCommodities(cashBidStores(db), author, commodities)),
    futures(): string[] {
      const { bids, commodities } = content.snapshot().bidList;
      return symbolsOf(bids, commodities);
    },
    applyQuotes: (quotes: readonly Quote[]) => content.write((db) => applyQuotes(cashBidStores(db), quotes)),
  };
}
