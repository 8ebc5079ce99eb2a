import { useLayoutEffect, useRef, type UIEvent } from 'react';
import { focusOrRow } from '#app/editor/field/row-toggle.tsx';
import { isBlankRow, keptGrid, type CellKind, type CellPosition, type GridDraft } from './grid.ts';
import { GridHeaders, type EditableHeaders } from './grid-headers.tsx';
import { idsOf } from './grid-ids.ts';
import { GridRow } from './grid-row.tsx';
import { RowRemarks } from './row-remarks.tsx';
import { RemovedLine } from './removed-lines.tsx';
import type { GridSteps } from './use-grid-steps.ts';
import { useRowHandlers } from './use-row-handlers.ts';
import styles from './spreadsheet.module.css';

/** Texts in the shape of the grid, with '' for none. */
type CellTexts = readonly (readonly string[])[];

export type SpreadsheetProps = {
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
  /** Buttons that correct a cell with a warning. */
  offers?: CellTexts;
  onOffer?: (position: CellPosition) => void;
  /** Kinds of the columns; by default texts and, in all but the first, numbers. */
  kinds?: readonly CellKind[];
  /** What the cells of each column can be picked from. */
  choices?: CellTexts;
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
};

export function Spreadsheet({
  id,
  name,
  draft,
  previous,
  warnings,
  questions,
  hints,
  offers,
  onOffer,
  kinds,
  choices = [],
  frozenColumns = 1,
  columns = '',
  closedName = ([first = '']) => first,
  closedColumn,
  editableHeaders,
  steps,
  onType,
  onSave,
}: SpreadsheetProps) {
  const ids = idsOf(id);
  const { removedRows = [], removedColumns = [] } = draft;
  const { headers, rows } = keptGrid(draft);
  const lastRowId = rows.length === 0 ? ids.addRow : ids.text({ row: rows.length - 1, column: 0 });

  const setActiveCell = useFocusAfterSave(lastRowId);
  const { headersBox, rowsBox, scrollTogether } = useScrollTogether();
  const { drag, handlers } = useRowHandlers({ id, grid: { headers, rows }, steps, onType, onOffer, onSave });

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
        <RemovedLine
          key={`removed ${at}`}
          line="row"
          undoId={ids.restore('row', at)}
          text={(draft.rows[at] ?? []).filter((text) => !isBlankRow([text])).join(' · ')}
          onUndo={() => steps.restoreLine('row', at)}
        />
      ));

  const layout = { 'data-fixed': editableHeaders === undefined || undefined, 'data-frozen': frozenColumns };
  if (draft.headers.length === 0) return <p className={styles.empty}>No columns yet. Choose Add Column.</p>;
  return (
    <div
      className={styles.frame}
      onFocus={({ target }) => setActiveCell(target.id)}
      onBlur={() => setActiveCell('')}
    >
      <div className={styles.headers} ref={headersBox} onScroll={scrollTogether}>
        <div className={`${styles.table} ${columns}`} {...layout}>
          <GridHeaders
            {...{ id, name, headers, kinds, handlers }}
            removed={removedHeaders}
            editable={editableHeaders}
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
              {...{ id, name, headers, kinds, gaps, closedColumn, handlers, row, cells }}
              previous={previous[row] ?? []}
              warnings={headers.map(
                (_, column) => warnings?.[row]?.[column] || questions?.[row]?.[column] || '',
              )}
              hints={hints?.[row]}
              offers={offers?.[row]}
              closedName={closedName(cells, hints?.[row] ?? []) || '(blank)'}
              isLast={row === rows.length - 1}
              drag={drag && dragOf(drag, row)}
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
      {choices.map((texts, column) => (
        <datalist key={column} id={ids.choices(column)}>
          {texts.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      ))}
      {draft.rows.length === 0 && <p className={styles.empty}>No rows yet. Choose Add Row.</p>}
      {/* Announces warnings while typing; those beside the headers are only visual. */}
      <p className="visually-hidden" aria-live="polite">
        {editableHeaders?.warnings.find((warning) => warning !== '')}
      </p>
    </div>
  );
}

/** Focuses the last row if a save has removed the row of the active cell. Returns a function that sets that cell. */
function useFocusAfterSave(lastRowId: string) {
  const activeCellId = useRef('');
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || document.getElementById(activeCellId.current)) return;
    if (activeCellId.current !== '') focusOrRow(document.getElementById(lastRowId));
  }, [lastRowId]);
  return (cellId: string) => void (activeCellId.current = cellId);
}

/** Scrolls the headers and the rows of a grid sideways together. */
function useScrollTogether() {
  const headersBox = useRef<HTMLDivElement>(null);
  const rowsBox = useRef<HTMLDivElement>(null);
  function scrollTogether({ currentTarget: { scrollLeft } }: UIEvent) {
    for (const { current } of [headersBox, rowsBox]) if (current) current.scrollLeft = scrollLeft;
  }
  return { headersBox, rowsBox, scrollTogether };
}

/** Returns the index of the kept line that follows a removed one. */
const indexAfter = (at: number, removed: readonly number[]) => at - removed.indexOf(at);

function dragOf({ from, to }: { from: number; to: number }, row: number) {
  if (row === from) return 'moving';
  if (row !== to) return undefined;
  return to < from ? 'before' : 'after';
}
