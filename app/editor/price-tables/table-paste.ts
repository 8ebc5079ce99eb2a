import { PRICE_TABLE_LIMITS } from '#contract/price-tables.ts';
import { evenGrid, HEADER_ROW, type Grid, type Place } from './table-grid.ts';

export type Pasted = {
  grid: Grid;
  cells: number;
  newRows: number;
  newColumns: number;
  /** Number of rows dropped because the table is full. */
  rowsLeftOut: number;
  maxRows: number;
  /** Number of texts truncated to the maximum cell length. */
  cut: number;
};

export const blockWidth = (block: readonly string[][]) => Math.max(...block.map(({ length }) => length));

/** Returns the number of columns available for a paste at a position. */
export function roomAt({ headers }: Grid, { column }: Place, isBasic: boolean): number {
  return (isBasic ? headers.length : PRICE_TABLE_LIMITS.columns) - column;
}

/** Pastes a block, adding rows and columns. Drops columns that do not fit, so callers ask for confirmation first. */
export function pasteBlock(
  grid: Grid,
  place: Place,
  block: readonly string[][],
  { isBasic, rows: maxRows = PRICE_TABLE_LIMITS.rows }: { isBasic: boolean; rows?: number },
): Pasted {
  const room = roomAt(grid, place, isBasic);
  const rowRoom = maxRows - place.row;
  const fitting = block.slice(0, rowRoom).map((texts) => texts.slice(0, room));
  const width = Math.max(grid.headers.length, place.column + blockWidth([[], ...fitting]));
  const lines = [grid.headers, ...grid.rows].map((texts) => [...texts]);
  let cut = 0;
  for (const [index, texts] of fitting.entries()) {
    const row = place.row + index;
    const maxLength = row === HEADER_ROW ? PRICE_TABLE_LIMITS.headerLength : PRICE_TABLE_LIMITS.cellLength;
    const line = (lines[row + 1] ??= []);
    for (const [offset, text] of texts.entries()) {
      if (text.length > maxLength) cut += 1;
      line[place.column + offset] = text.slice(0, maxLength);
    }
  }
  const [headers = [], ...rows] = lines.map((line) =>
    Array.from({ length: width }, (_, at) => line[at] ?? ''),
  );
  return {
    grid: evenGrid({ headers, rows }),
    cells: fitting.flat().length,
    newRows: rows.length - grid.rows.length,
    newColumns: width - grid.headers.length,
    rowsLeftOut: block.length - fitting.length,
    maxRows,
    cut,
  };
}

export function pastedInWords({ cells, newRows, newColumns, rowsLeftOut, maxRows, cut }: Pasted): string {
  const parts = [
    `Pasted ${count(cells, 'cell')}`,
    newRows > 0 && count(newRows, 'new row'),
    newColumns > 0 && count(newColumns, 'new column'),
  ].filter(Boolean);
  const losses = [
    rowsLeftOut > 0 && `${count(rowsLeftOut, 'row')} left out: a table has room for ${maxRows}.`,
    cut > 0 && `${count(cut, 'text')} cut at the length that a cell may have.`,
  ].filter(Boolean);
  return [`${parts.join(', ')}.`, ...losses].join(' ');
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
