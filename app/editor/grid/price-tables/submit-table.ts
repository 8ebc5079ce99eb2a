import { API } from '#contract/paths.ts';
import {
  cellKey,
  headerKey,
  PRICE_TABLES,
  toPriceTable,
  type PriceTableResponse,
  type PriceTableSave,
  type PriceTableType,
} from '#contract/price-tables.ts';
import { adminApi, callAs, post, type CallResult } from '#app/editor/shell/admin-api.ts';
import { savedBy } from '#app/editor/field/save-result.ts';
import { evenGrid, keptGrid, type Grid, type GridDraft } from '#app/editor/grid/grid.ts';
import { filledColumns } from './table-warnings.ts';

type TableContent = Pick<PriceTableResponse, 'columnHeaders' | 'allRows'>;

/** Converts a table for its field. A table with fixed columns gets one column if it has none. */
export function toGrid(content: TableContent, hasFixedColumns: boolean): Grid {
  const { headers, rows } = toPriceTable(content);
  return evenGrid({ headers: hasFixedColumns && headers.length === 0 ? [''] : headers, rows });
}

/** Converts a table to the request body, without blank cells and cells beyond the number of filled headers. */
export function toTableSave(type: PriceTableType, grid: Grid): PriceTableSave {
  const { prefix } = PRICE_TABLES[type];
  const columns = filledColumns(grid);
  const rows = grid.rows.map((cells, row) =>
    filled(cells.slice(0, columns), (column) => cellKey(prefix, row, column)),
  );
  return {
    TableType: type,
    ColumnHeaders: filled(grid.headers, (column) => headerKey(prefix, column)),
    AllRows: rows.filter((row) => Object.keys(row).length > 0),
  };
}

const filled = (texts: readonly string[], keyOf: (column: number) => string) =>
  Object.fromEntries(
    texts.flatMap((text, column) => (text.trim() === '' ? [] : [[keyOf(column), text] as const])),
  );

export type Table = { type: PriceTableType; hasFixedColumns: boolean };

export type LoadedTable = { saved: GridDraft; changedAt: string | null };

export const loadTable = ({ type, hasFixedColumns }: Table): Promise<CallResult<LoadedTable>> =>
  callAs(adminApi.priceTable(type), ({ changedAt, ...content }) => ({
    saved: toGrid(content, hasFixedColumns),
    changedAt,
  }));

export const savedTable = ({ type, hasFixedColumns }: Table) =>
  savedBy<GridDraft>(
    (draft) => post(API.priceTable, toTableSave(type, keptGrid(draft))),
    (content: TableContent) => toGrid(content, hasFixedColumns),
  );
