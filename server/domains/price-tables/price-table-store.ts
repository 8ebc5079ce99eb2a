import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { PriceTableType } from '#contract/price-tables.ts';
import { readableOnly, type ReadRow } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseStored } from '#server/platform/database/stored-values.ts';

/** Rows are as long as the headers; an empty cell is ''. */
export type PriceTableContent = { headers: string[]; rows: string[][] };

const FIRST_HEADERS: Record<PriceTableType, readonly string[]> = {
  0: ['Product', 'Price per ton'],
  1: ['Fuel Type', 'Price'],
  2: ['Product', 'Price per ton'],
  3: ['Product', 'Price per ton'],
  4: ['Product', 'Price per ton'],
};

export const emptyPriceTable = (type: PriceTableType): PriceTableContent => ({
  headers: [...FIRST_HEADERS[type]],
  rows: [],
});

/** Creates the stores that the rules for price tables need. */
export const priceTableStores = (db: DatabaseHandle) => ({
  priceTables: createPriceTableStore(db),
  changeLog: createChangeLogStore(db),
});
export type PriceTableStores = ReturnType<typeof priceTableStores>;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const isRows = (value: unknown): value is string[][] => Array.isArray(value) && value.every(isTexts);

function createPriceTableStore(db: DatabaseHandle) {
  return {
    /** Returns only headers for a table that was never saved or is unreadable. */
    async find(type: PriceTableType, read: ReadRow = readableOnly): Promise<PriceTableContent> {
      const row = await db
        .selectFrom('price_table')
        .select(['headers', 'rows'])
        .where('table_type', '=', type)
        .executeTakeFirst();
      const table =
        row &&
        read(type, () => ({
          headers: parseStored('headers', row.headers, isTexts),
          rows: parseStored('rows', row.rows, isRows),
        }));
      return table ?? emptyPriceTable(type);
    },

    async save(type: PriceTableType, table: PriceTableContent): Promise<void> {
      const values = { headers: JSON.stringify(table.headers), rows: JSON.stringify(table.rows) };
      await db
        .insertInto('price_table')
        .values({ table_type: type, ...values })
        .onConflict((conflict) => conflict.column('table_type').doUpdateSet(values))
        .execute();
    },
  };
}
