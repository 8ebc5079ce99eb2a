/**
 * Keeps a sticky bar above the keyboard of a phone, which covers the window and does not make it smaller. Returns a
 * function that stops this.
 */
export function keepAboveKeyboard(bar: HTMLElement): () => void {
  const controller = new AbortController();
  const viewport = window.visualViewport;
  function place() {
    const { height, offsetTop, scale } = viewport!;
    // A page that the visitor has enlarged has another height, too.
    bar.style.bottom = scale > 1.01 ? '' : `${Math.max(0, window.innerHeight - height - offsetTop)}px`;
  }
  for (const type of ['resize', 'scroll'])
    viewport?.addEventListener(type, place, { signal: controller.signal });
  return () => controller.abort();
}
