import { UnavailableError } from '#server/platform/errors.ts';

const RETRY_AFTER_SECONDS = 10;

/** Creates a queue that runs one task at a time, and throws UnavailableError when `maxTasks` tasks are running or waiting. */
export function createSerialQueue(maxTasks: number) {
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();

  return async function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (count >= maxTasks) {
      throw new UnavailableError(
        'busy',
        "We're still processing other images. Try again in a minute.",
        RETRY_AFTER_SECONDS,
      );
    }
    count += 1;
    const task = last.then(work).finally(() => (count -= 1));
    last = task.catch(() => undefined);
    return task;
  };
}
