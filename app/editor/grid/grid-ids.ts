import type { CellPosition, Line } from './grid.ts';

export const idsOf = (grid: string) => ({
  text: ({ row, column }: CellPosition) => `${grid}-text-${row}-${column}`,
  up: (row: number) => `${grid}-up-${row}`,
  down: (row: number) => `${grid}-down-${row}`,
  removeRow: (row: number) => `${grid}-drop-row-${row}`,
  removeColumn: (column: number) => `${grid}-drop-column-${column}`,
  /** Undo of a removed row or column, by its index in the draft. */
  restore: (line: Line, at: number) => `${grid}-restore-${line}-${at}`,
  choices: (column: number) => `${grid}-choices-${column}`,
  addRow: `${grid}-add-row`,
});
