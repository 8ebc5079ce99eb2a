/** Time in which key presses become one task, in milliseconds. */
const DELAY_MS = 30;

/** Runs a task soon after changes: one at a time, and again if something changes during it. */
export function followChanges(run: () => Promise<void>, delayMs = DELAY_MS) {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let last = Promise.resolve();
  let isStopped = false;

  async function runNext(): Promise<void> {
    waiting = undefined;
    if (!isStopped) await run();
  }

  return {
    changed(): void {
      waiting ??= setTimeout(() => {
        last = last.then(runNext);
      }, delayMs);
    },
    stop(): void {
      isStopped = true;
    },
  };
}
