import type { ReactNode } from 'react';
import styles from './page-section.module.css';

/** Renders a section with a heading and, at the right end, `aside`, a short note. */
export function PageSection({
  heading,
  id,
  aside,
  children,
}: {
  heading: string;
  id?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 id={id}>{heading}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
