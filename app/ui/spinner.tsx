import styles from './spinner.module.css';

/** Shown only after a moment, so that what is quick does not flicker. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span className={styles.spinner} role="status">
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
