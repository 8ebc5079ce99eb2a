import { isDeepStrictEqual } from 'node:util';
import type { Quote } from './futures/futures-source.ts';
import type { CashBidStores } from './cash-bid-store.ts';
import {
  futuresOf,
  FUTURES_SUBJECT,
  haveSameFutures,
  symbolOfBid,
  undoQuotes,
  type FeedChange,
} from './quotes-since.ts';
import { listCommodities } from './cash-bids.ts';

const FEED = { origin: 'feed' } as const;

/**
 * Applies quotes to the bids and logs one change, in the caller's transaction. Returns its version, or undefined if
 * nothing changed. A quote replaces older quotes and futures entered before the trade, but never a flat price.
 */
export async function applyQuotes(
  stores: CashBidStores,
  quotes: readonly Quote[],
): Promise<number | undefined> {
  const commodities = await listCommodities(stores);
  const bids = await stores.cashBids.list();
  const newest = (await stores.changeLog.findNewest(FUTURES_SUBJECT))?.after as FeedChange | undefined;
  const known = bySymbol(newest?.quotes ?? []);
  const current = bySymbol(quotes.filter(({ symbol, at }) => at >= (known.get(symbol)?.at ?? '')));

  const used = new Map<string, Quote>();
  const after = bids.map((bid) => {
    const symbol = symbolOfBid(bid, commodities) ?? '';
    const quote = current.get(symbol);
    if (!quote || haveSameFutures(bid, quote)) return bid;
    const isFromFeed = haveSameFutures(bid, known.get(symbol));
    if (!isFromFeed && bid.futuresEighths !== null && quote.at <= bid.asOf) return bid;
    used.set(symbol, quote);
    return {
      ...bid,
      futuresEighths: quote.futuresEighths,
      changeEighths: quote.changeEighths,
      // The basis may be newer than the trade.
      asOf: quote.at > bid.asOf ? quote.at : bid.asOf,
    };
  });
  if (used.size === 0) return undefined;
  await stores.cashBids.saveFutures(after.filter((bid, index) => bid !== bids[index]));
  const from: FeedChange = { quotes: [...known.values()] };
  const to: FeedChange = { quotes: [...new Map([...known, ...used]).values()] };
  const undone = [...after];
  undoQuotes(undone, { before: from, after: to, commodities });
  const set = bids.filter((bid, index) => !isDeepStrictEqual(bid, undone[index])).map(futuresOf);
  return stores.changeLog.append({
    author: FEED,
    subject: FUTURES_SUBJECT,
    before: { ...from, set } satisfies FeedChange,
    after: to,
  });
}

const bySymbol = (quotes: readonly Quote[]) => new Map(quotes.map((quote) => [quote.symbol, quote]));
