import { useState } from 'react';
import { flushSync } from 'react-dom';
import { focusInRow } from '#app/editor/field/row-toggle.tsx';
import {
  GRID_LIMITS,
  HEADER_ROW,
  keptGrid,
  textAt,
  withNewRow,
  withRowMoved,
  type CellPosition,
  type Grid,
  type GridDraft,
} from './grid.ts';
import {
  withColumnRemoved,
  withColumnRestored,
  withKept,
  withRowRemoved,
  withRowRestored,
} from './grid-draft.ts';
import { idsOf } from './grid-ids.ts';
import { useGridPaste } from './use-grid-paste.ts';

export type GridSteps = ReturnType<typeof useGridSteps>;

/** Cell that was filled in when its row was added, and that no one has edited since. */
type Prefilled = { position: CellPosition; text: string };

export const COLUMNS_FULL = `This table is full (${GRID_LIMITS.columns} columns). Remove a column to add another.`;

/** Returns the steps that edit, extend and paste into a grid, and the last status message. */
export function useGridSteps({
  id,
  draft,
  grid = keptGrid(draft),
  hasFixedColumns = true,
  headerNames = grid.headers,
  maxRows = GRID_LIMITS.rows,
  fullMessage,
  newRow = () => grid.headers.map(() => ''),
  mayPaste = () => true,
  onChange,
}: {
  id: string;
  draft: GridDraft;
  /** The part of the draft that is not removed. */
  grid?: Grid;
  hasFixedColumns?: boolean;
  /** Names of each column in pasted headers; by default its header. */
  headerNames?: readonly (string | readonly string[])[];
  maxRows?: number;
  /** Status message if no more rows can be added. */
  fullMessage: string;
  newRow?: () => string[];
  mayPaste?: (position: CellPosition, block: string[][]) => boolean;
  onChange: (draft: GridDraft) => void;
}) {
  const ids = idsOf(id);
  const [notice, setNotice] = useState('');
  const [prefilled, setPrefilled] = useState<readonly Prefilled[]>([]);

  /** Applies a change and its status message. Renders it synchronously before focusing, as the element may be new. */
  function change(next: Grid, step: { focus?: string; message?: string } = {}) {
    changeDraft(withKept(draft, next), step);
  }

  function changeDraft(
    next: GridDraft,
    { focus, message = '' }: { focus?: string | undefined; message?: string } = {},
  ) {
    const kept = keptGrid(next);
    setNotice(message);
    setPrefilled((before) => before.filter(({ position, text }) => textAt(kept, position) === text));
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

  /** Returns true if no one typed anything in a row. */
  const isUntouched = (row: number) =>
    (grid.rows[row] ?? []).every(
      (text, column) =>
        text === '' ||
        prefilled.some(
          ({ position, text: filled }) =>
            position.row === row && position.column === column && filled === text,
        ),
    );

  function addRow() {
    const cells = newRow();
    const row = grid.rows.length;
    const next = withNewRow(grid, { cells, maxRows });
    if (next === grid) return setNotice(fullMessage);
    const filled = cells.flatMap((text, column) =>
      text === '' ? [] : [{ position: { row, column }, text }],
    );
    setPrefilled((before) => [...before, ...filled]);
    change(next, { focus: ids.text({ row, column: 0 }) });
  }

  const isPrefilled = (input: HTMLInputElement) =>
    prefilled.some(({ position, text }) => input.id === ids.text(position) && input.value === text);

  const pasting = useGridPaste({
    grid,
    headerNames,
    limits: { hasFixedColumns, maxRows },
    mayPaste,
    onPasted: (after, position, message) => change(after, { focus: ids.text(position), message }),
  });

  return {
    notice,
    setNotice,
    isPrefilled,
    change,
    addRow,
    moveRow,
    ...removalSteps({
      id,
      draft,
      grid,
      maxRows,
      fullMessage,
      isUntouched,
      onFull: setNotice,
      onChange: changeDraft,
    }),
    ...pasting,
  };
}

type Change = (next: GridDraft, step: { focus: string; message: string }) => void;

/** Returns the steps that remove rows and columns, and restore them. */
function removalSteps({
  id,
  draft,
  grid,
  maxRows,
  fullMessage,
  isUntouched,
  onFull,
  onChange: changeDraft,
}: {
  id: string;
  draft: GridDraft;
  grid: Grid;
  maxRows: number;
  fullMessage: string;
  isUntouched: (row: number) => boolean;
  onFull: (message: string) => void;
  onChange: Change;
}) {
  const ids = idsOf(id);

  /** Removes a row, and focuses its Undo. Focuses the next row if no one typed anything in the removed one. */
  function removeRow(row: number) {
    const next = withRowRemoved(draft, row, isUntouched(row));
    const at = added(draft.removedRows, next.removedRows);
    const lastRow = keptGrid(next).rows.length - 1;
    const nextRow = lastRow < 0 ? ids.addRow : ids.removeRow(Math.min(row, lastRow));
    changeDraft(next, {
      focus: at === undefined ? nextRow : ids.restoreRow(at),
      message: `Row ${row + 1} removed.`,
    });
  }

  function restoreRow(at: number) {
    if (grid.rows.length >= maxRows) return onFull(fullMessage);
    const row = at - removedBefore(at, draft.removedRows);
    changeDraft(withRowRestored(draft, at), {
      focus: ids.text({ row, column: 0 }),
      message: `Row ${row + 1} restored.`,
    });
  }

  function removeColumn(column: number) {
    const next = withColumnRemoved(draft, column);
    const at = added(draft.removedColumns, next.removedColumns);
    const lastColumn = keptGrid(next).headers.length - 1;
    const nextColumn = lastColumn < 0 ? id : ids.columnMenu(Math.min(column, lastColumn));
    changeDraft(next, {
      focus: at === undefined ? nextColumn : ids.restoreColumn(at),
      message: `Column ${column + 1} removed.`,
    });
  }

  function restoreColumn(at: number) {
    if (grid.headers.length >= GRID_LIMITS.columns) return onFull(COLUMNS_FULL);
    const column = at - removedBefore(at, draft.removedColumns);
    changeDraft(withColumnRestored(draft, at), {
      focus: ids.text({ row: HEADER_ROW, column }),
      message: `Column ${column + 1} restored.`,
    });
  }

  return { removeRow, restoreRow, removeColumn, restoreColumn };
}

const removedBefore = (at: number, removed: readonly number[] = []) =>
  removed.filter((each) => each < at).length;

/** Returns the index that was added to a list of indexes, if any. */
const added = (before: readonly number[] = [], now: readonly number[] = []) =>
  now.length > before.length ? now.find((at) => !before.includes(at)) : undefined;
