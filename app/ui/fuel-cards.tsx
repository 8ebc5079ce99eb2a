import type { PriceTable } from '#contract/price-tables.ts';
import { ChangedTime } from './changed-time.tsx';
import { NoPrices } from './no-prices.tsx';
import styles from './fuel-cards.module.css';

/** A price of more characters than this is words, such as "call for price", and set like words. */
const FIGURE_LENGTH = 8;

/** Fuel prices as pump signs: the fuel on a green strip, its price as large as it goes; further columns under it. */
export function FuelCards({
  table = { headers: [], rows: [], changedAt: null },
}: {
  table: PriceTable | undefined;
}) {
  const { headers, rows, changedAt } = table;
  if (rows.length === 0) {
    return (
      <>
        <NoPrices />
        <ChangedTime at={changedAt} />
      </>
    );
  }
  return (
    <>
      <ul className={styles.cards}>
        {rows.map(([fuel = '', price = '', ...more], row) => (
          <li key={row}>
            <h3>{fuel || '—'}</h3>
            <p className={styles.price} data-words={price.length > FIGURE_LENGTH}>
              <Price text={price} />
            </p>
            {more.map((text, column) => (
              <p key={column} className={styles.more}>
                {headers[column + 2]} <b>{text || '—'}</b>
              </p>
            ))}
          </li>
        ))}
      </ul>
      <ChangedTime at={changedAt} />
    </>
  );
}

/** As it was typed: a dollar sign is drawn small and raised, and none is ever added. */
function Price({ text }: { text: string }) {
  const [, sign = '', figure = ''] = /^(\$?)\s*(.*)$/s.exec(text) ?? [];
  return (
    <>
      {sign && <sup>{sign}</sup>}
      {figure || '—'}
    </>
  );
}
