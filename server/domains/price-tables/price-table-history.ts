import { PRICE_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import { both, cells, type ItemHistory } from '#server/records/history.ts';
import { priceTableStores } from './price-table-store.ts';
import { priceTableSubject, undoPriceTable } from './price-tables.ts';

/** Rows that changed, or a whole table. */
type LoggedRows = { at?: number; rows: string[][]; headers?: string[] };

export const priceTableHistory: ItemHistory = {
  subject: priceTableSubject(''),
  kind: 'table',
  names: () => Object.fromEntries(PRICE_TABLES.map(({ type, label }) => [priceTableSubject(type), label])),
  present: both((value) => {
    const { at = 0, rows, headers = null } = value as LoggedRows;
    return cells(headers, rows, at + 1);
  }),
  restore: ({ db, author, id, steps, baseVersion }) =>
    undoPriceTable(priceTableStores(db), author, {
      type: Number(id) as PriceTableType,
      version: steps.at(-1)?.version ?? 0,
      baseVersion,
    }),
};
