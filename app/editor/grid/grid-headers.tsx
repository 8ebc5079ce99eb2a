import { GRID_LIMITS, HEADER_ROW } from './grid.ts';
import { idsOf } from './grid-ids.ts';
import { CrossIcon, type RowHandlers } from './grid-row.tsx';
import styles from './spreadsheet.module.css';

/** Messages by column, and whether the columns can be removed. */
export type EditableHeaders = { warnings: readonly string[]; canRemove: boolean };

export function GridHeaders({
  id,
  name,
  headers,
  editable,
  numericColumns,
  handlers,
}: {
  id: string;
  name: string;
  headers: readonly string[];
  editable: EditableHeaders | undefined;
  numericColumns: readonly boolean[] | undefined;
  handlers: RowHandlers;
}) {
  const ids = idsOf(id);
  return (
    <div className={styles.row} data-headers>
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
              <div key={column} className={styles.cell} data-numeric={numericColumns?.[column]}>
                <span className={styles.fixed}>{header}</span>
              </div>
            );
          }
          return (
            <div key={column} className={styles.cell}>
              <div className={styles.header}>
                <input
                  type="text"
                  id={ids.text(position)}
                  aria-label={`${name}, header ${column + 1}`}
                  aria-describedby={warning ? warningId : undefined}
                  value={header}
                  maxLength={GRID_LIMITS.headerLength}
                  autoComplete="off"
                  onChange={(event) => handlers.onType(position, event.target.value)}
                  onKeyDown={(event) => handlers.onKey(event, position)}
                  onPaste={(event) => handlers.onPaste(event, position)}
                />
                {editable.canRemove && (
                  <button
                    type="button"
                    id={ids.removeColumn(column)}
                    aria-label={`Remove column ${column + 1}`}
                    onClick={() => handlers.onRemoveColumn(column)}
                  >
                    <CrossIcon />
                  </button>
                )}
              </div>
              {warning && (
                <p id={warningId} className={styles.warning}>
                  {warning}
                </p>
              )}
            </div>
          );
        })}
      </div>
      <span className={styles.tools} />
    </div>
  );
}
