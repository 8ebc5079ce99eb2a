import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 10;

/** Runs `check` until it no longer throws and answers its result; after long enough, its last error is ours. */
export async function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  for (const since = Date.now(); ; await delay(LOOK_AGAIN_MS)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() - since > PATIENCE_MS) throw error;
    }
  }
}
