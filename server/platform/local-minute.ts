/** Times in milliseconds since 1970. */
export type LocalMinute =
  /** Two instants, the earlier one first, in the hour that clocks repeat. */
  | { instants: readonly [number] | readonly [number, number] }
  /** A time that clocks skipped, and the nearest minutes before and after. */
  | { skipped: { before: number; after: number } };

const FORM = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[-+ ]\d\d:\d\d)?$/;

const MINUTE_MS = 60_000;

/**
 * Parses a minute such as 2026-11-01T01:30 in a time zone. It may end with the offset from UTC, such as -05:00, which
 * distinguishes the minutes of a repeated hour. Returns undefined if it is not such a minute.
 */
export function parseLocalMinute(text: string, timeZone: string): LocalMinute | undefined {
  const [, day, time, offset] = FORM.exec(text.trim()) ?? [];
  if (day === undefined || time === undefined) return undefined;
  try {
    // A plus sign in a query is a space.
    if (offset !== undefined) {
      return {
        instants: [Temporal.Instant.from(`${day}T${time}${offset.replace(' ', '+')}`).epochMilliseconds],
      };
    }
    const local = Temporal.PlainDateTime.from(`${day}T${time}`);
    const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
      local.toZonedDateTime(timeZone, { disambiguation }),
    ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
    const [first, second] = [earlier.epochMilliseconds, later.epochMilliseconds];
    if (first === second) return { instants: [first] };
    if (earlier.toPlainDateTime().equals(local)) return { instants: [first, second] };
    const change = earlier.getTimeZoneTransition('next')?.epochMilliseconds ?? second;
    return { skipped: { before: change - MINUTE_MS, after: change } };
  } catch {
    return undefined;
  }
}

/** Formats an instant for `parseLocalMinute`, with the offset if `withOffset` is set. */
export function formatLocalMinute(instant: number, timeZone: string, { withOffset = false } = {}): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toString({ smallestUnit: 'minute', timeZoneName: 'never', offset: withOffset ? 'auto' : 'never' });
}

/** Returns the first instant of a calendar day. */
export const startOfDay = (day: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
