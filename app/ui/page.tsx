import type { ReactNode } from 'react';
import styles from './page.module.css';

export function Page({ heading, children }: { heading: string; children?: ReactNode }) {
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{heading}</h1>
      {children}
    </div>
  );
}
