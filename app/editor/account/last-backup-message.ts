import { calendarDay, formatDate, formatDateTime, formatTime } from '#shared/date-time.ts';

/** Formats the time of the last backup. `at` is null if there is none. */
export function lastBackupMessage(
  at: string | null,
  { timeZone, today }: { timeZone: string; today: string },
): string {
  if (at === null) return 'No backup yet. Ask the person who runs the server to make one every night.';
  const moment = new Date(at);
  const day = calendarDay(moment, timeZone);
  if (day === today) return `Last backup: today at ${formatTime(moment, timeZone)}`;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return `Last backup: ${isThisYear ? formatDateTime(at, timeZone) : formatDate(day)}`;
}
