import type { PriceTable } from '#contract/price-tables.ts';
import { useSite } from './site-context.ts';
import { ChangedTime } from './changed-time.tsx';
import { NoPrices } from './no-prices.tsx';
import styles from './fuel-cards.module.css';

/** Maximum length of a price set in large type. Longer text is words, such as "call for price". */
const FIGURE_LENGTH = 8;

/** Renders the prices of fuel as pump signs, or as a list with lines. */
export function FuelCards({
  isList,
  table = { headers: [], rows: [], changedAt: null },
}: {
  isList?: boolean;
  table: PriceTable | undefined;
}) {
  const { headers, rows, changedAt } = table;
  return (
    <>
      {rows.length === 0 && <NoPrices />}
      {rows.length > 0 && (
        <ul className={`${isList ? `${styles.list} ruled` : styles.cards} plain-list`}>
          {rows.map(([fuel = '', price = '', ...more], row) => (
            <li key={row}>
              <h3>{fuel || '—'}</h3>
              <p className={styles.price} data-price data-text={price.length > FIGURE_LENGTH}>
                <Price text={price} />
              </p>
              {more.map((text, column) => (
                <p key={column} className={`${styles.more} fine-print`}>
                  {headers[column + 2]} <b>{text || '—'}</b>
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      <ChangedTime at={changedAt} />
    </>
  );
}

/** Renders the administrators' note on all prices of fuel. */
export function FuelNote() {
  const { priceNote } = useSite().fuel;
  return priceNote && <p className={`${styles.note} fine-print`}>{priceNote}</p>;
}

/** Renders a price as typed, with a leading dollar sign raised. */
function Price({ text }: { text: string }) {
  const [, sign = '', figure = ''] = /^(\$?)\s*(.*)$/s.exec(text) ?? [];
  return (
    <>
      {sign && <sup>{sign}</sup>}
      {figure || '—'}
    </>
  );
}
