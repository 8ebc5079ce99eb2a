import { afterFailure, circuitAt, CLOSED, pauseAfter } from './circuit.ts';
import { FuturesSourceError, type FuturesSource, type Quote, type RefusedQuote } from './futures-source.ts';

/** After a start, about. */
const FIRST_MS = 2_000;

/**
 * Asks a vendor every few minutes for the futures that the board is made of, and applies what it tells, until it is
 * closed, which ends the question that is asked and waits for what is applied. A failure is told once, when the vendor is left alone for a while; so are
 * symbols without a price, until they are others.
 */
export function pollFutures({
  source,
  symbols,
  apply,
  log,
  now = () => Date.now(),
  random = () => Math.random(),
}: {
  source: FuturesSource;
  /** Those of the board as it is at the moment. */
  symbols: () => readonly string[];
  apply: (quotes: readonly Quote[]) => Promise<unknown>;
  log: (error: Error, sentence: string) => void;
  now?: () => number;
  random?: () => number;
}): { close(): Promise<void> } {
  let circuit = CLOSED;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  const closing = new AbortController();
  let toldRefused = '';

  function plan(ms: number) {
    timer = setTimeout(() => void (polling = run()), ms);
    // Nobody is kept from ending by it.
    timer.unref();
  }

  async function run() {
    circuit = circuitAt(circuit, now());
    if (circuit.state !== 'open') await poll();
    if (!closing.signal.aborted) plan(pauseAfter(circuit, { now: now(), random: random() }));
  }

  async function poll() {
    try {
      const wanted = symbols();
      if (wanted.length > 0) {
        const { quotes, refused } = await source.read(wanted, closing.signal);
        tellRefused(refused);
        if (quotes.length > 0) await apply(quotes);
      }
      circuit = CLOSED;
    } catch (error) {
      if (closing.signal.aborted) return;
      const wasClosed = circuit.state === 'closed';
      const isRefusal = error instanceof FuturesSourceError && error.isRefusal;
      circuit = afterFailure(circuit, { now: now(), random: random(), isRefusal });
      // Told once, not again each time that it stays so.
      if (wasClosed && circuit.state === 'open')
        log(error as Error, 'Futures prices cannot be had: those on the board stay.');
    }
  }

  function tellRefused(refused: readonly RefusedQuote[]) {
    const words = refused.map(({ symbol, reason }) => `${symbol} ${reason}.`).join(' ');
    if (words !== '' && words !== toldRefused)
      log(new FuturesSourceError(words), 'Some futures have no price that can be used.');
    toldRefused = words;
  }

  plan(FIRST_MS * (0.5 + random()));
  return {
    async close() {
      closing.abort();
      clearTimeout(timer);
      await polling;
    },
  };
}
