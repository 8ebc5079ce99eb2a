import { futuresSymbol } from '#shared/futures-month.ts';
import type { BidRow, Commodity } from '#contract/cash-bids.ts';
import { bidKey, type Bid } from '#shared/parse-bids.ts';
import type { Quote } from './futures/futures-source.ts';
import type { CashBidRow, CashBidStores } from './cash-bid-store.ts';

/** Change-log subject of the newest quotes. */
export const FUTURES_SUBJECT = 'cash-futures';

export type EnteredFutures = Pick<CashBidRow, 'id' | 'futures_eighths' | 'change_eighths' | 'as_of'>;
/** Change-log value: the quotes and, before a change, the entered futures that they replaced. */
export type FeedChange = { quotes: Quote[]; set?: EnteredFutures[] };

/** Merges quotes applied after `baseVersion` into submitted bids, unless the client changed the futures it had read. */
export async function withQuotesSince(
  { changeLog }: Pick<CashBidStores, 'changeLog'>,
  bids: readonly Bid[],
  {
    known,
    commodities,
    baseVersion,
  }: {
    /** Stored rows by `bidKey`. */
    known: ReadonlyMap<string, CashBidRow>;
    commodities: readonly Commodity[];
    baseVersion: number | undefined;
  },
): Promise<Bid[]> {
  const changes =
    baseVersion === undefined
      ? []
      : ((await changeLog.listBeforeSince(FUTURES_SUBJECT, baseVersion)) as FeedChange[]);
  if (changes.length === 0) return [...bids];
  const seenQuotes = changes.flatMap(({ quotes }) => quotes);
  const seenEntered = changes.flatMap(({ set = [] }) => set);
  return bids.map((bid) => {
    const row = known.get(bidKey(bid));
    if (row?.futures_month !== bid.futuresMonth) return bid;
    const sent = { futures_eighths: bid.futuresEighths, change_eighths: bid.changeEighths };
    const symbol = symbolOfRow(row, commodities);
    const isUnchanged =
      seenQuotes.some((quote) => quote.symbol === symbol && matchesQuote(sent, quote)) ||
      seenEntered.some((seen) => seen.id === row.id && haveSameFutures(sent, seen));
    if (!isUnchanged) return bid;
    return { ...bid, futuresEighths: row.futures_eighths, changeEighths: row.change_eighths };
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

export const symbolOfRow = (row: CashBidRow, commodities: readonly Commodity[]) =>
  row.cash_price === null ? symbolOf(row.commodity, row.futures_month, commodities) : undefined;

function symbolOf(commodity: string, month: string, commodities: readonly Commodity[]) {
  const rule = commodities.find(({ name }) => name === commodity);
  return futuresSymbol(rule?.futuresRoot ?? '', month);
}

type Futures = Pick<CashBidRow, 'futures_eighths' | 'change_eighths'>;
const haveSameFutures = (a: Futures, b: Futures) =>
  a.futures_eighths === b.futures_eighths && a.change_eighths === b.change_eighths;

export const matchesQuote = (row: Futures, quote: Quote | undefined) =>
  quote !== undefined &&
  row.futures_eighths === quote.futuresEighths &&
  row.change_eighths === quote.changeEighths;
