import styles from './error-message.module.css';

export function ErrorMessage({ message }: { message: string }) {
  return (
    <p className={styles.failure} role="alert">
      {message}
    </p>
  );
}
