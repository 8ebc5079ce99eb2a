import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import { HEADER_ROW, withoutColumn, withoutRow, withRowMoved, type Grid, type CellPosition } from './grid.ts';
import { GridHeaders, type EditableHeaders } from './grid-headers.tsx';
import { idsOf } from './grid-ids.ts';
import { moveForKey } from './grid-keys.ts';
import { GridRow, type RowHandlers } from './grid-row.tsx';
import { useRowDrag } from './use-row-drag.ts';
import type { GridSteps } from './use-grid-steps.ts';
import { useStableHandlers } from './use-stable-handlers.ts';
import styles from './spreadsheet.module.css';

const UNDO = 'Undo changes brings it back, along with everything else as last saved.';

/** Texts in the shape of the grid, with '' for none. */
type CellTexts = readonly (readonly string[])[];

export function Spreadsheet({
  id,
  name,
  grid,
  previous,
  warnings,
  hints,
  numericColumns,
  editableHeaders,
  steps,
  onType,
  onSave,
}: {
  id: string;
  name: string;
  grid: Grid;
  /** Saved texts, which differ from those of changed cells. */
  previous: CellTexts;
  warnings: CellTexts;
  /** Placeholders of empty cells. */
  hints?: CellTexts;
  /** Columns that are right-aligned; by default all but the first. */
  numericColumns?: readonly boolean[];
  /** Undefined if the headers are read-only. */
  editableHeaders?: EditableHeaders;
  steps: Pick<GridSteps, 'change' | 'addRow' | 'onPaste'>;
  onType: (position: CellPosition, text: string) => void;
  onSave: () => void;
}) {
  const ids = idsOf(id);
  const { headers, rows } = grid;
  const lastRowId = rows.length === 0 ? ids.addRow : ids.text({ row: rows.length - 1, column: 0 });

  // A save removes empty rows. If the active cell was in one of them, restore the focus.
  const activeCellId = useRef('');
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || document.getElementById(activeCellId.current)) return;
    if (activeCellId.current !== '') document.getElementById(lastRowId)?.focus();
  }, [lastRowId]);

  function moveRow(from: number, to: number, focus: string) {
    const moved = withRowMoved(grid, from, to);
    if (moved !== grid) steps.change(moved, { focus, message: `Row ${from + 1} is now row ${to + 1}.` });
  }

  const { drag, ...dragging } = useRowDrag((from, to) => moveRow(from, to, ids.text({ row: to, column: 0 })));

  const handlers: RowHandlers = useStableHandlers({
    ...dragging,
    onType,
    onPaste: steps.onPaste,
    onKey(event: KeyboardEvent<HTMLInputElement>, position: CellPosition) {
      onSaveShortcut(event, onSave);
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      const activeCell = {
        ...position,
        isAtStart: selectionEnd === 0,
        isAtEnd: selectionStart === value.length,
      };
      const step = event.nativeEvent.isComposing
        ? undefined
        : moveForKey(event, activeCell, { rows: rows.length, columns: headers.length });
      if (!step) return;
      event.preventDefault();
      if (step === 'new row') return steps.addRow();
      if (step === 'tools') {
        const tool = position.row === HEADER_ROW ? ids.removeColumn(position.column) : ids.up(position.row);
        return document.getElementById(tool)?.focus();
      }
      const next = document.getElementById(ids.text(step)) as HTMLInputElement | null;
      next?.focus();
      if (step.caret === 'all') next?.select();
      else next?.setSelectionRange(...caretAt(step.caret === 'start' ? 0 : next.value.length));
    },
    onMove: (from: number, to: number) => moveRow(from, to, to < from ? ids.up(to) : ids.down(to)),
    onRemoveRow(row: number) {
      const remaining = withoutRow(grid, row);
      const focus =
        remaining.rows.length === 0 ? ids.addRow : ids.removeRow(Math.min(row, remaining.rows.length - 1));
      steps.change(remaining, { focus, message: `Row ${row + 1} removed. ${UNDO}` });
    },
    onRemoveColumn(column: number) {
      const remaining = withoutColumn(grid, column);
      const focus =
        remaining.headers.length === 0
          ? id
          : ids.removeColumn(Math.min(column, remaining.headers.length - 1));
      steps.change(remaining, { focus, message: `Column ${column + 1} removed. ${UNDO}` });
    },
  });

  if (headers.length === 0) return <p className={styles.empty}>No columns yet. Choose Add Column.</p>;
  return (
    <div
      className={styles.frame}
      onFocus={(event) => (activeCellId.current = event.target.id)}
      onBlur={() => (activeCellId.current = '')}
    >
      <div className={styles.scroll}>
        <div className={styles.table} data-fixed={editableHeaders === undefined || undefined}>
          <GridHeaders
            id={id}
            name={name}
            headers={headers}
            editable={editableHeaders}
            numericColumns={numericColumns}
            handlers={handlers}
          />
          {rows.map((cells, row) => (
            <GridRow
              key={row}
              id={id}
              name={name}
              row={row}
              headers={headers}
              cells={cells}
              previous={previous[row] ?? []}
              warnings={warnings[row] ?? []}
              hints={hints?.[row]}
              numericColumns={numericColumns}
              isLast={row === rows.length - 1}
              drag={drag && dragOf(drag, row)}
              handlers={handlers}
            />
          ))}
        </div>
      </div>
      {rows.length === 0 && <p className={styles.empty}>No rows yet. Choose Add Row.</p>}
      {/* Announces warnings while typing; those beside the headers are only visual. */}
      <p className="visually-hidden" aria-live="polite">
        {editableHeaders?.warnings.find((warning) => warning !== '')}
      </p>
    </div>
  );
}

const caretAt = (at: number): [number, number] => [at, at];

function dragOf({ from, to }: { from: number; to: number }, row: number) {
  if (row === from) return 'moving';
  if (row !== to) return undefined;
  return to < from ? 'before' : 'after';
}
