import { PRICE_TABLE_LIMITS } from '#contract/price-tables.ts';
import { HEADER_ROW } from './table-grid.ts';
import { idsOf } from './table-ids.ts';
import { CrossIcon, type RowHandlers } from './table-row.tsx';
import styles from './table-sheet.module.css';

export function TableHeaders({
  id,
  name,
  headers,
  remarks,
  maySubtract,
  figures,
  handlers,
}: {
  id: string;
  name: string;
  headers: readonly string[];
  remarks: readonly string[];
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
          const place = { row: HEADER_ROW, column };
          const remarkId = `${ids.text(place)}-remark`;
          const remark = remarks[column];
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
                  id={ids.text(place)}
                  aria-label={`${name}, header ${column + 1}`}
                  aria-describedby={remark ? remarkId : undefined}
                  value={header}
                  maxLength={PRICE_TABLE_LIMITS.headerLength}
                  autoComplete="off"
                  onChange={(event) => handlers.onType(place, event.target.value)}
                  onKeyDown={(event) => handlers.onKey(event, place)}
                  onPaste={(event) => handlers.onPaste(event, place)}
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
              {remark && (
                <p id={remarkId} className={styles.remark}>
                  {remark}
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
