import { calendarDay, shortDate } from '#shared/date-time.ts';
import { useSite } from './site-context.ts';

export function StaleBadge({ asOf }: { asOf: string }) {
  const { timeZone } = useSite();
  const { month, date } = shortDate(calendarDay(new Date(asOf), timeZone));
  return (
    <small data-old>
      Old bid,{' '}
      <time dateTime={asOf}>
        {month} {date}
      </time>
    </small>
  );
}
