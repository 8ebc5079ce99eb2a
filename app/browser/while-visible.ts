import type { Clock } from '#shared/poll.ts';

/** Parts of the window and the document that are needed, for tests. */
export type Visibility = {
  isVisible: () => boolean;
  window: Pick<EventTarget, 'addEventListener'>;
  document: Pick<EventTarget, 'addEventListener'>;
};

/**
 * Calls `check` every `everyMs` while the page is visible, and when it is shown, focused, or online again. Does not call it
 * again before it has ended. Returns a function that stops this.
 */
export function whileVisible(
  check: () => Promise<void>,
  {
    everyMs,
    clock = globalThis,
    page = { isVisible: () => document.visibilityState === 'visible', window, document },
  }: { everyMs: number; clock?: Clock; page?: Visibility },
): () => void {
  let isChecking = false;
  async function tryCheck() {
    if (isChecking || !page.isVisible()) return;
    isChecking = true;
    await check().finally(() => (isChecking = false));
  }
  const onEvent = () => void tryCheck();
  const timer = clock.setInterval(onEvent, everyMs);
  const controller = new AbortController();
  for (const type of ['focus', 'online']) page.window.addEventListener(type, onEvent, controller);
  page.document.addEventListener('visibilitychange', onEvent, controller);
  return () => {
    clock.clearInterval(timer);
    controller.abort();
  };
}
