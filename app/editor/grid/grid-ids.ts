import type { CellPosition } from './grid.ts';

export const idsOf = (grid: string) => ({
  text: ({ row, column }: CellPosition) => `${grid}-text-${row}-${column}`,
  up: (row: number) => `${grid}-up-${row}`,
  down: (row: number) => `${grid}-down-${row}`,
  removeRow: (row: number) => `${grid}-drop-row-${row}`,
  removeColumn: (column: number) => `${grid}-drop-column-${column}`,
  addRow: `${grid}-add-row`,
});
