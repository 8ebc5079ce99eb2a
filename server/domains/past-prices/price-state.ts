import { FIRST_COMMODITIES, type Commodity } from '#contract/cash-bids.ts';
import { PRICE_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import { BID_SUBJECTS, undoBidStep } from '#server/domains/cash-bids/bid-steps.ts';
import {
  fromColumns,
  toColumns,
  type BidColumns,
  type StoredBid,
} from '#server/domains/cash-bids/cash-bid-store.ts';
import { listCommodities } from '#server/domains/cash-bids/cash-bids.ts';
import type { Quote } from '#server/domains/cash-bids/futures/futures-source.ts';
import {
  FUTURES_SUBJECT,
  haveSameFutures,
  symbolOfBid,
  type FeedChange,
} from '#server/domains/cash-bids/quotes-since.ts';
import type { ContentStores } from '#server/domains/domains.ts';
import { emptyPriceTable, type PriceTableContent } from '#server/domains/price-tables/price-table-store.ts';
import { undoSplice, type LoggedTable } from '#server/domains/price-tables/price-table-splice.ts';
import { priceTableSubject } from '#server/domains/price-tables/price-tables.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import type { LoggedStep } from '#server/records/change-log/change-log-store.ts';

/** Everything that prices depend on, except the site file and the time. */
export type PriceState = {
  rows: BidColumns[];
  commodities: Commodity[];
  /** Newest quotes of the futures vendor. */
  quotes: readonly Quote[];
  tables: Map<PriceTableType, PriceTableContent>;
};

const TABLE_SUBJECTS = new Map(PRICE_TABLES.map(({ type }) => [priceTableSubject(type), type]));

export const PRICE_SUBJECTS: readonly string[] = [...BID_SUBJECTS, ...TABLE_SUBJECTS.keys()];

export async function readPrices({ cashBids, changeLog, priceTables }: ContentStores): Promise<PriceState> {
  const tables: PriceState['tables'] = new Map();
  for (const { type } of PRICE_TABLES) tables.set(type, await priceTables.find(type));
  const feed = (await changeLog.findValue(FUTURES_SUBJECT)) as FeedChange | null | undefined;
  return {
    rows: (await cashBids.list()).map(toColumns),
    commodities: await listCommodities({ cashBids }),
    quotes: feed?.quotes ?? [],
    tables,
  };
}

/** Undoes a change of one of `PRICE_SUBJECTS`. Replaces the values that it changes. */
export function undoPriceStep(state: PriceState, step: LoggedStep): void {
  const type = TABLE_SUBJECTS.get(step.subject);
  const table = type !== undefined && state.tables.get(type);
  if (table) state.tables.set(type, undoSplice(table, step as LoggedTable));
  else undoBidStep(state, step);
  if (step.subject === FUTURES_SUBJECT) state.quotes = (step.before as FeedChange).quotes;
}

/** Names of the values that are recorded. */
export const ITEMS = {
  bid: (id: string) => `bid:${id}`,
  /** Ids of all bids in their order. */
  order: 'order',
  commodities: 'commodities',
  quotes: 'quotes',
  table: (type: PriceTableType) => `table:${type}`,
} as const;

/**
 * A bid as it is recorded. If its futures are the newest quote of a contract, it names that instead, because each quote
 * would change many bids. The same applies to its time, if it has none.
 */
type RecordedBid = Partial<BidColumns> & { quoted?: string };

const findQuote = (bid: StoredBid, { quotes, commodities }: PriceState): Quote | undefined => {
  const symbol = symbolOfBid(bid, commodities);
  return quotes.find((quote) => quote.symbol === symbol && haveSameFutures(bid, quote));
};

/** Returns whether the futures of a bid are a quote. */
export const isQuoted = (bid: StoredBid, state: PriceState) => findQuote(bid, state) !== undefined;

function recordBid(row: BidColumns, state: PriceState): RecordedBid {
  const quote = findQuote(fromColumns(row), state);
  if (!quote) return row;
  const { futures_eighths: _futures, change_eighths: _change, as_of, ...rest } = row;
  return { ...rest, ...(as_of !== quote.at && { as_of }), quoted: quote.symbol };
}

function restoreBid({ quoted, ...row }: RecordedBid, quotes: readonly Quote[]): BidColumns {
  const quote = quotes.find(({ symbol }) => symbol === quoted);
  return {
    futures_eighths: quote?.futuresEighths ?? null,
    change_eighths: quote?.changeEighths ?? null,
    as_of: quote?.at ?? '',
    ...row,
  } as BidColumns;
}

/** Returns the prices that the JSON of items describes. What is missing or unreadable has its first value. */
export function fromItems(items: ReadonlyMap<string, string>): PriceState {
  const find = (item: string) => parseValue(items.get(item) ?? 'null');
  const quotes = (find(ITEMS.quotes) ?? []) as Quote[];
  const bids = ((find(ITEMS.order) ?? []) as string[]).map((id) => find(ITEMS.bid(id)) as RecordedBid | null);
  const tables = PRICE_TABLES.map(({ type }) => {
    const table = find(ITEMS.table(type)) as PriceTableContent | null;
    return [type, table ?? emptyPriceTable(type)] as const;
  });
  return {
    rows: bids.flatMap((bid) => (bid ? restoreBid(bid, quotes) : [])),
    commodities: (find(ITEMS.commodities) as Commodity[] | null) ?? [...FIRST_COMMODITIES],
    quotes,
    tables: new Map(tables),
  };
}

/**
 * Creates a function that returns the JSON of all items. It serializes an item again only if it consists of other
 * objects, because a save changes few of them.
 */
export function createSerializer() {
  const known = new Map<string, { parts: readonly unknown[]; text: string }>();
  const serialize = (item: string, parts: readonly unknown[], value: () => unknown): [string, string] => {
    const last = known.get(item);
    const isSame = last?.parts.every((part, index) => part === parts[index]);
    const text = isSame ? (last?.text ?? '') : JSON.stringify(value());
    known.set(item, { parts, text });
    return [item, text];
  };
  return (state: PriceState): Map<string, string> => {
    const { rows, commodities, quotes, tables } = state;
    const ids = rows.map(({ id }) => id);
    return new Map([
      ...rows.map((row) =>
        serialize(ITEMS.bid(row.id), [row, commodities, quotes], () => recordBid(row, state)),
      ),
      serialize(ITEMS.order, [ids.join(' ')], () => ids),
      serialize(ITEMS.commodities, [commodities], () => commodities),
      serialize(ITEMS.quotes, [quotes], () => quotes),
      ...[...tables].map(([type, table]) => serialize(ITEMS.table(type), [table], () => table)),
    ]);
  };
}
