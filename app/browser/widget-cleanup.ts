import { startPoll, type Clock } from './poll.ts';

export const WIDGET_CLEANUP_EVERY_MS = 100;

const LEFTOVERS = '.barchart, #widget-disclaimer';

type WidgetDocument = Pick<Document, 'querySelectorAll'>;

const stopsByDocument = new WeakMap<WidgetDocument, () => void>();

/**
 * Removes what market widgets left in the document, until a look finds nothing. The first look waits its 100 ms: by then
 * the page navigated away from is gone with the elements it owns, and a widget script still at work has shown itself.
 * A start while a cleanup is running joins that one.
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
