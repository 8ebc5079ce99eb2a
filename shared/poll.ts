export type Clock = Pick<typeof globalThis, 'setInterval' | 'clearInterval'>;

export type Poll = {
  everyMs: number;
  maxAttempts?: number;
  /** Returns true to stop polling. */
  attempt: () => boolean;
  clock?: Clock;
};

/** Calls `attempt` every `everyMs` until it returns true or attempts run out. Returns a function that stops it. */
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
