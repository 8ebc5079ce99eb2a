import type { ReactNode } from 'react';
import { useShellContent } from '#app/router/router-context.tsx';
import { PhoneLink } from './phone-link.tsx';
import { SiteLink } from './site-link.tsx';
import { Skyline } from './skyline.tsx';
import styles from './error-screen.module.css';

/** Renders an error with a link to the home page. `children` are more links. */
export function ErrorScreen({ message, children }: { message: string; children?: ReactNode }) {
  const telephone = useShellContent().telephone;
  return (
    <>
      <div className={`wrap ${styles.screen}`}>
        <h1>{message}</h1>
        <p>
          <SiteLink className={`${styles.home} button`} to="/">
            Go To Home
          </SiteLink>
          {telephone && (
            <span className={styles.call}>
              or call <PhoneLink number={telephone} />
            </span>
          )}
        </p>
        {children && (
          <nav className={`${styles.links} link-row`} aria-label="Other pages">
            {children}
          </nav>
        )}
      </div>
      <Skyline />
    </>
  );
}
