import styles from './spinner.module.css';

/**
 * Renders a spinner that appears after a short delay, so that fast responses do not flicker. With `room`, a class, it
 * takes the place of what loads.
 */
export function Spinner({ label = 'Loading', room }: { label?: string; room?: string | undefined }) {
  const spinner = (
    <span className={styles.spinner} role="status">
      <span className="visually-hidden">{label}</span>
    </span>
  );
  return room === undefined ? spinner : <div className={room}>{spinner}</div>;
}
