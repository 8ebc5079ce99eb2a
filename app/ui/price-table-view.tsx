import type { ReactNode } from 'react';
import { nutrientOf, nutrientPrice } from '#shared/nutrient-price.ts';
import type { PriceTable } from '#contract/price-tables.ts';
import { useSite } from './site-context.ts';
import { ChangedTime } from './changed-time.tsx';
import { NoPrices } from './no-prices.tsx';
import { Unbroken } from './times.tsx';
import styles from './price-table-view.module.css';

/** Maximum number of columns of a table that stays a table on narrow screens. */
const NARROW_COLUMNS = 3;
/** Number of columns from which a table is too wide for any screen. */
const WIDE_COLUMNS = 10;
/** Maximum length of a header that must not wrap. */
const SHORT_HEADER = 14;
/** Words long enough to widen their column. */
const LONG_WORD = /\S{13,}/;
/** Captures grades such as 82-0-0 or 21-0-0-24S. */
const GRADE = /(\d+(?:-\d+){2,}\S*)/;
/** Maximum length of a grade that must not wrap. */
const GRADE_LENGTH = 12;
const PER_TON = /\bper ton\b|\/\s?ton\b/i;

export function PriceTableView({
  name,
  element,
  table = { headers: [], rows: [], changedAt: null },
}: {
  name: string;
  element?: { letter: string; number: number };
  table: PriceTable | undefined;
}) {
  const { headers, rows, changedAt } = table;
  const { nutrientPrices } = useSite().fertilizer;
  const perTonColumn = nutrientPrices ? headers.findIndex((header) => PER_TON.test(header)) : -1;
  return (
    <section className={styles.section} data-wide={headers.length > NARROW_COLUMNS}>
      <div className={styles.head}>
        {element && (
          <span className={styles.tile} data-letter={element.letter} data-number={element.number} />
        )}
        <h3>
          {element && <span className="visually-hidden">{element.letter}, </span>}
          {name}
        </h3>
      </div>
      {rows.length === 0 ? (
        <NoPrices />
      ) : (
        <FoldingTable
          headers={headers}
          rows={rows.map((cells) =>
            cells.map((text, column) => (
              <span key={column} data-long={LONG_WORD.test(text) || undefined}>
                {text ? <Unbroken text={text} pattern={GRADE} maxLength={GRADE_LENGTH} /> : '—'}
                {column === perTonColumn && <PerPound product={cells[0]} price={text} />}
              </span>
            )),
          )}
        />
      )}
      <ChangedTime at={changedAt} />
    </section>
  );
}

/** Renders rows, each named by its first cell. In the class `section` of this module, those that do not fit become lists. */
export function FoldingTable({
  className = 'list-table',
  label,
  caption,
  headers,
  rows,
}: {
  className?: string;
  label?: string;
  caption?: ReactNode;
  headers: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <table className={className} data-columns={columnsClass(headers.length)} aria-label={label}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {headers.map((header, column) => (
            <th
              key={column}
              scope="col"
              data-short={header.length <= SHORT_HEADER || undefined}
              data-long={LONG_WORD.test(header) || undefined}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => {
              const Cell = column === 0 ? 'th' : 'td';
              return (
                <Cell key={column} scope={column === 0 ? 'row' : undefined} data-label={headers[column]}>
                  {cell}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PerPound({ product = '', price }: { product: string | undefined; price: string }) {
  const found = nutrientOf(product);
  const perPound = found && nutrientPrice(price, found.percent);
  if (!perPound) return null;
  return (
    <>
      {' '}
      <small className={`${styles.perPound} fine-print`}>
        ${perPound}/lb {found.nutrient}
      </small>
    </>
  );
}

const columnsClass = (count: number) =>
  count <= NARROW_COLUMNS ? 'few' : count < WIDE_COLUMNS ? 'several' : 'many';
