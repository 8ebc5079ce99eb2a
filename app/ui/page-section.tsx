import type { ReactNode } from 'react';
import styles from './page-section.module.css';

/** Renders a section with a heading and, at its right end, `when`: the time of the last update, or a short note. */
export function PageSection({
  heading,
  id,
  when,
  children,
}: {
  heading: string;
  id?: string;
  when?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 id={id}>{heading}</h2>
        {when}
      </div>
      {children}
    </section>
  );
}
