import type { Difference } from './bid-grid.ts';
import styles from './cash-bids-section.module.css';

const KINDS = { new: 'New', gone: 'Removed', changed: 'Changed' } as const;

export function BidDifferences({ items }: { items: readonly Difference[] }) {
  if (items.length === 0) return <p className={styles.same}>No differences.</p>;
  return (
    <ul className={`${styles.differences} plain-list`}>
      {items.map(({ name, kind, changes }) => (
        <li key={`${kind} ${name}`}>
          <b>{KINDS[kind]}:</b> {name}
          {changes.length > 0 && <span>{changes.join(' · ')}</span>}
        </li>
      ))}
    </ul>
  );
}
