import { useSite } from './site-context.ts';
import styles from './site-footer.module.css';

export function SiteFooter({ isDemo }: { isDemo: boolean }) {
  const { name } = useSite();
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <p className={styles.name}>{name}</p>
        {isDemo && (
          <p className={styles.demo}>
            This website is showing demo content. The cooperative, people, phone numbers, and prices are made
            up.
          </p>
        )}
      </div>
    </footer>
  );
}
