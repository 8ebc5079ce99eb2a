/** Times of the last check, and of the first of the checks since then that found no jump. In ISO 8601. */
export type ClockChecks = { last: string; steadySince: string };

const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

export function isClockChecks(value: unknown): value is ClockChecks {
  const { last, steadySince } = (value ?? {}) as Partial<ClockChecks>;
  return isTime(last) && isTime(steadySince);
}

const DAY_MS = 24 * 60 * 60_000;
/** Two checks are hours apart, so a larger gap is a jump of the clock or a server that was off. */
const GAP_MS = { forward: DAY_MS, back: DAY_MS / 24 } as const;
const STEADY_MS = 7 * DAY_MS;

export function checkClock(before: ClockChecks | undefined, now: Date): ClockChecks {
  const gap = before ? now.getTime() - Date.parse(before.last) : Infinity;
  const isSteady = before && gap <= GAP_MS.forward && gap >= -GAP_MS.back;
  const last = now.toISOString();
  return { last, steadySince: isSteady ? before.steadySince : last };
}

/** Returns true if the clock has not jumped for so long that someone would have corrected it. */
export const isSteady = ({ last, steadySince }: ClockChecks): boolean =>
  Date.parse(last) - Date.parse(steadySince) >= STEADY_MS;
