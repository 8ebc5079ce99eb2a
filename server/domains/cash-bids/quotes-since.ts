import type { BaseVersion } from '#server/platform/change.ts';
import { futuresSymbol } from '#shared/futures-month.ts';
import type { BidRow, Commodity } from '#contract/cash-bids.ts';
import { bidKey, type Bid } from '#shared/parse-bids.ts';
import type { Quote } from './futures/futures-source.ts';
import type { BidColumns, CashBidStores, StoredBid } from './cash-bid-store.ts';

/** Change-log subject of the newest quotes. */
export const FUTURES_SUBJECT = 'cash-futures';

type LoggedFutures = Pick<BidColumns, 'id' | 'futures_eighths' | 'change_eighths' | 'as_of'>;
/**
 * Change-log value: the quotes and, before a change, the futures of the bids that `undoQuotes` cannot derive from them.
 * These include all futures that were entered and then replaced.
 */
export type FeedChange = { quotes: Quote[]; set?: LoggedFutures[] };

// The change log keeps the spelling of columns, because databases in use contain such logs.
export const toLogged = ({ id, futuresEighths, changeEighths, asOf }: StoredBid): LoggedFutures => ({
  id,
  futures_eighths: futuresEighths,
  change_eighths: changeEighths,
  as_of: asOf,
});
const fromLogged = ({ id, futures_eighths, change_eighths }: LoggedFutures) => ({
  id,
  futuresEighths: futures_eighths,
  changeEighths: change_eighths,
});

/** Merges quotes applied after `baseVersion` into submitted bids, unless the client changed the futures it had read. */
export async function withQuotesSince(
  { changeLog }: Pick<CashBidStores, 'changeLog'>,
  bids: readonly Bid[],
  {
    known,
    commodities,
    baseVersion,
  }: {
    /** Stored bids by `bidKey`. */
    known: ReadonlyMap<string, StoredBid>;
    commodities: readonly Commodity[];
    baseVersion: BaseVersion | undefined;
  },
): Promise<Bid[]> {
  const changes =
    baseVersion === undefined
      ? []
      : ((await changeLog.listBeforeSince(FUTURES_SUBJECT, baseVersion.version)) as FeedChange[]);
  if (changes.length === 0) return [...bids];
  const seenQuotes = changes.flatMap(({ quotes }) => quotes);
  const seenEntered = changes.flatMap(({ set = [] }) => set.map(fromLogged));
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
  rows: BidColumns[],
  {
    before,
    after,
    commodities,
  }: { before: FeedChange; after: FeedChange; commodities: readonly Commodity[] },
): void {
  const exceptions = new Map((before.set ?? []).map((futures) => [futures.id, futures]));
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
    if (row.cash_price !== null || !changed.some(({ quote }) => hasFutures(row, quote))) return;
    const symbol = symbolOf(row.commodity, row.futures_month, commodities);
    const found = changed.find(({ quote }) => quote.symbol === symbol && hasFutures(row, quote));
    if (!found) return;
    const { old, quote } = found;
    rows[index] = {
      ...row,
      futures_eighths: old.futuresEighths,
      change_eighths: old.changeEighths,
      as_of: row.as_of > quote.at ? row.as_of : old.at,
    };
  });
}

const hasFutures = (row: BidColumns, { futuresEighths, changeEighths }: Quote): boolean =>
  row.futures_eighths === futuresEighths && row.change_eighths === changeEighths;

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
