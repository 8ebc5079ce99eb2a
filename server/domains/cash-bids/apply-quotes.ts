import type { Quote } from './futures/futures-source.ts';
import type { CashBidRow, CashBidStores } from './cash-bid-store.ts';
import {
  FUTURES_SUBJECT,
  matchesQuote,
  symbolOfRow,
  type FeedChange,
  type EnteredFutures,
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
  const rows = await stores.cashBids.list();
  const newest = (await stores.changeLog.findValue(FUTURES_SUBJECT)) as FeedChange | undefined;
  const known = bySymbol(newest?.quotes ?? []);
  const current = bySymbol(quotes.filter(({ symbol, at }) => at >= (known.get(symbol)?.at ?? '')));

  const entered: EnteredFutures[] = [];
  const used = new Map<string, Quote>();
  const after = rows.map((row) => {
    const symbol = symbolOfRow(row, commodities) ?? '';
    const quote = current.get(symbol);
    if (!quote || matchesQuote(row, quote)) return row;
    const isFromFeed = matchesQuote(row, known.get(symbol));
    if (!isFromFeed && row.futures_eighths !== null && quote.at <= row.as_of) return row;
    if (!isFromFeed) entered.push(toEnteredFutures(row));
    used.set(symbol, quote);
    return {
      ...row,
      futures_eighths: quote.futuresEighths,
      change_eighths: quote.changeEighths,
      // The basis may be newer than the trade.
      as_of: quote.at > row.as_of ? quote.at : row.as_of,
    };
  });
  if (used.size === 0) return undefined;
  await stores.cashBids.replace(after);
  return stores.changeLog.append({
    author: FEED,
    subject: FUTURES_SUBJECT,
    before: { quotes: [...known.values()], set: entered } satisfies FeedChange,
    after: { quotes: [...new Map([...known, ...used]).values()] } satisfies FeedChange,
  });
}

const bySymbol = (quotes: readonly Quote[]) => new Map(quotes.map((quote) => [quote.symbol, quote]));

const toEnteredFutures = (row: CashBidRow): EnteredFutures => ({
  id: row.id,
  futures_eighths: row.futures_eighths,
  change_eighths: row.change_eighths,
  as_of: row.as_of,
});
