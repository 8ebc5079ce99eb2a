import { hasVisibleText } from '#contract/rich-text.ts';
import { RichText } from './rich-text.tsx';
import styles from './announcement.module.css';

/** Maximum number of characters that fit in four lines on a phone. */
const LONG_CHARACTERS = 170;

export function Announcement({ html }: { html: string }) {
  if (!hasVisibleText(html)) return null;
  return (
    <section aria-label="Announcements">
      <div className={`wrap ${styles.inner}`}>
        {isLong(html) && (
          <details className={styles.more}>
            <summary>
              <span className={styles.closed}>Show more</span>
              <span className={styles.open}>Show less</span>
            </summary>
          </details>
        )}
        <RichText className={`${styles.text} gold-note`} html={html} />
      </div>
    </section>
  );
}

/** Renders the announcement on a page that has its own styles. */
export function PlainAnnouncement({ html = '' }: { html: string | undefined }) {
  return (
    hasVisibleText(html) && (
      <div className="announcement" role="region" aria-label="Announcements">
        <RichText html={html} />
      </div>
    )
  );
}

function isLong(html: string): boolean {
  // Count only `p` and `br`: each list item contains a `p`.
  const lines = html.match(/<(p|br)\b/g)?.length ?? 0;
  return lines > 3 || html.replace(/<[^>]*>/g, '').length > LONG_CHARACTERS;
}
