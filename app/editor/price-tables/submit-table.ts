import type { VersionId } from '#contract/content-version.ts';
import {
  cellKey,
  headerKey,
  PRICE_TABLES,
  toPriceTable,
  type PriceTableResponse,
  type PriceTableSave,
  type PriceTableType,
} from '#contract/price-tables.ts';
import { adminApi, type CallResult } from '#app/editor/frame/admin-api.ts';
import { toSavedText, UNREADABLE_DRAFT, type SavedText } from '#app/editor/field/save-result.ts';
import { mergeGrids } from '#app/editor/grid/merge-grids.ts';
import { evenGrid, parseGrid, serializeGrid, type Grid } from '#app/editor/grid/grid.ts';
import { filledColumns } from './table-warnings.ts';

type TableContent = Pick<PriceTableResponse, 'columnHeaders' | 'allRows'>;

/** Serializes a table for its field. A table with fixed columns gets one column if it has none. */
export function toTableText(content: TableContent, hasFixedColumns: boolean): string {
  const { headers, rows } = toPriceTable(content);
  return serializeGrid(evenGrid({ headers: hasFixedColumns && headers.length === 0 ? [''] : headers, rows }));
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

export async function submitTable(
  { type, hasFixedColumns }: { type: PriceTableType; hasFixedColumns: boolean },
  text: string,
  baseVersion: VersionId,
): Promise<CallResult<SavedText>> {
  const grid = parseGrid(text);
  if (!grid) return UNREADABLE_DRAFT;
  const result = await adminApi.savePriceTable(toTableSave(type, grid), baseVersion);
  return toSavedText(result, (content) => toTableText(content, hasFixedColumns), {
    sent: text,
    merge: (texts) => mergeGrids(texts)?.merged,
  });
}
