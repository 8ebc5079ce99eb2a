import type { ReactNode } from 'react';
import styles from './plate.module.css';

/** A board of the site: its heading on a heavy line, with the time it was set at the right end. */
export function Plate({
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
    <section className={styles.plate}>
      <div className={styles.head}>
        <h2 id={id}>{heading}</h2>
        {when}
      </div>
      {children}
    </section>
  );
}
