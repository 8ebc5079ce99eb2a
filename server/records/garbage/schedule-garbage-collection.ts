const MINUTE_MS = 60_000;
/** Delays, each scaled by 0.5 to 1.5, so that several servers do not run at the same time. */
const PAUSE_MS = { first: 20 * MINUTE_MS, further: 6 * 60 * MINUTE_MS } as const;

/** Runs `collect` repeatedly. Logs a failure and tries again later. `close` waits for a running collection. */
export function scheduleGarbageCollection(
  collect: (closed: AbortSignal) => Promise<unknown>,
  log: (error: Error, sentence: string) => void,
  pauseMs: Record<keyof typeof PAUSE_MS, number> = PAUSE_MS,
): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const closed = new AbortController();

  function schedule(ms: number) {
    timer = setTimeout(() => void (running = run()), ms * (0.5 + Math.random()));
    // Do not keep the process alive.
    timer.unref();
  }

  async function run() {
    try {
      await collect(closed.signal);
    } catch (error) {
      log(error as Error, "Couldn't delete unused files.");
    }
    if (!closed.signal.aborted) schedule(pauseMs.further);
  }

  schedule(pauseMs.first);
  return {
    async close() {
      closed.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
