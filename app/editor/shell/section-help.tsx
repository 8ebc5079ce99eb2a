import type { ReactNode } from 'react';
import styles from './editor-section.module.css';

/** Renders the "?" of a section, which shows its help. */
export const SectionHelp = ({ children }: { children: ReactNode }) => (
  <details className={styles.help} data-help>
    <summary aria-label="Help">?</summary>
    <div>{children}</div>
  </details>
);
