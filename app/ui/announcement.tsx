import { hasVisibleText } from '#contract/rich-text.ts';
import { RichText } from './rich-text.tsx';
import styles from './announcement.module.css';

/** From about this many characters on, four lines on a phone are not enough. */
const LONG_CHARACTERS = 170;

/** The cooperative's announcement under the bar; nothing at all when there is none. A long one opens on demand. */
export function Announcement({ html }: { html: string }) {
  if (!hasVisibleText(html)) return null;
  return (
    <section className={styles.announcement} aria-label="Announcements">
      <div className={`wrap ${styles.inner}`}>
        {isLong(html) && (
          <details className={styles.more}>
            <summary>
              <span className={styles.closed}>Read all</span>
              <span className={styles.open}>Show less</span>
            </summary>
          </details>
        )}
        <RichText className={styles.text} html={html} />
      </div>
    </section>
  );
}

function isLong(html: string): boolean {
  // A list's item holds a paragraph of its own.
  const lines = html.match(/<(p|br)\b/g)?.length ?? 0;
  return lines > 3 || html.replace(/<[^>]*>/g, '').length > LONG_CHARACTERS;
}
