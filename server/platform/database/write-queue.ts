import { DatabaseUnavailableError } from './database.ts';

/** Longest wait of a write for those before it, on this server and on others, in milliseconds. */
export const WRITE_WAIT_MS = 9000;

/**
 * Creates a queue that runs writes one at a time, in the order in which they arrive. `work` gets the milliseconds that are
 * left to wait for other servers, and whether it has waited. Throws DatabaseUnavailableError after `waitMs`.
 */
export function createWriteQueue(waitMs: number) {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  return async <Result>(
    work: (wait: { leftMs: number; hasWaited: boolean }) => Promise<Result>,
  ): Promise<Result> => {
    const deadline = performance.now() + waitMs;
    const hasWaited = length > 0;
    const before = last;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    last = before.then(() => ended);
    length += 1;
    try {
      await withTimeout(before, waitMs);
      return await work({ leftMs: Math.max(1, deadline - performance.now()), hasWaited });
    } finally {
      length -= 1;
      end();
    }
  };
}

async function withTimeout(before: Promise<unknown>, ms: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const message = 'Other writes took too long.';
  const timer = setTimeout(() => reject(new DatabaseUnavailableError(message, { reason: 'busy' })), ms);
  try {
    await Promise.race([before, late]);
  } finally {
    clearTimeout(timer);
  }
}
