import { startPoll, type Clock } from '#shared/poll.ts';

export const WIDGET_CLEANUP_EVERY_MS = 100;

const LEFTOVERS = '.barchart, #widget-disclaimer';

type WidgetDocument = Pick<Document, 'querySelectorAll'>;

/** Documents with a running cleanup. */
const running = new WeakSet<WidgetDocument>();

/**
 * Every 100 ms, removes leftovers of market widgets until none are found. The first check waits, so that the previous
 * page is unmounted and running scripts have inserted their elements. A second call joins a running cleanup.
 */
export function startWidgetCleanup({
  document = globalThis.document,
  clock = globalThis,
}: { document?: WidgetDocument; clock?: Clock } = {}): void {
  if (running.has(document)) return;
  running.add(document);
  startPoll({
    everyMs: WIDGET_CLEANUP_EVERY_MS,
    clock,
    attempt() {
      const leftovers = document.querySelectorAll(LEFTOVERS);
      for (const leftover of leftovers) leftover.remove();
      if (leftovers.length > 0) return false;
      running.delete(document);
      return true;
    },
  });
}
