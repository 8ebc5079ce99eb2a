/** Repeated signals within this time are one request to stop: npm forwards the Ctrl-C that the terminal sends to all. */
const SAME_REQUEST_MS = 1000;
const PARENT_CHECK_MS = 1000;
/** Read before the server starts, which takes long enough for npm to end. */
const PARENT = process.ppid;

/**
 * Closes the server and exits on the first signal, and exits immediately on one that comes later. Under npm, also
 * closes when the parent process has ended, because npm forwards no SIGHUP and no process can forward SIGKILL.
 */
export function stopOnSignals(close: () => Promise<void>): void {
  let since: number | undefined;
  const stop = () => {
    if (since === undefined) {
      since = performance.now();
      void close().then(() => process.exit(0));
    } else if (performance.now() - since > SAME_REQUEST_MS) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

  if (process.env['npm_lifecycle_event'] === undefined) return;
  const check = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(check);
    stop();
  }, PARENT_CHECK_MS);
  check.unref();
}
