import { zoneName, type UtcOffsets } from '#shared/date-time.ts';

const COVERED_DAYS = { before: 2 * 366, after: 366 };
const MINUTE_NS = 60e9;

/** Returns the offsets of two years before and one year after a calendar day. */
export function utcOffsetsAround(day: string, timeZone: string): UtcOffsets {
  const middle = Temporal.PlainDate.from(day).toZonedDateTime('UTC');
  const end = middle.add({ days: COVERED_DAYS.after }).epochMilliseconds;
  const offsets: [number, number, string][] = [];
  let at: Temporal.ZonedDateTime | null = middle
    .subtract({ days: COVERED_DAYS.before })
    .withTimeZone(timeZone);
  while (at && at.epochMilliseconds < end) {
    const since = at.epochMilliseconds;
    offsets.push([since, at.offsetNanoseconds / MINUTE_NS, zoneName(new Date(since), timeZone)]);
    at = at.getTimeZoneTransition('next');
  }
  return [...offsets, [end, 0, '']];
}
