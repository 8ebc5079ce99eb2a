import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusInRow } from '#app/editor/field/row-toggle.tsx';
import { isEqual } from '#shared/merge-values.ts';
import {
  GRID_LIMITS,
  HEADER_ROW,
  keptGrid,
  withNewRow,
  withRowMoved,
  type CellPosition,
  type Grid,
  type GridDraft,
  type Line,
} from './grid.ts';
import { removedIn, withKept, withLineRemoved, withLineRestored } from './grid-draft.ts';
import { idsOf } from './grid-ids.ts';
import { useGridPaste } from './use-grid-paste.ts';

export type GridSteps = ReturnType<typeof useGridSteps>;

export const COLUMNS_FULL = `This table is full (${GRID_LIMITS.columns} columns). Remove a column to add another.`;

/** Returns the steps that edit, extend and paste into a grid, and the last status message. */
export function useGridSteps({
  id,
  draft,
  hasFixedColumns = true,
  headerNames,
  maxRows = GRID_LIMITS.rows,
  fullMessage,
  newRow = ({ headers }) => headers.map(() => ''),
  mayPaste = () => true,
  onChange,
}: {
  id: string;
  draft: GridDraft;
  hasFixedColumns?: boolean;
  /** Names of each column in pasted headers; by default its header. */
  headerNames?: readonly (string | readonly string[])[];
  maxRows?: number;
  /** Status message if no more rows can be added. */
  fullMessage: string;
  newRow?: (grid: Grid) => string[];
  mayPaste?: (grid: Grid, position: CellPosition, block: string[][]) => boolean;
  onChange: (draft: GridDraft) => void;
}) {
  const ids = idsOf(id);
  /** The part of the draft that is not removed. */
  const grid = useMemo(() => keptGrid(draft), [draft]);
  const [notice, setNotice] = useState('');
  /** Message about the last save, until the next change. */
  const [afterSave, setAfterSave] = useState('');

  /** Applies a change and its status message. Renders it synchronously before focusing, as the element may be new. */
  function change(next: Grid, step: { focus?: string; message?: string } = {}) {
    changeDraft(withKept(draft, next), step);
  }

  function changeDraft(
    next: GridDraft,
    { focus, message = '' }: { focus?: string | undefined; message?: string } = {},
  ) {
    setAfterSave('');
    setNotice(message);
    if (focus === undefined) return onChange(next);
    flushSync(() => onChange(next));
    focusInRow(document.getElementById(focus));
  }

  function moveRow(from: number, to: number, focus: string) {
    const moved = withRowMoved(grid, from, to);
    if (moved === grid) return;
    const message = `Row ${from + 1} is now row ${to + 1}.`;
    changeDraft(withKept(draft, moved, { from, to }), { focus, message });
  }

  function addRow() {
    const next = withNewRow(grid, { cells: newRow(grid), maxRows });
    if (next === grid) return setNotice(fullMessage);
    change(next, { focus: ids.text({ row: grid.rows.length, column: 0 }) });
  }

  /** Returns true if no one typed anything in a row. */
  const isUntouched = (row: number) =>
    isEqual(grid.rows[row], newRow({ ...grid, rows: grid.rows.slice(0, row) }));

  /** Removes a line, and focuses its Undo. Focuses the next one if no one typed anything in the removed one. */
  function removeLine(line: Line, index: number) {
    const next = withLineRemoved(draft, line, index, line === 'row' && isUntouched(index));
    const before = removedIn(draft, line);
    const at = removedIn(next, line).find((each) => !before.includes(each));
    const isAdded = removedIn(next, line).length > before.length;
    const { headers, rows } = keptGrid(next);
    const last = (line === 'row' ? rows : headers).length - 1;
    const beside = Math.min(index, last);
    const [nextId, noneId] =
      line === 'row' ? [ids.removeRow(beside), ids.addRow] : [ids.removeColumn(beside), id];
    changeDraft(next, {
      focus: isAdded && at !== undefined ? ids.restore(line, at) : last < 0 ? noneId : nextId,
      message: `${NAMES[line]} ${index + 1} removed.`,
    });
  }

  function restoreLine(line: Line, at: number) {
    const next = withLineRestored(draft, line, at, maxRows);
    if (next === draft) return setNotice(line === 'row' ? fullMessage : COLUMNS_FULL);
    const index = at - removedIn(draft, line).filter((each) => each < at).length;
    changeDraft(next, {
      focus: ids.text(line === 'row' ? { row: index, column: 0 } : { row: HEADER_ROW, column: index }),
      message: `${NAMES[line]} ${index + 1} restored.`,
    });
  }

  const pasting = useGridPaste({
    grid,
    headerNames: headerNames ?? grid.headers,
    limits: { hasFixedColumns, maxRows },
    mayPaste,
    onPasted: (after, position, message) => change(after, { focus: ids.text(position), message }),
  });

  return {
    grid,
    notice: [afterSave, notice].filter(Boolean).join(' '),
    setNotice,
    setAfterSave,
    change,
    changeDraft,
    addRow,
    moveRow,
    removeLine,
    restoreLine,
    ...pasting,
  };
}

const NAMES = { row: 'Row', column: 'Column' };
