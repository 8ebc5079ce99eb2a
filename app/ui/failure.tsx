import styles from './failure.module.css';

export function Failure({ message }: { message: string }) {
  return (
    <p className={styles.failure} role="alert">
      {message}
    </p>
  );
}
