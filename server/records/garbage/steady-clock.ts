/** Times of the last check, and of the first of the checks since then that found no jump. In ISO 8601. */
export type ClockChecks = { last: string; steadySince: string };

const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

export function isClockChecks(value: unknown): value is ClockChecks {
  const { last, steadySince } = (value ?? {}) as Partial<ClockChecks>;
  return isTime(last) && isTime(steadySince);
}

const DAY_MS = 24 * 60 * 60_000;
/**
 * Two checks are hours apart. A larger gap is a jump of the clock, or a server that was off, for `off` at most on a long
 * weekend.
 */
const GAP_MS = { forward: DAY_MS, off: 4 * DAY_MS, back: DAY_MS / 24 } as const;
const STEADY_MS = 7 * DAY_MS;
/** Time after a long weekend, in which someone would correct a clock that has jumped instead. */
const AFTER_OFF_MS = DAY_MS;

export function checkClock(before: ClockChecks | undefined, now: Date): ClockChecks {
  const gap = before ? now.getTime() - Date.parse(before.last) : Infinity;
  const last = now.toISOString();
  if (!before || gap > GAP_MS.off || gap < -GAP_MS.back) return { last, steadySince: last };
  if (gap <= GAP_MS.forward) return { last, steadySince: before.steadySince };
  // The gap does not count as steady.
  const since = Date.parse(before.steadySince) + gap;
  const earliest = now.getTime() - STEADY_MS + AFTER_OFF_MS;
  return { last, steadySince: new Date(Math.max(since, earliest)).toISOString() };
}

/** Returns true if the clock has not jumped for so long that someone would have corrected it. */
export const isSteady = ({ last, steadySince }: ClockChecks): boolean =>
  Date.parse(last) - Date.parse(steadySince) >= STEADY_MS;
