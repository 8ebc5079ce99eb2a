import {
  cellKey,
  headerKey,
  PRICE_TABLES,
  readPriceTable,
  type PriceTableAnswer,
  type PriceTableSave,
  type PriceTableType,
} from '#contract/price-tables.ts';
import { editorCalls, type CallResult } from '#app/editor/editor-calls.ts';
import type { SavedText } from '#app/editor/use-field.ts';
import { evenGrid, parseGrid, writeGrid, type Grid } from './table-grid.ts';
import { keptColumns } from './table-remarks.ts';

/** Result of saving a draft from local storage that does not parse. */
export const UNREADABLE_DRAFT = {
  outcome: 'refused',
  reason: "We can't read the changes kept on this device. Choose Undo changes, then type them again.",
} as const;

type TableContent = Pick<PriceTableAnswer, 'columnHeaders' | 'allRows'>;

/** Serializes a table for its field. A table with fixed columns gets one column if it has none. */
export function toTableText(content: TableContent, isBasic: boolean): string {
  const { headers, rows } = readPriceTable(content);
  return writeGrid(evenGrid({ headers: isBasic && headers.length === 0 ? [''] : headers, rows }));
}

/** Converts a table to the request body, without blank cells and cells beyond the number of filled headers. */
export function toTableSave(type: PriceTableType, grid: Grid): PriceTableSave {
  const { prefix } = PRICE_TABLES[type];
  const columns = keptColumns(grid);
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

export async function saveTable(
  { type, isBasic }: { type: PriceTableType; isBasic: boolean },
  text: string,
  basedOn: number,
): Promise<CallResult<SavedText>> {
  const grid = parseGrid(text);
  if (!grid) return UNREADABLE_DRAFT;
  const result = await editorCalls.savePriceTable(toTableSave(type, grid), basedOn);
  switch (result.outcome) {
    case 'done': {
      const { content, ...saved } = result.answer;
      return { ...result, answer: { ...saved, content: toTableText(content, isBasic) } };
    }
    case 'conflict': {
      const content = toTableText(result.current.content as TableContent, isBasic);
      return { ...result, current: { ...result.current, content } };
    }
    case 'refused':
    case 'signed-out':
    case 'unreachable':
      return result;
  }
}
