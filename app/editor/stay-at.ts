import { watchOwnMoves } from '#app/browser/own-moves.ts';

/** What has not come by then does not move the page any more. */
const LIMIT_MS = 10_000;

/**
 * Scrolls to an element and stays with it while what is above it comes in, until somebody goes elsewhere or into a
 * field. Answers what ends it.
 */
export function stayAt(element: Element): () => void {
  const observer = new ResizeObserver(() => element.scrollIntoView());
  const timer = setTimeout(end, LIMIT_MS);
  const unwatch = watchOwnMoves(end);
  addEventListener('focusin', end);
  observer.observe(document.body);
  return end;

  function end() {
    observer.disconnect();
    clearTimeout(timer);
    unwatch();
    removeEventListener('focusin', end);
  }
}
