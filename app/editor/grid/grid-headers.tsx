import { Fragment, useState } from 'react';
import { RowToggle } from '#app/editor/field/row-toggle.tsx';
import { StrokeIcon } from '#app/editor/shell/stroke-icon.tsx';
import { CellInput } from './cell-input.tsx';
import { GRID_LIMITS, HEADER_ROW, isNumeric, type CellKind } from './grid.ts';
import { idsOf } from './grid-ids.ts';
import type { RowHandlers } from './use-row-handlers.ts';
import { RemovedLine } from './removed-lines.tsx';
import styles from './spreadsheet.module.css';

/** Messages by column, and whether the columns can be removed. */
export type EditableHeaders = { warnings: readonly string[]; canRemove: boolean };

export function GridHeaders({
  id,
  name,
  headers,
  removed,
  editable,
  kinds,
  handlers,
}: {
  id: string;
  name: string;
  headers: readonly string[];
  /** Removed columns, each with the index of the column that follows it. */
  removed: readonly { at: number; next: number; header: string }[];
  editable: EditableHeaders | undefined;
  kinds: readonly CellKind[] | undefined;
  handlers: RowHandlers;
}) {
  const ids = idsOf(id);
  const [isOpen, setIsOpen] = useState(false);
  const removedBefore = (column: number) =>
    removed
      .filter(({ next }) => next === column)
      .map(({ at, header }) => (
        <RemovedLine
          key={at}
          line="column"
          undoId={ids.restore('column', at)}
          text={header}
          onUndo={() => handlers.onRestore('column', at)}
        />
      ));
  return (
    <div className={styles.row} data-headers data-open={isOpen}>
      {editable && (
        <RowToggle
          label={
            <>
              <span className="visually-hidden">{name}, </span>Headers
            </>
          }
          name={headers.join(', ')}
          note={editable.warnings.find(Boolean)}
          isOpen={isOpen}
          onToggle={() => setIsOpen(!isOpen)}
        />
      )}
      <span className={styles.handle} />
      <p className={styles.caption} aria-hidden="true">
        Headers
      </p>
      <div className={styles.cells}>
        {headers.map((header, column) => {
          const position = { row: HEADER_ROW, column };
          const warningId = `${ids.text(position)}-remark`;
          const warning = editable?.warnings[column];
          if (!editable) {
            return (
              <div
                key={column}
                className={styles.cell}
                data-column={column + 1}
                data-numeric={isNumeric(kinds?.[column] ?? 'text')}
              >
                <span className={styles.fixed}>{header}</span>
              </div>
            );
          }
          return (
            <Fragment key={column}>
              {removedBefore(column)}
              <div className={styles.cell}>
                <div className={styles.header}>
                  <CellInput
                    id={ids.text(position)}
                    aria-label={`${name}, header ${column + 1}`}
                    aria-describedby={warning ? warningId : undefined}
                    value={header}
                    maxLength={GRID_LIMITS.headerLength}
                    onChange={(event) => handlers.onType(position, event.target.value)}
                    onKeyDown={(event) => handlers.onKey(event, position)}
                    onPaste={(event) => handlers.onPaste(event, position)}
                  />
                  {editable.canRemove && (
                    <button
                      type="button"
                      id={ids.removeColumn(column)}
                      aria-label={`Remove column ${column + 1}`}
                      onClick={() => handlers.onRemove('column', column)}
                    >
                      <StrokeIcon path="M4 4l8 8M12 4l-8 8" />
                    </button>
                  )}
                </div>
                {warning && (
                  <p id={warningId} className={styles.warning}>
                    {warning}
                  </p>
                )}
              </div>
            </Fragment>
          );
        })}
        {removedBefore(headers.length)}
      </div>
      <span className={styles.tools} />
    </div>
  );
}
