/**
 * Circuit breaker for other servers. Times are in milliseconds of a clock that never jumps. Closed: failures are retried with growing delays. Open: no requests for a while
 * after repeated failures. Half-open: the next request decides.
 */
export type Circuit = Readonly<
  | { state: 'closed'; failures: number }
  | { state: 'open'; failures: number; until: number }
  | { state: 'half-open'; failures: number }
>;

export const CLOSED: Circuit = { state: 'closed', failures: 0 };

/** Consecutive failures that open the circuit. */
const FAILURES = 3;
const MINUTE_MS = 60_000;
export const PAUSE_MS = {
  usual: 5 * MINUTE_MS,
  /** After the first failure; doubles with each further one. */
  retry: MINUTE_MS / 3,
  /** While the circuit is open; doubles each time it stays open. */
  open: 10 * MINUTE_MS,
  longest: 120 * MINUTE_MS,
} as const;

export function circuitAt(circuit: Circuit, now: number): Circuit {
  if (circuit.state !== 'open' || now < circuit.until) return circuit;
  return { state: 'half-open', failures: circuit.failures };
}

/**
 * Returns the state after a failure. `random`, at least 0 and below 1, spreads the requests of several servers. Times of
 * `pauseMs` double each time the circuit stays open.
 */
export function afterFailure(
  { state, failures: before }: Circuit,
  {
    now,
    random,
    isRejected = false,
    pauseMs = PAUSE_MS,
  }: {
    now: number;
    random: number;
    isRejected?: boolean;
    pauseMs?: Readonly<{ open: number; longest: number }>;
  },
): Circuit {
  const failures = isRejected ? Math.max(before + 1, FAILURES) : before + 1;
  if (state === 'closed' && failures < FAILURES) return { state, failures };
  const ms = Math.min(pauseMs.open * 2 ** (failures - FAILURES), pauseMs.longest);
  return { state: 'open', failures, until: now + jittered(ms, random) };
}

/** Returns the delay in milliseconds until the next request, or until an open circuit becomes half-open. */
export function pauseAfter(circuit: Circuit, { now, random }: { now: number; random: number }): number {
  if (circuit.state === 'open') return Math.max(0, circuit.until - now);
  const { failures } = circuit;
  return jittered(failures === 0 ? PAUSE_MS.usual : PAUSE_MS.retry * 2 ** (failures - 1), random);
}

const jittered = (ms: number, random: number) => ms * (0.5 + random);
