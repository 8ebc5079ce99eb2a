import type { Documents } from '#contract/documents.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';
import { formatFileSize } from '#shared/file-size.ts';
import { useSite } from './site-context.ts';
import styles from './document-list.module.css';

/** Renders documents to download, each with its type, size, and date. */
export function DocumentList({ documents }: { documents: Documents }) {
  const { timeZone } = useSite();
  return (
    <ul className={`${styles.list} plain-list`}>
      {documents.map(({ id, url, name, title, type, size, changed }) => (
        <li key={id}>
          <a href={url} download={name} className="touch">
            {title}
          </a>
          <span className="fine-print">
            {type.toUpperCase()}, {formatFileSize(size)} ·{' '}
            <time dateTime={changed}>{formatDate(calendarDay(new Date(changed), timeZone))}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}
