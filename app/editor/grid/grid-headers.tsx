import { PRICE_TABLE_LIMITS } from '#contract/price-tables.ts';
import { HEADER_ROW } from './grid.ts';
import { idsOf } from './grid-ids.ts';
import { CrossIcon, type RowHandlers } from './grid-row.tsx';
import styles from './spreadsheet.module.css';

export function TableHeaders({
  id,
  name,
  headers,
  warnings,
  canRemoveColumns,
  numericColumns,
  handlers,
}: {
  id: string;
  name: string;
  headers: readonly string[];
  warnings: readonly string[];
  canRemoveColumns: boolean;
  /** Columns that are right-aligned. If set, the headers are read-only. */
  numericColumns?: readonly boolean[] | undefined;
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
          const warning = warnings[column];
          if (numericColumns) {
            return (
              <div key={column} className={styles.cell} data-numeric={numericColumns[column]}>
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
                  maxLength={PRICE_TABLE_LIMITS.headerLength}
                  autoComplete="off"
                  onChange={(event) => handlers.onType(position, event.target.value)}
                  onKeyDown={(event) => handlers.onKey(event, position)}
                  onPaste={(event) => handlers.onPaste(event, position)}
                />
                {canRemoveColumns && (
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
