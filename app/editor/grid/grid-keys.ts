import { HEADER_ROW, type CellPosition } from './grid.ts';

export type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/** The active cell, and whether its caret is at the start or end of the text, or all of the text is selected. */
export type ActiveCell = CellPosition & { isAtStart: boolean; isAtEnd: boolean };

/** Target of a key press: a cell, a new row, or the row's buttons. */
export type CellMove = CellPosition | 'new row' | 'tools';

/** Returns the target of a key press, or undefined if the browser handles the key. */
export function moveForKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Key,
  { row, column, isAtStart, isAtEnd }: ActiveCell,
  { rows, columns }: { rows: number; columns: number },
): CellMove | undefined {
  if (ctrlKey || metaKey || altKey || (shiftKey && key !== 'Enter')) return undefined;
  const isLastRow = row === rows - 1;
  const isLastColumn = column === columns - 1;
  const above = row > HEADER_ROW ? { row: row - 1, column } : undefined;
  const below = isLastRow ? undefined : { row: row + 1, column };
  switch (key) {
    case 'ArrowUp':
      return above;
    case 'ArrowDown':
      return below;
    case 'Enter':
      return shiftKey ? above : (below ?? 'new row');
    case 'ArrowLeft':
      return isAtStart && column > 0 ? { row, column: column - 1 } : undefined;
    case 'ArrowRight':
      if (!isAtEnd) return undefined;
      return isLastColumn ? 'tools' : { row, column: column + 1 };
    case 'Tab':
      // Skip the row's buttons, which the right arrow and Shift+Tab reach.
      if (!isLastColumn) return { row, column: column + 1 };
      return isLastRow ? undefined : { row: row + 1, column: 0 };
    default:
      return undefined;
  }
}
