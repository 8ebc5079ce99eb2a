import { futuresSymbol } from '#shared/bid-dates.ts';
import type { BidRow, Commodity } from '#contract/cash-bids.ts';
import { bidKey, type Bid } from '#shared/parse-bids.ts';
import type { Quote } from './futures/futures-source.ts';
import { fromLogged, toLogged, type LoggedBid } from './bid-log.ts';
import type { CashBidStores, StoredBid } from './cash-bid-store.ts';
import type { Based } from '#server/records/saved.ts';

/** Change-log subject of the newest quotes. */
export const FUTURES_SUBJECT = 'cash-futures';

/**
 * Change-log value: the quotes and, before a change, the futures of the bids that `undoQuotes` cannot derive from them.
 * These include all futures that were entered and then replaced.
 */
export type FeedChange = { quotes: Quote[]; set?: LoggedBid[] };

/** Returns the logged futures of a bid. */
export const futuresOf = ({ id, futuresEighths, changeEighths, asOf }: StoredBid): LoggedBid =>
  toLogged({ id, futuresEighths, changeEighths, asOf });

/**
 * Merges quotes applied after `baseVersion` into submitted bids, unless the client changed the futures it had read. `known`
 * has the stored bids by `bidKey`.
 */
export async function withQuotesSince(
  { changeLog }: Pick<CashBidStores, 'changeLog'>,
  bids: readonly Bid[],
  {
    known,
    commodities,
    baseVersion,
  }: { known: ReadonlyMap<string, StoredBid>; commodities: readonly Commodity[] } & Based,
): Promise<Bid[]> {
  if (!baseVersion) return [...bids];
  const changes = (await changeLog.listBeforeSince(FUTURES_SUBJECT, baseVersion.version)) as FeedChange[];
  if (changes.length === 0) return [...bids];
  const seenQuotes = changes.flatMap(({ quotes }) => quotes);
  const seenEntered = changes.flatMap(({ set = [] }) =>
    set.map((futures) => fromLogged(futures) as StoredBid),
  );
  return bids.map((bid) => {
    const stored = known.get(bidKey(bid));
    if (stored?.futuresMonth !== bid.futuresMonth) return bid;
    const symbol = symbolOfBid(stored, commodities);
    const isUnchanged =
      seenQuotes.some((quote) => quote.symbol === symbol && haveSameFutures(bid, quote)) ||
      seenEntered.some((seen) => seen.id === stored.id && haveSameFutures(bid, seen));
    if (!isUnchanged) return bid;
    return { ...bid, futuresEighths: stored.futuresEighths, changeEighths: stored.changeEighths };
  });
}

/**
 * Undoes a change of quotes in place. A bid with the new futures of its contract had the previous ones, and their time,
 * unless its basis was edited later; `set` has the exceptions.
 */
export function undoQuotes(
  rows: StoredBid[],
  {
    before,
    after,
    commodities,
  }: { before: FeedChange; after: FeedChange; commodities: readonly Commodity[] },
): void {
  const exceptions = new Map((before.set ?? []).map((futures) => [futures['id'], fromLogged(futures)]));
  const previous = new Map(before.quotes.map((quote) => [quote.symbol, quote]));
  const changed = after.quotes.flatMap((quote) => {
    const old = previous.get(quote.symbol);
    return old && !haveSameFutures(old, quote) ? [{ old, quote }] : [];
  });
  if (changed.length === 0 && exceptions.size === 0) return;
  rows.forEach((row, index) => {
    const exception = exceptions.get(row.id);
    if (exception) {
      rows[index] = { ...row, ...exception };
      return;
    }
    // Compare first, because finding a symbol takes much longer and a history has thousands of these changes.
    if (!changed.some(({ quote }) => haveSameFutures(row, quote))) return;
    const symbol = symbolOfBid(row, commodities);
    const found = changed.find(({ quote }) => quote.symbol === symbol && haveSameFutures(row, quote));
    if (!found) return;
    const { old, quote } = found;
    rows[index] = {
      ...row,
      futuresEighths: old.futuresEighths,
      changeEighths: old.changeEighths,
      asOf: row.asOf > quote.at ? row.asOf : old.at,
    };
  });
}

/** Returns the symbols to request, without duplicates and without those of flat prices. */
export const symbolsOf = (
  rows: readonly Pick<BidRow, 'commodity' | 'futuresMonth' | 'cashPrice'>[],
  commodities: readonly Commodity[],
): string[] => [
  ...new Set(
    rows.flatMap(({ commodity, futuresMonth, cashPrice }) =>
      cashPrice === '' ? (symbolOf(commodity, futuresMonth, commodities) ?? []) : [],
    ),
  ),
];

export const symbolOfBid = (bid: StoredBid, commodities: readonly Commodity[]) =>
  bid.cashPrice === null ? symbolOf(bid.commodity, bid.futuresMonth, commodities) : undefined;

function symbolOf(commodity: string, month: string, commodities: readonly Commodity[]) {
  const rule = commodities.find(({ name }) => name === commodity);
  return futuresSymbol(rule?.futuresRoot ?? '', month);
}

type Futures = Pick<Bid, 'futuresEighths' | 'changeEighths'>;
export const haveSameFutures = (a: Futures, b: Futures | undefined) =>
  a.futuresEighths === b?.futuresEighths && a.changeEighths === b.changeEighths;
