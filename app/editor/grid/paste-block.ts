import { counted } from '#contract/text.ts';
import { evenGrid, GRID_LIMITS, HEADER_ROW, type Grid, type CellPosition } from './grid.ts';

export const blockWidth = (block: readonly string[][]) => Math.max(...block.map(({ length }) => length));

/** Returns the number of columns available for a paste at a position. */
export function availableColumns(
  { headers }: Grid,
  { column }: CellPosition,
  hasFixedColumns: boolean,
  maxColumns: number = GRID_LIMITS.columns,
): number {
  return (hasFixedColumns ? headers.length : maxColumns) - column;
}

/** Pastes a block, adding rows and columns. Drops columns that do not fit, so callers ask first or say so. */
export function pasteBlock(
  grid: Grid,
  position: CellPosition,
  block: readonly string[][],
  {
    hasFixedColumns = false,
    maxRows = GRID_LIMITS.rows,
    maxColumns = GRID_LIMITS.columns,
    maxLength,
  }: { hasFixedColumns?: boolean; maxRows?: number; maxColumns?: number; maxLength?: number },
) {
  const columns = availableColumns(grid, position, hasFixedColumns, maxColumns);
  const fitting = block.slice(0, maxRows - position.row).map((texts) => texts.slice(0, columns));
  const width = Math.max(grid.headers.length, position.column + blockWidth([[], ...fitting]));
  const lines = [grid.headers, ...grid.rows].map((texts) => [...texts]);
  let truncatedHeaders = 0;
  let truncatedCells = 0;
  for (const [index, texts] of fitting.entries()) {
    const row = position.row + index;
    const isHeader = row === HEADER_ROW;
    const max = maxLength ?? (isHeader ? GRID_LIMITS.headerLength : GRID_LIMITS.cellLength);
    const line = (lines[row + 1] ??= []);
    for (const [offset, text] of texts.entries()) {
      if (text.length > max && isHeader) truncatedHeaders += 1;
      else if (text.length > max) truncatedCells += 1;
      line[position.column + offset] = text.slice(0, max);
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
    /** Number of rows dropped because the table is full. */
    droppedRows: block.length - fitting.length,
    droppedColumns: Math.max(0, blockWidth([[], ...block]) - columns),
    maxRows,
    /** Numbers of texts truncated to their maximum lengths. */
    truncatedHeaders,
    truncatedCells,
  };
}

export function pastedMessage({
  cells,
  newRows,
  newColumns,
  droppedRows: rowsLeftOut,
  droppedColumns,
  maxRows,
  truncatedHeaders,
  truncatedCells,
}: ReturnType<typeof pasteBlock>): string {
  const added = [
    newRows > 0 && counted(newRows, 'row'),
    newColumns > 0 && counted(newColumns, 'column'),
  ].filter(Boolean);
  const { headerLength, cellLength } = GRID_LIMITS;
  return [
    `Pasted ${counted(cells, 'cell')}.`,
    added.length > 0 && `Added ${added.join(' and ')}.`,
    rowsLeftOut > 0 &&
      `${counted(rowsLeftOut, 'row')} didn't fit. The limit is ${maxRows.toLocaleString('en-US')}.`,
    droppedColumns > 0 && `${counted(droppedColumns, 'column')} didn't fit.`,
    truncatedHeaders > 0 && tooLong(truncatedHeaders, 'header', headerLength),
    truncatedCells > 0 && tooLong(truncatedCells, 'cell', cellLength),
  ]
    .filter(Boolean)
    .join(' ');
}

const tooLong = (count: number, noun: string, maxLength: number) =>
  `${counted(count, noun)} ${count === 1 ? 'was' : 'were'} too long and got cut off at ${maxLength} characters.`;
