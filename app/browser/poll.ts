export type Clock = Pick<typeof globalThis, 'setInterval' | 'clearInterval'>;

export type Poll = {
  everyMs: number;
  maxAttempts?: number;
  /** Answers whether it found what it was after, which ends the poll. */
  attempt: () => boolean;
  clock?: Clock;
};

/** Attempts again and again, the first time after one pause, until an attempt succeeds or none are left. */
export function startPoll({
  everyMs,
  maxAttempts = Infinity,
  attempt,
  clock = globalThis,
}: Poll): () => void {
  let attempts = 0;
  const timer = clock.setInterval(() => {
    attempts += 1;
    if (attempt() || attempts >= maxAttempts) stop();
  }, everyMs);
  const stop = () => clock.clearInterval(timer);
  return stop;
}
