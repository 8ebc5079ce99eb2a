import type { Lease } from '#server/platform/database/lease.ts';
import { afterFailure, circuitAt, CLOSED, PAUSE_MS, pauseAfter } from '#server/platform/circuit.ts';
import { FuturesSourceError, type FuturesSource, type Quote, type RejectedQuote } from './futures-source.ts';

/** Approximate delay of the first poll after the start. */
const FIRST_MS = 2_000;

/** Pause before another attempt to get the lease, whose holder may stop at any time. */
const WAITING_MS = 30_000;

/** Longer than the longest pause between two polls. */
export const POLL_LEASE = { name: 'futures', ms: 2 * PAUSE_MS.usual } as const;

/**
 * Polls a vendor for the futures of the cash bids, and applies the quotes. `close` aborts a running request and waits
 * for `apply`. Logs a failure only when the circuit opens, and symbols without a price only when they change.
 */
export function pollFutures({
  source,
  symbols,
  apply,
  log,
  lease,
  now = () => performance.now(),
  random = () => Math.random(),
}: {
  source: FuturesSource;
  symbols: () => readonly string[];
  apply: (quotes: readonly Quote[]) => Promise<unknown>;
  log: (error: Error, sentence: string) => void;
  /** Lets one of several servers poll at a time. */
  lease?: Lease;
  now?: () => number;
  random?: () => number;
}): { close(): Promise<void> } {
  let circuit = CLOSED;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  const closing = new AbortController();
  let loggedRejected = '';

  function schedule(ms: number) {
    timer = setTimeout(() => void (polling = run()), ms);
    // Do not keep the process alive.
    timer.unref();
  }

  async function run() {
    circuit = circuitAt(circuit, now());
    const isOpen = circuit.state === 'open';
    const isWaiting = !isOpen && !(await holdsLease());
    if (!isOpen && !isWaiting) await poll();
    if (closing.signal.aborted) return;
    schedule(
      isWaiting ? WAITING_MS * (0.5 + random()) : pauseAfter(circuit, { now: now(), random: random() }),
    );
  }

  /** Returns false without a database, which could not store the quotes either. */
  const holdsLease = async () => !lease || lease.acquire().catch(() => false);

  async function poll() {
    try {
      const wanted = symbols();
      if (wanted.length > 0) {
        const { quotes, rejected } = await source.read(wanted, closing.signal);
        logRejected(rejected);
        if (quotes.length > 0) await apply(quotes);
      }
      circuit = CLOSED;
    } catch (error) {
      if (closing.signal.aborted) return;
      const wasClosed = circuit.state === 'closed';
      const isRejected = error instanceof FuturesSourceError && error.isRejected;
      circuit = afterFailure(circuit, { now: now(), random: random(), isRejected });
      if (wasClosed && circuit.state === 'open')
        log(error as Error, "Couldn't get futures prices. The current bids stay as they are.");
    }
  }

  function logRejected(rejected: readonly RejectedQuote[]) {
    const reasons = rejected.map(({ symbol, reason }) => `${symbol} ${reason}.`).join(' ');
    if (reasons !== '' && reasons !== loggedRejected)
      log(new FuturesSourceError(reasons), 'Some futures have no usable price.');
    loggedRejected = reasons;
  }

  schedule(FIRST_MS * (0.5 + random()));
  return {
    async close() {
      closing.abort();
      clearTimeout(timer);
      await polling;
      await lease?.release();
    },
  };
}
