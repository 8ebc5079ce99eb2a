import { nutrientOf, nutrientPrice } from '#contract/nutrient-price.ts';
import type { PriceTable } from '#contract/price-tables.ts';
import { useSite } from '#app/site-context.ts';
import { ChangedTime } from './changed-time.tsx';
import { NoPrices } from './no-prices.tsx';
import styles from './price-sheet.module.css';

/** Rows with more columns than this are stood up as lists where there is no room for them side by side. */
const NARROW_COLUMNS = 3;
/** From here on no screen has room for them. */
const WIDE_COLUMNS = 10;
/** A header up to this length stays on one line. */
const SHORT_HEADER = 14;
/** A word that would push the columns apart. */
const LONG_WORD = /\S{13,}/;
/** The longest grade that stays whole. */
const GRADE_LENGTH = 12;
/** A column of prices by the ton. */
const PER_TON = /\bper ton\b|\/\s?ton\b/i;

/** A price table like a printed sheet: a strong head, hairlines, figures at the right, a dash for an empty cell. */
export function PriceSheet({
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
  const perTon = nutrientPrices ? headers.findIndex((header) => PER_TON.test(header)) : -1;
  return (
    <section className={styles.sheet} data-wide={headers.length > NARROW_COLUMNS}>
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
        <table data-columns={columnsClass(headers.length)}>
          <thead>
            <tr>
              {headers.map((header, column) => (
                <th key={column} scope="col" data-short={header.length <= SHORT_HEADER || undefined}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((text, column) => {
                  const Cell = column === 0 ? 'th' : 'td';
                  return (
                    <Cell
                      key={column}
                      scope={column === 0 ? 'row' : undefined}
                      data-label={headers[column]}
                      data-long={LONG_WORD.test(text) || undefined}
                    >
                      {text ? <Grades text={text} /> : '—'}
                      {column === perTon && <PerPound product={cells[0]} price={text} />}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ChangedTime at={changedAt} />
    </section>
  );
}

/** What a pound of nutrient costs, where the product's grade tells; nothing where it does not. */
function PerPound({ product = '', price }: { product: string | undefined; price: string }) {
  const found = nutrientOf(product);
  const perPound = found && nutrientPrice(price, found.percent);
  if (!perPound) return null;
  return (
    <>
      {' '}
      <small className={styles.perPound}>
        ${perPound}/lb {found.nutrient}
      </small>
    </>
  );
}

/** A text in which no grade breaks, such as 82-0-0 or 21-0-0-24S. */
function Grades({ text }: { text: string }) {
  return text.split(/(\d+(?:-\d+){2,}\S*)/).map((part, index) =>
    // Every second part is a grade: the pattern stands in the split as a group.
    index % 2 === 1 && part.length <= GRADE_LENGTH ? (
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

const columnsClass = (count: number) =>
  count <= NARROW_COLUMNS ? 'few' : count < WIDE_COLUMNS ? 'several' : 'many';
