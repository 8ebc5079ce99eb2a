import { ConflictError } from '#server/platform/errors.ts';

type Task = { run: () => Promise<void>; cancel: () => void };

/**
 * Creates a queue that runs one task at a time, so that there are never many. Each `key` has one waiting task: a newer one takes its
 * turn, and it rejects with ConflictError.
 */
export function createLatestQueue() {
  const waiting = new Map<string, Task>();
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (const [key, { run }] of waiting) {
      waiting.delete(key);
      await run();
    }
    isRunning = false;
  }

  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.get(key)?.cancel();
      waiting.set(key, {
        run: () => Promise.try(work).then(resolve, reject),
        cancel: () => reject(new ConflictError('replaced', 'A newer preview has replaced this one.')),
      });
      if (!isRunning) void runAll();
    });
}
