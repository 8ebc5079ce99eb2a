import { calendarDay, formatDate, formatDateTime, formatTime } from '#shared/date-time.ts';

/** Returns when something happened, as part of a sentence, such as "today at 2:14 pm". */
export function whenOf(at: string, { timeZone, today }: { timeZone: string; today: string }): string {
  const day = calendarDay(new Date(at), timeZone);
  if (day === today) return `today at ${formatTime(new Date(at), timeZone)}`;
  return day.slice(0, 4) === today.slice(0, 4) ? formatDateTime(at, timeZone) : formatDate(day);
}
