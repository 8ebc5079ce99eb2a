/** Of all that a person does on a page, what comes first. */
const DEEDS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin'];
/** What has not come by then does not move the page any more. */
const LIMIT_MS = 10_000;

/**
 * Scrolls to an element and stays with it while what is above it comes in, until somebody does something. Answers what
 * ends it.
 */
export function stayAt(element: Element): () => void {
  const over = new AbortController();
  const observer = new ResizeObserver(() => element.scrollIntoView());
  const timer = setTimeout(end, LIMIT_MS);
  observer.observe(document.body);
  for (const deed of DEEDS) addEventListener(deed, end, { passive: true, signal: over.signal });
  return end;

  function end() {
    over.abort();
    observer.disconnect();
    clearTimeout(timer);
  }
}
