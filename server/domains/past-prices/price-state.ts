import { FIRST_COMMODITIES, type Commodity } from '#contract/cash-bids.ts';
import { PRICE_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import { fromLogged, readBidStep, toLogged, type LoggedBid } from '#server/domains/cash-bids/bid-log.ts';
import type { StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';
import {
  CASH_BIDS_SUBJECT,
  COMMODITIES_SUBJECT,
  listCommodities,
} from '#server/domains/cash-bids/cash-bids.ts';
import type { Quote } from '#server/domains/cash-bids/futures/futures-source.ts';
import {
  FUTURES_SUBJECT,
  haveSameFutures,
  symbolOfBid,
  undoQuotes,
  type FeedChange,
} from '#server/domains/cash-bids/quotes-since.ts';
import type { ContentStores } from '#server/domains/domains.ts';
import { HARVEST_SUBJECT } from '#server/domains/harvest/harvest.ts';
import type { HarvestRow } from '#server/domains/harvest/harvest-rows.ts';
import { emptyPriceTable, type PriceTableContent } from '#server/domains/price-tables/price-table-store.ts';
import { undoSplice, type LoggedTable } from '#server/domains/price-tables/price-table-splice.ts';
import { priceTableSubject } from '#server/domains/price-tables/price-tables.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import { undoStep, type LoggedStep } from '#server/records/change-log/list-steps.ts';

/** Everything that prices depend on, except the site file and the time, and the harvest board. */
export type PriceState = {
  bids: StoredBid[];
  commodities: Commodity[];
  /** Newest quotes of the futures vendor. */
  quotes: readonly Quote[];
  tables: Map<PriceTableType, PriceTableContent>;
  harvest: HarvestRow[];
};

const TABLE_SUBJECTS = new Map(PRICE_TABLES.map(({ type }) => [priceTableSubject(type), type]));

export const PRICE_SUBJECTS: readonly string[] = [
  CASH_BIDS_SUBJECT,
  COMMODITIES_SUBJECT,
  FUTURES_SUBJECT,
  HARVEST_SUBJECT,
  ...TABLE_SUBJECTS.keys(),
];

export async function readPrices({
  cashBids,
  changeLog,
  priceTables,
  harvest,
}: ContentStores): Promise<PriceState> {
  const tables: PriceState['tables'] = new Map();
  for (const { type } of PRICE_TABLES) tables.set(type, await priceTables.find(type));
  const feed = (await changeLog.findNewest(FUTURES_SUBJECT))?.after as FeedChange | null | undefined;
  return {
    bids: await cashBids.list(),
    commodities: await listCommodities({ cashBids }),
    quotes: feed?.quotes ?? [],
    tables,
    harvest: await harvest.list(),
  };
}

/** Undoes a change of one of `PRICE_SUBJECTS`. Replaces the values that it changes. */
export function undoPriceStep(state: PriceState, step: LoggedStep): void {
  const type = TABLE_SUBJECTS.get(step.subject);
  const table = type !== undefined && state.tables.get(type);
  if (table) state.tables.set(type, undoSplice(table, step as LoggedTable));
  else if (step.subject === COMMODITIES_SUBJECT) state.commodities = step.before as Commodity[];
  else if (step.subject === HARVEST_SUBJECT) undoStep(state.harvest, step);
  else if (step.subject === CASH_BIDS_SUBJECT) undoStep(state.bids, readBidStep(step));
  else {
    const [before, after] = [step.before, step.after] as [FeedChange, FeedChange];
    undoQuotes(state.bids, { before, after, commodities: state.commodities });
    state.quotes = before.quotes;
  }
}

const HARVEST = 'harvest:';

/** Names of the values that are recorded. */
export const ITEMS = {
  bid: (id: string) => `bid:${id}`,
  /** Ids of all bids in their order. */
  order: 'order',
  commodities: 'commodities',
  quotes: 'quotes',
  table: (type: PriceTableType) => `table:${type}`,
  harvest: (id: string) => `${HARVEST}${id}`,
} as const;

/**
 * A bid as it is recorded. If its futures are the newest quote of a contract, it names that instead, because each quote
 * would change many bids. The same applies to its time, if it has none.
 */
type RecordedBid = LoggedBid & { quoted?: string };

const findQuote = (bid: StoredBid, { quotes, commodities }: PriceState): Quote | undefined => {
  const symbol = symbolOfBid(bid, commodities);
  return quotes.find((quote) => quote.symbol === symbol && haveSameFutures(bid, quote));
};

/** Returns whether the futures of a bid are a quote. */
export const isQuoted = (bid: StoredBid, state: PriceState) => findQuote(bid, state) !== undefined;

function recordBid(bid: StoredBid, state: PriceState): RecordedBid {
  const quote = findQuote(bid, state);
  if (!quote) return toLogged(bid);
  const { futuresEighths: _futures, changeEighths: _change, asOf, ...rest } = bid;
  return { ...toLogged({ ...rest, ...(asOf !== quote.at && { asOf }) }), quoted: quote.symbol };
}

function restoreBid({ quoted, ...recorded }: RecordedBid, quotes: readonly Quote[]): StoredBid {
  const quote = quotes.find(({ symbol }) => symbol === quoted);
  return {
    futuresEighths: quote?.futuresEighths ?? null,
    changeEighths: quote?.changeEighths ?? null,
    asOf: quote?.at ?? '',
    ...fromLogged(recorded),
  } as StoredBid;
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
    bids: bids.flatMap((bid) => (bid ? restoreBid(bid, quotes) : [])),
    commodities: (find(ITEMS.commodities) as Commodity[] | null) ?? [...FIRST_COMMODITIES],
    quotes,
    tables: new Map(tables),
    harvest: [...items.keys()]
      .filter((item) => item.startsWith(HARVEST))
      .flatMap((item) => (find(item) as HarvestRow | null) ?? []),
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
    const { bids, commodities, quotes, tables, harvest } = state;
    const ids = bids.map(({ id }) => id);
    return new Map([
      ...bids.map((bid) =>
        serialize(ITEMS.bid(bid.id), [bid, commodities, quotes], () => recordBid(bid, state)),
      ),
      serialize(ITEMS.order, [ids.join(' ')], () => ids),
      serialize(ITEMS.commodities, [commodities], () => commodities),
      serialize(ITEMS.quotes, [quotes], () => quotes),
      ...[...tables].map(([type, table]) => serialize(ITEMS.table(type), [table], () => table)),
      ...harvest.map((row) => serialize(ITEMS.harvest(row.id), [row], () => row)),
    ]);
  };
}
