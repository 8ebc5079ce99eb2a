import { startPoll, type Clock } from '#shared/poll.ts';

export const WIDGET_CLEANUP_EVERY_MS = 100;

const LEFTOVERS = '.barchart, #widget-disclaimer';

type WidgetDocument = Pick<Document, 'querySelectorAll'>;

const stopsByDocument = new WeakMap<WidgetDocument, () => void>();

/**
 * Every 100 ms, removes leftovers of market widgets until none are found. The first check waits, so that the previous
 * page is unmounted and running scripts have inserted their elements. A second call joins a running cleanup.
 */
export function startWidgetCleanup({
  document = globalThis.document,
  clock = globalThis,
}: { document?: WidgetDocument; clock?: Clock } = {}): () => void {
  const running = stopsByDocument.get(document);
  if (running !== undefined) return running;

  const stopPoll = startPoll({
    everyMs: WIDGET_CLEANUP_EVERY_MS,
    clock,
    attempt() {
      const leftovers = document.querySelectorAll(LEFTOVERS);
      for (const leftover of leftovers) leftover.remove();
      if (leftovers.length > 0) return false;
      stopsByDocument.delete(document);
      return true;
    },
  });
  const stop = () => {
    stopPoll();
    if (stopsByDocument.get(document) === stop) stopsByDocument.delete(document);
  };
  stopsByDocument.set(document, stop);
  return stop;
}
