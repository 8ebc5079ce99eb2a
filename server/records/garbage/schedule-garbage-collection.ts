import timers from 'node:timers/promises';

const MINUTE_MS = 60_000;
/** Delays, each scaled by 0.5 to 1.5, so that several servers do not run at the same time. */
const PAUSE_MS = { first: 20 * MINUTE_MS, further: 6 * 60 * MINUTE_MS } as const;

/** Runs `collect` repeatedly. Logs a failure and tries again later. `close` waits for a running collection. */
export function scheduleGarbageCollection(
  collect: (closed: AbortSignal) => Promise<unknown>,
  log: (error: Error, sentence: string) => void,
  pauseMs: Record<keyof typeof PAUSE_MS, number> = PAUSE_MS,
): { close(): Promise<void> } {
  const closed = new AbortController();
  const { signal } = closed;

  async function run() {
    for (let ms = pauseMs.first; !signal.aborted; ms = pauseMs.further) {
      // Do not keep the process alive.
      await timers.setTimeout(ms * (0.5 + Math.random()), undefined, { signal, ref: false });
      await collect(signal).catch((error: Error) => log(error, "Couldn't delete unused files."));
    }
  }

  // Only the abort of a pause ends it.
  const running = run().catch(() => undefined);
  return {
    async close() {
      closed.abort();
      await running;
    },
  };
}
