import { formatDateTime } from '#shared/date-time.ts';
import { useSite } from './site-context.ts';
import styles from './changed-time.module.css';

export function ChangedTime({ at }: { at: string | null }) {
  const { timeZone } = useSite();
  if (at === null || Number.isNaN(Date.parse(at))) return null;
  return (
    <p className={`${styles.changed} fine-print`}>
      Updated <time dateTime={at}>{formatDateTime(at, timeZone)}</time>
    </p>
  );
}
