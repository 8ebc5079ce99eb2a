import styles from './failure.module.css';

/** What stands where something could not be loaded: the catalogue's sentence, in red. */
export function Failure({ message }: { message: string }) {
  return (
    <p className={styles.failure} role="alert">
      {message}
    </p>
  );
}
