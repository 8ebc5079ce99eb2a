import controls from './controls.module.css';
import styles from './load-failure.module.css';

/** Stands where sections would: what was not loaded cannot be edited, nor saved over what is there. */
export function LoadFailure({
  what,
  reason,
  onTryAgain,
}: {
  /** What is missing, such as pictures. */
  what: string;
  reason: string;
  onTryAgain: () => void;
}) {
  return (
    <div className={styles.failure} role="alert">
      <p>
        The {what} could not be loaded. {reason}
      </p>
      <button type="button" className={controls.button} onClick={onTryAgain}>
        Try again
      </button>
    </div>
  );
}
