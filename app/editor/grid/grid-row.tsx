import { Fragment, memo, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { RowToggle } from '#app/editor/field/row-toggle.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import { StrokeIcon } from '#app/editor/shell/stroke-icon.tsx';
import { CellInput } from './cell-input.tsx';
import { columnName, GRID_LIMITS, isNumeric, type CellKind } from './grid.ts';
import { idsOf } from './grid-ids.ts';
import { RemovedCell } from './removed-lines.tsx';
import type { RowHandlers } from './use-row-handlers.ts';
import styles from './spreadsheet.module.css';

type Props = {
  id: string;
  name: string;
  row: number;
  headers: readonly string[];
  cells: readonly string[];
  previous: readonly string[];
  warnings: readonly string[];
  hints: readonly string[] | undefined;
  offers: readonly string[] | undefined;
  kinds: readonly CellKind[] | undefined;
  /** Indexes of the columns that follow removed ones. */
  gaps: readonly number[];
  /** What the row shows while it is closed, on phones. */
  closedName: string;
  /** Column that a closed row still shows. */
  closedColumn: number | undefined;
  isLast: boolean;
  drag: 'moving' | 'before' | 'after' | undefined;
  handlers: RowHandlers;
};

export const GridRow = memo(function GridRow(props: Props) {
  const { id, name, row, cells, previous, warnings, gaps, closedName, isLast, drag, handlers } = props;
  const ids = idsOf(id);
  const gapsBefore = (column: number) => gaps.map((next, at) => next === column && <RemovedCell key={at} />);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.row} data-row={row} data-drag={drag} data-open={isOpen}>
      <RowToggle
        label={
          <>
            <span className="visually-hidden">{name}, row </span>
            {row + 1}
          </>
        }
        name={closedName}
        note={warnings.find(Boolean)}
        isChanged={cells.some((text, column) => text !== (previous[column] ?? ''))}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      />
      <span
        className={styles.handle}
        aria-hidden="true"
        title="Drag to move the row"
        onPointerDown={(event) => handlers.onDragStart(event, row)}
        onPointerMove={handlers.onDragMove}
        onPointerUp={handlers.onDragEnd}
        onPointerCancel={handlers.onDragCancel}
      >
        <svg viewBox="0 0 6 16" width="6" height="16">
          <path d="M1 2v1M5 2v1M1 7.500v1M5 7.500v1M1 13v1M5 13v1" stroke="currentColor" strokeWidth="2" />
        </svg>
        {row + 1}
      </span>
      <div className={styles.cells}>
        {cells.map((_, column) => (
          <Fragment key={column}>
            {gapsBefore(column)}
            <Cell {...props} column={column} />
          </Fragment>
        ))}
        {gapsBefore(cells.length)}
      </div>
      <div className={styles.tools}>
        <button
          type="button"
          id={ids.up(row)}
          aria-label={`Move row ${row + 1} up`}
          aria-disabled={row === 0}
          onClick={() => handlers.onMove(row, row - 1)}
        >
          <StrokeIcon path="M3 10l5-5 5 5" />
        </button>
        <button
          type="button"
          id={ids.down(row)}
          aria-label={`Move row ${row + 1} down`}
          aria-disabled={isLast}
          onClick={() => handlers.onMove(row, row + 1)}
        >
          <StrokeIcon path="M3 6l5 5 5-5" />
        </button>
        <button
          type="button"
          id={ids.removeRow(row)}
          aria-label={`Remove row ${row + 1}`}
          onClick={() => handlers.onRemove('row', row)}
        >
          <StrokeIcon path="M4 4l8 8M12 4l-8 8" />
        </button>
      </div>
    </div>
  );
}, areEqual);

function Cell({
  id: grid,
  name,
  row,
  column,
  headers,
  cells,
  previous,
  warnings,
  hints,
  offers,
  kinds,
  closedColumn,
  handlers,
}: Props & { column: number }) {
  const position = { row, column };
  const ids = idsOf(grid);
  const id = ids.text(position);
  const text = cells[column] ?? '';
  const [warning, hint, offer] = [warnings, hints, offers].map((texts) => texts?.[column]);
  const kind = kinds?.[column] ?? (column > 0 && NUMBER.test(text) ? 'number' : 'text');
  const remark = warning || hint;
  const remarkId = `${id}-remark`;
  const shared = {
    id,
    'aria-label': `${name}, row ${row + 1}, ${columnName(headers, column)}`,
    'aria-describedby': remark ? remarkId : undefined,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => handlers.onKey(event, position),
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => handlers.onPaste(event, position),
  };
  return (
    <div
      className={styles.cell}
      data-column={column + 1}
      data-changed={text !== (previous[column] ?? '')}
      data-warned={Boolean(warning)}
      data-numeric={isNumeric(kind)}
      data-closed-column={column === closedColumn || undefined}
    >
      <span className={styles.label} aria-hidden="true">
        {headers[column]?.trim() || `Column ${column + 1}`}
      </span>
      {kind === 'yes or no' ? (
        <label>
          <input
            type="checkbox"
            {...shared}
            checked={!NO.test(text)}
            onChange={(event) => handlers.onType(position, event.target.checked ? 'yes' : 'no')}
          />
        </label>
      ) : (
        <CellInput
          {...shared}
          value={text}
          placeholder={hint}
          maxLength={GRID_LIMITS.cellLength}
          list={kind === 'listed' ? ids.choices(column) : undefined}
          inputMode={isNumeric(kind) ? 'decimal' : undefined}
          isSigned={kind === 'signed'}
          onChange={(event) => handlers.onType(position, event.target.value)}
        />
      )}
      {remark && (
        <p id={remarkId} className={warning ? styles.warning : 'visually-hidden'}>
          {remark}
        </p>
      )}
      {offer && (
        <p className={styles.offer}>
          <Button look="link" onClick={() => handlers.onOffer(position)}>
            {offer}
          </Button>
        </p>
      )}
    </div>
  );
}

const NO = /^\s*(no|false|0)\s*$/i;

/** Price in a price table, which asks for number keys on phones. Other cells may need letters. */
const NUMBER = /^\s*\$?[\d.,\s]+$/;

/** Compares arrays by element, because each change of a table creates new arrays for all rows. */
function areEqual(before: Props, now: Props): boolean {
  return (Object.keys(now) as (keyof Props)[]).every((key) => {
    const [a, b] = [before[key], now[key]];
    if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
    return a.length === b.length && a.every((text, at) => text === b[at]);
  });
}
