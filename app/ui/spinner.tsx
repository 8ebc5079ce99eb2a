import styles from './spinner.module.css';

/** Renders a spinner that appears after a short delay, so that fast responses do not flicker. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span className={styles.spinner} role="status">
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
