import type { OpenNow as State } from '#shared/location-hours.ts';
import styles from './open-now.module.css';

/** Renders whether a location is open, or nothing if its hours do not say. */
export function OpenNow({ open }: { open: State | null }) {
  if (!open) return null;
  return (
    // On paper, it would soon be wrong.
    <span className={`${styles.open} fine-print no-print`} data-open={open.isOpen}>
      {open.isOpen ? 'Open now' : 'Closed now'}
      {open.until && (
        <>
          {', until '}
          <span className="nowrap">{open.until}</span>
        </>
      )}
    </span>
  );
}
