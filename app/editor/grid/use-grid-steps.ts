import { useState, type ClipboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { parseBlock } from './block-text.ts';
import { GRID_LIMITS, withNewRow, type CellPosition, type Grid } from './grid.ts';
import { idsOf } from './grid-ids.ts';
import { pasteBlock, pastedMessage } from './paste-block.ts';

export type GridSteps = ReturnType<typeof useGridSteps>;

/** Returns the steps that edit, extend and paste into a grid, and the last status message. */
export function useGridSteps({
  id,
  grid,
  hasFixedColumns = true,
  maxRows = GRID_LIMITS.rows,
  fullMessage,
  newRow = () => grid.headers.map(() => ''),
  mayPaste = () => true,
  onChange,
}: {
  id: string;
  grid: Grid;
  hasFixedColumns?: boolean;
  maxRows?: number;
  /** Status message if no more rows can be added. */
  fullMessage: string;
  newRow?: () => string[];
  mayPaste?: (position: CellPosition, block: string[][]) => boolean;
  onChange: (grid: Grid) => void;
}) {
  const ids = idsOf(id);
  const [notice, setNotice] = useState('');

  /** Applies a change and its status message. Renders it synchronously before focusing, as the element may be new. */
  function change(next: Grid, { focus, message = '' }: { focus?: string; message?: string } = {}) {
    setNotice(message);
    if (focus === undefined) return onChange(next);
    flushSync(() => onChange(next));
    document.getElementById(focus)?.focus();
  }

  function addRow() {
    const next = withNewRow(grid, { cells: newRow(), maxRows });
    if (next === grid) return setNotice(fullMessage);
    change(next, { focus: ids.text({ row: grid.rows.length, column: 0 }) });
  }

  function paste(position: CellPosition, block: string[][]) {
    const pasted = pasteBlock(grid, position, block, { hasFixedColumns, maxRows });
    change(pasted.grid, { focus: ids.text(position), message: pastedMessage(pasted) });
  }

  function onPaste(event: ClipboardEvent, position: CellPosition) {
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    // Leave a single cell to the browser's own paste.
    if (!block) return;
    event.preventDefault();
    if (mayPaste(position, block)) paste(position, block);
  }

  return { notice, setNotice, change, addRow, paste, onPaste };
}
