import {
  cellKey,
  headerKey,
  PRICE_TABLES,
  type PriceTable,
  type PriceTableResponse,
  type PriceTableType,
} from '#contract/price-tables.ts';
import type { PriceTableContent } from './price-table-store.ts';

export function presentPriceTable(type: PriceTableType, table: PriceTable): PriceTableResponse {
  return { ...presentTableContent(type, table), changedAt: table.changedAt };
}

export function presentTableContent(type: PriceTableType, { headers, rows }: PriceTableContent) {
  const { prefix } = PRICE_TABLES[type];
  return {
    columnHeaders: Object.fromEntries(headers.map((text, column) => [headerKey(prefix, column), text])),
    allRows: rows.map((cells, row) =>
      Object.fromEntries(cells.map((text, column) => [cellKey(prefix, row, column), text])),
    ),
  };
}
