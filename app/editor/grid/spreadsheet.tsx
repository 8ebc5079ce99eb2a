import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type UIEvent } from 'react';
import { focusInRow, focusOrRow } from '#app/editor/field/row-toggle.tsx';
import { onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import { HEADER_ROW, keptGrid, type CellPosition, type GridDraft } from './grid.ts';
import { GridHeaders, type EditableHeaders } from './grid-headers.tsx';
import { idsOf } from './grid-ids.ts';
import { moveForKey } from './grid-keys.ts';
import { GridRow, type RowHandlers } from './grid-row.tsx';
import { RowRemarks } from './row-remarks.tsx';
import { RemovedRow } from './removed-lines.tsx';
import { useRowDrag } from './use-row-drag.ts';
import type { GridSteps } from './use-grid-steps.ts';
import { useStableHandlers } from '#app/editor/field/use-stable-handlers.ts';
import styles from './spreadsheet.module.css';

/** Texts in the shape of the grid, with '' for none. */
type CellTexts = readonly (readonly string[])[];

export function Spreadsheet({
  id,
  name,
  draft,
  previous,
  warnings,
  questions,
  hints,
  numericColumns,
  frozenColumns = 1,
  columns = '',
  closedName = ([first = '']) => first,
  closedColumn,
  editableHeaders,
  steps,
  onType,
  onSave,
}: {
  id: string;
  name: string;
  draft: GridDraft;
  /** Saved texts, which differ from those of changed cells. */
  previous: CellTexts;
  warnings?: CellTexts;
  /** Questions about texts that may be wrong; each names its row and column. */
  questions?: CellTexts;
  /** Placeholders of empty cells. */
  hints?: CellTexts;
  /** Columns that are right-aligned; by default all but the first. */
  numericColumns?: readonly boolean[];
  /** Number of first columns that stay in view. */
  frozenColumns?: 1 | 2;
  /** Class that sets the widths of the columns. */
  columns?: string | undefined;
  /** Returns what a row shows while it is closed, on phones; by default its first cell. */
  closedName?: (cells: readonly string[], hints: readonly string[]) => string;
  /** Column that can be edited in closed rows. */
  closedColumn?: number | undefined;
  /** Undefined if the headers are read-only. */
  editableHeaders?: EditableHeaders;
  steps: GridSteps;
  onType: (position: CellPosition, text: string) => void;
  onSave: () => void;
}) {
  const ids = idsOf(id);
  const { removedRows = [], removedColumns = [] } = draft;
  const { headers, rows } = keptGrid(draft);
  const lastRowId = rows.length === 0 ? ids.addRow : ids.text({ row: rows.length - 1, column: 0 });

  // A save removes empty rows. If the active cell was in one of them, restore the focus.
  const activeCellId = useRef('');
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || document.getElementById(activeCellId.current)) return;
    if (activeCellId.current !== '') focusOrRow(document.getElementById(lastRowId));
  }, [lastRowId]);

  const headersBox = useRef<HTMLDivElement>(null);
  const rowsBox = useRef<HTMLDivElement>(null);
  function scrollTogether({ currentTarget: { scrollLeft } }: UIEvent) {
    for (const { current } of [headersBox, rowsBox]) if (current) current.scrollLeft = scrollLeft;
  }

  const { drag, ...dragging } = useRowDrag((from, to) =>
    steps.moveRow(from, to, ids.text({ row: to, column: 0 })),
  );

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
      const next =
        typeof step === 'string'
          ? null
          : (document.getElementById(ids.text(step)) as HTMLInputElement | null);
      // In closed rows, Tab moves to the next control that shows.
      if (event.key === 'Tab' && next && !next.checkVisibility()) return;
      event.preventDefault();
      if (step === 'new row') return steps.addRow();
      if (step === 'tools') {
        const tool = position.row === HEADER_ROW ? ids.columnMenu(position.column) : ids.up(position.row);
        return focusInRow(document.getElementById(tool));
      }
      focusInRow(next);
      if (!next || steps.isPrefilled(next)) return;
      if (step.caret === 'all') next.select();
      else next.setSelectionRange(...caretAt(step.caret === 'start' ? 0 : next.value.length));
    },
    onPress(event: MouseEvent<HTMLInputElement>) {
      const input = event.currentTarget;
      if (event.button !== 0 || input === document.activeElement || !steps.isPrefilled(input)) return;
      // The browser would replace the selection by a caret.
      event.preventDefault();
      input.focus();
    },
    onMove: (from: number, to: number) => steps.moveRow(from, to, to < from ? ids.up(to) : ids.down(to)),
    onRemoveRow: steps.removeRow,
    onRemoveColumn: steps.removeColumn,
    onRestoreColumn: steps.restoreColumn,
  });

  const removedHeaders = removedColumns.map((at) => ({
    at,
    next: indexAfter(at, removedColumns),
    header: draft.headers[at]?.trim() ?? '',
  }));
  const gaps = removedHeaders.map(({ next }) => next);
  const removedBefore = (row: number) =>
    removedRows
      .filter((at) => indexAfter(at, removedRows) === row)
      .map((at) => (
        <RemovedRow
          key={`removed ${at}`}
          undoId={ids.restoreRow(at)}
          texts={draft.rows[at] ?? []}
          onUndo={() => steps.restoreRow(at)}
        />
      ));

  const layout = { 'data-fixed': editableHeaders === undefined || undefined, 'data-frozen': frozenColumns };
  if (draft.headers.length === 0) return <p className={styles.empty}>No columns yet. Choose Add Column.</p>;
  return (
    <div
      className={styles.frame}
      onFocus={({ target }) => {
        activeCellId.current = target.id;
        // Typing replaces a prefilled text.
        if (target instanceof HTMLInputElement && steps.isPrefilled(target)) target.select();
      }}
      onBlur={() => (activeCellId.current = '')}
    >
      <div className={styles.headers} ref={headersBox} onScroll={scrollTogether}>
        <div className={`${styles.table} ${columns}`} {...layout}>
          <GridHeaders
            id={id}
            name={name}
            headers={headers}
            removed={removedHeaders}
            editable={editableHeaders}
            numericColumns={numericColumns}
            handlers={handlers}
          />
        </div>
      </div>
      <div id={`${id}-scroller`} className={styles.scroll} ref={rowsBox} onScroll={scrollTogether}>
        {closedColumn !== undefined && rows.length > 0 && (
          <p className={styles.closedHeader} aria-hidden="true">
            {headers[closedColumn]}
          </p>
        )}
        <div className={`${styles.table} ${columns}`} {...layout}>
          {rows.flatMap((cells, row) => [
            ...removedBefore(row),
            <GridRow
              key={row}
              id={id}
              name={name}
              row={row}
              headers={headers}
              cells={cells}
              previous={previous[row] ?? []}
              warnings={headers.map(
                (_, column) => warnings?.[row]?.[column] || questions?.[row]?.[column] || '',
              )}
              hints={hints?.[row]}
              numericColumns={numericColumns}
              gaps={gaps}
              closedName={closedName(cells, hints?.[row] ?? []) || '(blank)'}
              closedColumn={closedColumn}
              isLast={row === rows.length - 1}
              drag={drag && dragOf(drag, row)}
              handlers={handlers}
            />,
            <RowRemarks
              key={`remarks ${row}`}
              headers={headers}
              warnings={warnings?.[row]}
              questions={questions?.[row]}
            />,
          ])}
          {removedBefore(rows.length)}
        </div>
      </div>
      {draft.rows.length === 0 && <p className={styles.empty}>No rows yet. Choose Add Row.</p>}
      {/* Announces warnings while typing; those beside the headers are only visual. */}
      <p className="visually-hidden" aria-live="polite">
        {editableHeaders?.warnings.find((warning) => warning !== '')}
      </p>
    </div>
  );
}

/** Returns the index of the kept line that follows a removed one. */
const indexAfter = (at: number, removed: readonly number[]) => at - removed.indexOf(at);

const caretAt = (at: number): [number, number] => [at, at];

function dragOf({ from, to }: { from: number; to: number }, row: number) {
  if (row === from) return 'moving';
  if (row !== to) return undefined;
  return to < from ? 'before' : 'after';
}
