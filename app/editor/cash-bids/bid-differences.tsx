import type { Difference } from './bid-grid.ts';
import styles from './cash-bids-section.module.css';

const KINDS = { new: 'New', gone: 'Removed', changed: 'Changed' } as const;

export function BidDifferences({ found }: { found: readonly Difference[] }) {
  if (found.length === 0) return <p className={styles.same}>No differences.</p>;
  return (
    <ul className={styles.differences}>
      {found.map(({ name, kind, words }) => (
        <li key={`${kind} ${name}`}>
          <b>{KINDS[kind]}:</b> {name}
          {words.length > 0 && <span>{words.join(' · ')}</span>}
        </li>
      ))}
    </ul>
  );
}
