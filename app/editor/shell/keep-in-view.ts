import { onUserInteraction } from '#app/browser/user-interaction.ts';

/** Maximum duration of the scroll anchoring, in milliseconds. */
const LIMIT_MS = 10_000;

/** Keeps an element in view while content loads, until the user interacts. Returns a function that stops it. */
export function keepInView(element: Element): () => void {
  const observer = new ResizeObserver(() => element.scrollIntoView());
  const timer = setTimeout(stop, LIMIT_MS);
  const stopListening = onUserInteraction(stop);
  addEventListener('focusin', stop);
  observer.observe(document.body);
  return stop;

  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    stopListening();
    removeEventListener('focusin', stop);
  }
}
