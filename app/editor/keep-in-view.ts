import { onUserInteraction } from '#app/browser/user-interaction.ts';

/** Maximum duration of the scroll anchoring. */
const LIMIT_MS = 10_000;

/** Keeps an element in view while content loads, until the user interacts. Returns a function that stops it. */
export function keepInView(element: Element): () => void {
  const observer = new ResizeObserver(() => element.scrollIntoView());
  const timer = setTimeout(end, LIMIT_MS);
  const unwatch = onUserInteraction(end);
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
