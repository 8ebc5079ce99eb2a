import { useSite } from './site-context.ts';
import styles from './exchange-marks.module.css';

export function ExchangeMarks() {
  const { links } = useSite();
  return (
    <ul className={styles.marks} aria-label="Exchanges">
      {links.exchanges.map(({ name, address, mark }) => (
        <li key={name}>
          <a href={address}>
            <img src={mark} alt={name} height="44" />
          </a>
        </li>
      ))}
    </ul>
  );
}
