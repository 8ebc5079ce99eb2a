import { PRICE_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import { cells, type ItemHistory } from '#server/records/history.ts';
import type { PriceTableStores } from './price-table-store.ts';
import { priceTableSubject, undoPriceTable } from './price-tables.ts';

/** Rows that changed, or a whole table. */
type LoggedRows = { at?: number; rows: string[][]; headers?: string[] };

export const priceTableHistory: ItemHistory<PriceTableStores> = {
  subject: priceTableSubject(''),
  kind: 'table',
  names: Object.fromEntries(PRICE_TABLES.map(({ type, label }) => [priceTableSubject(type), label])),
  show: ({ at = 0, rows, headers }: LoggedRows) => cells(headers ?? null, rows, at + 1),
  restore: (stores, author, { id, steps, baseVersion }) =>
    undoPriceTable(stores, author, {
      type: Number(id) as PriceTableType,
      version: steps.at(-1)?.version ?? 0,
      baseVersion,
    }),
};
