import { calendarDay, shortDate } from '#shared/date-time.ts';

export function StaleBadge({ asOf, timeZone }: { asOf: string; timeZone: string }) {
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
