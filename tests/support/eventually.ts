import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 10;

/** Retries `check` until it stops throwing, and returns its result. Rethrows the last error after 20 seconds. */
export async function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  for (const since = performance.now(); ; await delay(POLL_INTERVAL_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() - since > TIMEOUT_MS) throw error;
    }
  }
}
