import type { Role } from '#contract/rights.ts';
import { calendarDay, formatDate, formatDateTime, formatTime } from '#shared/date-time.ts';

/** The user and the day, which messages about changes depend on. */
export type Reader = { username: string; role: Role; timeZone: string; today: string };

/** Returns when something happened, as part of a sentence, such as "today at 2:14 pm". */
export function whenOf(at: string, { timeZone, today }: Omit<Reader, 'username' | 'role'>): string {
  const day = calendarDay(new Date(at), timeZone);
  if (day === today) return `today at ${formatTime(new Date(at), timeZone)}`;
  return day.slice(0, 4) === today.slice(0, 4) ? formatDateTime(at, timeZone) : formatDate(day);
}
