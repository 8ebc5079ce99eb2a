import { useSite } from './site-context.ts';
import styles from './exchange-marks.module.css';

export function ExchangeMarks() {
  const { links, parts } = useSite();
  if (!parts.exchanges || links.exchanges.length === 0) return null;
  return (
    <ul className={`${styles.marks} plain-list`} aria-label="Exchanges">
      {links.exchanges.map(({ name, address, mark }, at) => (
        <li key={at}>
          <a href={address}>{mark ? <img src={mark} alt={name} height="44" loading="lazy" /> : name}</a>
        </li>
      ))}
    </ul>
  );
}
