import { useState, type ClipboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Grid, CellPosition } from './grid.ts';
import { idsOf } from './grid-ids.ts';
import { pasteBlock, pastedMessage } from './paste-block.ts';
import { parseBlock } from './parse-block.ts';

/** Returns handlers that edit, extend and paste into a grid with fixed columns, and the last status message. */
export function useGridSteps({
  id,
  name,
  grid,
  limit,
  newRow,
  onChange,
}: {
  id: string;
  name: string;
  grid: Grid;
  limit: number;
  newRow: () => string[];
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
    if (grid.rows.length >= limit) {
      const limitText = `${limit.toLocaleString('en-US')} ${name.toLowerCase()}`;
      return setNotice(`You've reached the limit of ${limitText}. Remove a row to add another.`);
    }
    const focus = ids.text({ row: grid.rows.length, column: 0 });
    change({ ...grid, rows: [...grid.rows, newRow()] }, { focus });
  }

  function onPaste(event: ClipboardEvent, position: CellPosition) {
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    // Leave a single cell to the browser's own paste.
    if (!block) return;
    event.preventDefault();
    const pasted = pasteBlock(grid, position, block, { hasFixedColumns: true, rows: limit });
    change(pasted.grid, { focus: ids.text(position), message: pastedMessage(pasted) });
  }

  return { addRowId: ids.addRow, notice, setNotice, change, addRow, onPaste };
}
