import controls from './controls.module.css';
import styles from './load-failure.module.css';

/** Renders the error shown instead of content that failed to load, so that nothing can be saved over it. */
export function LoadFailure({
  noun,
  reason,
  onRetry,
}: {
  noun: string;
  reason: string;
  onRetry: () => void;
}) {
  return (
    <div className={styles.failure} role="alert">
      <p>
        We couldn't load the {noun}. {reason}
      </p>
      <button type="button" className={controls.button} onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
