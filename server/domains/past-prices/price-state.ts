import type { Commodity } from '#contract/cash-bids.ts';
import { PRICE_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import { toColumns, type BidColumns } from '#server/domains/cash-bids/cash-bid-store.ts';
import { BID_SUBJECTS, undoBidStep } from '#server/domains/cash-bids/bid-steps.ts';
import { listCommodities } from '#server/domains/cash-bids/cash-bids.ts';
import type { PriceTableContent } from '#server/domains/price-tables/price-table-store.ts';
import { undoSplice, type LoggedTable } from '#server/domains/price-tables/price-table-splice.ts';
import { priceTableSubject } from '#server/domains/price-tables/price-tables.ts';
import type { ContentStores } from '#server/domains/domains.ts';
import type { LoggedStep } from '#server/platform/change-log/change-log-store.ts';

/** Everything that prices depend on, except the site file and the time. */
export type PriceState = {
  rows: BidColumns[];
  commodities: Commodity[];
  tables: Map<PriceTableType, PriceTableContent>;
};

export type PriceStores = Pick<ContentStores, 'cashBids' | 'priceTables' | 'changeLog'>;

const TABLE_SUBJECTS = new Map(PRICE_TABLES.map(({ type }) => [priceTableSubject(type), type]));

export const PRICE_SUBJECTS: readonly string[] = [...BID_SUBJECTS, ...TABLE_SUBJECTS.keys()];

export async function readPrices(stores: PriceStores): Promise<PriceState> {
  const tables: PriceState['tables'] = new Map();
  for (const { type } of PRICE_TABLES) tables.set(type, await stores.priceTables.find(type));
  return {
    rows: (await stores.cashBids.list()).map(toColumns),
    commodities: await listCommodities(stores),
    tables,
  };
}

/** Undoes a change of one of `PRICE_SUBJECTS` in place. */
export function undoPriceStep(state: PriceState, step: LoggedStep): void {
  const type = TABLE_SUBJECTS.get(step.subject);
  const table = type !== undefined && state.tables.get(type);
  if (table) state.tables.set(type, undoSplice(table, step as LoggedTable));
  else undoBidStep(state, step);
}
