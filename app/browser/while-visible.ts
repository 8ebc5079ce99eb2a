export type Clock = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;

/** Parts of the window and the document that are needed, for tests. */
export type Visibility = {
  isVisible: () => boolean;
  window: Pick<EventTarget, 'addEventListener'>;
  document: Pick<EventTarget, 'addEventListener'>;
};

/** Share of the interval by which it varies, so that pages that were opened together ask at different times. */
const JITTER = 0.1;
/** Maximum factor by which failures extend the interval. */
const MAX_BACKOFF = 4;

/**
 * Calls `check` about every `everyMs` while the page is visible, and when it is shown, focused, or online again. Waits
 * longer after each failure. Does not call it again before it has ended. Returns a function that stops this.
 */
export function whileVisible(
  check: () => Promise<void>,
  {
    everyMs,
    clock = globalThis,
    random = Math.random,
    page = { isVisible: () => document.visibilityState === 'visible', window, document },
  }: { everyMs: number; clock?: Clock; random?: () => number; page?: Visibility },
): () => void {
  const controller = new AbortController();
  let isChecking = false;
  let backoff = 1;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait() {
    clock.clearTimeout(timer);
    if (controller.signal.aborted) return;
    timer = clock.setTimeout(onEvent, everyMs * backoff * (1 + JITTER * (2 * random() - 1)));
  }

  async function tryCheck() {
    if (isChecking || !page.isVisible()) return wait();
    isChecking = true;
    try {
      await check();
      backoff = 1;
    } catch {
      backoff = Math.min(2 * backoff, MAX_BACKOFF);
    }
    isChecking = false;
    wait();
  }

  const onEvent = () => void tryCheck();
  for (const type of ['focus', 'online']) page.window.addEventListener(type, onEvent, controller);
  page.document.addEventListener('visibilitychange', onEvent, controller);
  wait();
  return () => {
    controller.abort();
    clock.clearTimeout(timer);
  };
}
