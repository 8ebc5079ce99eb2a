import type { ReactNode } from 'react';
import styles from './empty.module.css';

/** A sentence where there is nothing to show, so that no hole gapes. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className={styles.empty}>{children}</p>;
}
