const MINUTE_MS = 60_000;
/** After a start, and from then on. Each time between half of it and half more, so that several servers take turns. */
const PAUSE_MS = { first: 20 * MINUTE_MS, further: 6 * 60 * MINUTE_MS } as const;

/** Sweeps now and then until it is closed, which waits for a sweep that goes on. A failure is told; the next may do. */
export function repeatSweep(
  sweep: () => Promise<unknown>,
  log: (error: Error, sentence: string) => void,
  pauseMs: Record<keyof typeof PAUSE_MS, number> = PAUSE_MS,
): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;
  let isClosed = false;

  function plan(ms: number) {
    timer = setTimeout(() => void (sweeping = run()), ms * (0.5 + Math.random()));
    // Nobody is kept from ending by it.
    timer.unref();
  }

  async function run() {
    try {
      await sweep();
    } catch (error) {
      log(error as Error, 'Files that nobody needs could not be removed.');
    }
    if (!isClosed) plan(pauseMs.further);
  }

  plan(pauseMs.first);
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await sweeping;
    },
  };
}
