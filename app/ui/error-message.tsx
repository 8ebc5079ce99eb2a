import { useShellContent } from '#app/router/router-context.tsx';
import { Call } from './phone-link.tsx';
import styles from './error-message.module.css';

/** Renders an error, and the phone number to call. */
export function ErrorMessage({ message }: { message: string }) {
  const telephone = useShellContent().telephone;
  return (
    <div className={styles.failure}>
      <p role="alert">{message}</p>
      <Call before="Or call " number={telephone} after="." />
    </div>
  );
}
