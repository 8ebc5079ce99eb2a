/**
 * Whether a vendor is asked. Closed: it is, and after a failure soon again, each time later. Open: after failures in a row
 * it is left alone for a while. Half-open: that while is over, and one question decides between the two.
 */
export type Circuit = Readonly<
  | { state: 'closed'; failures: number }
  | { state: 'open'; failures: number; until: number }
  | { state: 'half-open'; failures: number }
>;

export const CLOSED: Circuit = { state: 'closed', failures: 0 };

/** As many in a row open it. */
const FAILURES = 3;
const MINUTE_MS = 60_000;
export const PAUSE_MS = {
  usual: 5 * MINUTE_MS,
  /** After the first failure; twice as long after each further one. */
  retry: MINUTE_MS / 3,
  /** Of an open circuit; twice as long each time that it stays open. */
  open: 10 * MINUTE_MS,
  longest: 120 * MINUTE_MS,
} as const;

/** The circuit now: an open one is half open from its moment on. */
export function circuitAt(circuit: Circuit, now: number): Circuit {
  if (circuit.state !== 'open' || now < circuit.until) return circuit;
  return { state: 'half-open', failures: circuit.failures };
}

/**
 * After a failure. A refusal opens it at once. `random`, from 0 up to 1, keeps several servers from asking together again.
 */
export function afterFailure(
  { state, failures: before }: Circuit,
  { now, random, isRefusal }: { now: number; random: number; isRefusal: boolean },
): Circuit {
  const failures = isRefusal ? Math.max(before + 1, FAILURES) : before + 1;
  if (state === 'closed' && failures < FAILURES) return { state, failures };
  const ms = Math.min(PAUSE_MS.open * 2 ** (failures - FAILURES), PAUSE_MS.longest);
  return { state: 'open', failures, until: now + jittered(ms, random) };
}

/** How long to wait until the next question, or the next look at an open circuit. */
export function pauseAfter(circuit: Circuit, { now, random }: { now: number; random: number }): number {
  if (circuit.state === 'open') return Math.max(0, circuit.until - now);
  const { failures } = circuit;
  return jittered(failures === 0 ? PAUSE_MS.usual : PAUSE_MS.retry * 2 ** (failures - 1), random);
}

/** Between half of it and half more. */
const jittered = (ms: number, random: number) => ms * (0.5 + random);
