import { useShellContent } from './shell-content.ts';
import { useSite } from './site-context.ts';
import { PhoneLink } from './phone-link.tsx';
import { SiteLink } from './site-link.tsx';
import styles from './error-screen.module.css';

export function ErrorScreen({ message }: { message: string }) {
  const { film } = useSite();
  const telephone = useShellContent()?.telephone;
  return (
    <>
      <div className={`wrap ${styles.screen}`}>
        <h1>{message}</h1>
        <p>
          <SiteLink className={styles.home} to="/">
            Go To Home
          </SiteLink>
          {telephone && (
            <span className={styles.call}>
              or call <PhoneLink number={telephone} />
            </span>
          )}
        </p>
      </div>
      <div className={styles.skyline}>
        <img src={film.poster} alt="" width="1280" height="220" />
      </div>
    </>
  );
}
