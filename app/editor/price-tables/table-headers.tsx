import { PRICE_TABLE_LIMITS } from '#contract/price-tables.ts';
import { HEADER_ROW } from './table-grid.ts';
import { idsOf } from './table-ids.ts';
import { CrossIcon, type RowHandlers } from './table-row.tsx';
import styles from './spreadsheet.module.css';

export function TableHeaders({
  id,
  name,
  headers,
  warnings,
  maySubtract,
  figures,
  handlers,
}: {
  id: string;
  name: string;
  headers: readonly string[];
  warnings: readonly string[];
  maySubtract: boolean;
  /** Columns that are right-aligned. If set, the headers are read-only. */
  figures?: readonly boolean[] | undefined;
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
          if (figures) {
            return (
              <div key={column} className={styles.cell} data-figure={figures[column]}>
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
                {maySubtract && (
                  <button
                    type="button"
                    id={ids.dropColumn(column)}
                    aria-label={`Remove column ${column + 1}`}
                    onClick={() => handlers.onDropColumn(column)}
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
