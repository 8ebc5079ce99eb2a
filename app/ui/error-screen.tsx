import { SiteLink } from './site-link.tsx';
import styles from './error-screen.module.css';

/** A page that says what went wrong and offers the way home. */
export function ErrorScreen({ message }: { message: string }) {
  return (
    <div className={`wrap ${styles.screen}`}>
      <h1>{message}</h1>
      <SiteLink className={styles.home} to="/">
        Go To Home
      </SiteLink>
    </div>
  );
}
