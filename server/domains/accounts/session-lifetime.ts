import type { Session } from './session-store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Sessions expire after a day without use, and after two weeks in any case. */
export const SESSION = {
  idleMs: DAY_MS,
  absoluteMs: 14 * DAY_MS,
  seenEveryMs: 5 * MINUTE_MS,
  /** Pause after a use could not be recorded. */
  seenRetryMs: MINUTE_MS,
} as const;

/** Returns false for an expired session, which may not have been deleted yet. */
export function isActive({ seenAt, createdAt }: Session, at: number): boolean {
  return at - Date.parse(seenAt) < SESSION.idleMs && at - Date.parse(createdAt) < SESSION.absoluteMs;
}
