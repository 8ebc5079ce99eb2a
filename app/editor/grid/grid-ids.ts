import type { CellPosition } from './grid.ts';

export const idsOf = (table: string) => ({
  text: ({ row, column }: CellPosition) => `${table}-text-${row}-${column}`,
  up: (row: number) => `${table}-up-${row}`,
  down: (row: number) => `${table}-down-${row}`,
  removeRow: (row: number) => `${table}-drop-row-${row}`,
  removeColumn: (column: number) => `${table}-drop-column-${column}`,
  addRow: `${table}-add-row`,
  pasteConfirmation: `${table}-question`,
});
