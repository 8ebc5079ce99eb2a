import { PRICE_TABLE_LIMITS } from '#contract/price-tables.ts';
import { jsonForm } from '#app/editor/field/stored-form.ts';

/** Limits of a grid without its own: those of a price table. */
export const GRID_LIMITS = PRICE_TABLE_LIMITS;

/** A table being edited. Every row is as long as `headers`. */
export type Grid = { headers: string[]; rows: string[][] };

/**
 * A grid as edited. Removed rows and columns stay in their places, with their texts, until the grid is saved. Their indexes
 * are in ascending order.
 */
export type GridDraft = Grid & { removedRows?: readonly number[]; removedColumns?: readonly number[] };

export type Line = 'row' | 'column';

/** Kind of the cells of a column. A signed number can be negative, and a listed text be picked from a list. */
export type CellKind = 'text' | 'listed' | 'number' | 'signed' | 'yes or no';

export const isNumeric = (kind: CellKind) => kind === 'number' || kind === 'signed';

/** Position of a cell or, in row -1, of a header. */
export type CellPosition = { row: number; column: number };
export const HEADER_ROW = -1;

/** Pads or truncates the rows to the length of the headers. */
export function evenGrid({ headers, rows }: Grid): Grid {
  return { headers, rows: rows.map((cells) => headers.map((_, column) => cells[column] ?? '')) };
}

/** Returns a draft, without the keys of removed lines if there are none. */
export const gridDraft = (
  { headers, rows }: Grid,
  removedRows: readonly number[] = [],
  removedColumns: readonly number[] = [],
): GridDraft => ({
  headers,
  rows,
  ...(removedRows.length > 0 && { removedRows }),
  ...(removedColumns.length > 0 && { removedColumns }),
});

export const GRID_FORM = jsonForm<GridDraft>((json) => {
  const { headers, rows, removedRows, removedColumns } = json as GridDraft;
  if (![headers, ...rows].every(isTexts)) return undefined;
  return gridDraft(
    evenGrid({ headers, rows }),
    rows.flatMap((_, at) => (removedRows?.includes(at) ? [at] : [])),
    headers.flatMap((_, at) => (removedColumns?.includes(at) ? [at] : [])),
  );
});

/** Returns the grid without what was removed. */
export function keptGrid({ headers, rows, removedRows = [], removedColumns = [] }: GridDraft): Grid {
  if (removedRows.length + removedColumns.length === 0) return { headers, rows };
  const withoutColumns = (texts: readonly string[]) =>
    texts.filter((_, column) => !removedColumns.includes(column));
  return {
    headers: withoutColumns(headers),
    rows: rows.filter((_, row) => !removedRows.includes(row)).map(withoutColumns),
  };
}

/** Returns the indexes of the lines that are not removed. */
export const keptPositions = (lines: readonly unknown[], removed: readonly number[]): number[] =>
  [...lines.keys()].filter((at) => !removed.includes(at));

const isTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string');

export function textAt({ headers, rows }: Grid, { row, column }: CellPosition): string {
  return (row === HEADER_ROW ? headers : rows[row])?.[column] ?? '';
}

export function withText(grid: Grid, { row, column }: CellPosition, text: string): Grid {
  if (row === HEADER_ROW) return { ...grid, headers: grid.headers.with(column, text) };
  return { ...grid, rows: grid.rows.map((cells, each) => (each === row ? cells.with(column, text) : cells)) };
}

export const isBlankRow = (cells: readonly string[]) => cells.every((text) => text.trim() === '');

/** Adds a row. Returns the same grid if it is full. */
export function withNewRow(
  grid: Grid,
  {
    cells = grid.headers.map(() => ''),
    maxRows = GRID_LIMITS.rows,
  }: { cells?: string[]; maxRows?: number } = {},
): Grid {
  return grid.rows.length < maxRows ? { ...grid, rows: [...grid.rows, cells] } : grid;
}

/** Adds a column. Returns the same grid if it is full. */
export function withNewColumn(grid: Grid): Grid {
  if (grid.headers.length >= GRID_LIMITS.columns) return grid;
  return { headers: [...grid.headers, ''], rows: grid.rows.map((cells) => [...cells, '']) };
}

/** Moves a row to index `to`. Returns the same grid if `to` is out of range. */
export function withRowMoved(grid: Grid, from: number, to: number): Grid {
  const cells = grid.rows[from];
  if (!cells || to < 0 || to >= grid.rows.length) return grid;
  return { ...grid, rows: grid.rows.toSpliced(from, 1).toSpliced(to, 0, cells) };
}

/** Returns a column's header, with its number if the header is not unique, or only the number if it is empty. */
export function columnName(headers: readonly string[], column: number): string {
  const header = headers[column]?.trim() ?? '';
  if (header === '') return `column ${column + 1}`;
  const isUnique = headers.filter((each) => each.trim() === header).length === 1;
  return isUnique ? header : `${header} (column ${column + 1})`;
}
