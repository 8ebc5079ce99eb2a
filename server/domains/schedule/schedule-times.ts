import { SCHEDULE_YEARS_MAX, type ScheduleTimes } from '#contract/schedule.ts';
import { counted } from '#contract/text.ts';
import { parseLocalMinute } from '#server/platform/local-minute.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { formatDateTime } from '#shared/date-time.ts';

type Clock = { now: Date; timeZone: string };

/**
 * Converts the times of a change to ISO 8601. In an hour that clocks repeat, the first one counts. Throws ValidationError
 * for a time that does not exist, is over, or is too far ahead, and for an end that is not after the start.
 */
export function readTimes({ at: start, until: end = null }: ScheduleTimes, clock: Clock) {
  const at = readTime(start, '/at', clock);
  const until = end === null ? null : readTime(end, '/until', clock);
  if (until !== null && until <= at)
    throw new ValidationError('end-before-start', 'The end must be later than the start.', '/until');
  return { at, until };
}

function readTime(text: string, path: string, { now, timeZone }: Clock): string {
  const refuse = (message: string) => new ValidationError('no-such-time', message, path);
  const minute = parseLocalMinute(text, timeZone);
  if (!minute) throw refuse('Use a date and time, such as 2026-11-27T07:00.');
  if ('skipped' in minute) {
    const next = formatDateTime(new Date(minute.skipped.after).toISOString(), timeZone);
    throw refuse(`Clocks skip this time when daylight saving time begins. The next time is ${next}.`);
  }
  const [ms] = minute.instants;
  if (ms <= now.getTime()) throw refuse('This time has passed. Choose a later one.');
  const latest = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .add({ years: SCHEDULE_YEARS_MAX });
  if (ms > latest.epochMilliseconds)
    throw refuse(`Choose a time within ${counted(SCHEDULE_YEARS_MAX, 'year')}.`);
  return new Date(ms).toISOString();
}
