const INTERACTION_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Calls `onInteraction` on each wheel, touchmove, keydown or pointerdown. Returns a function that stops listening. */
export function onUserInteraction(onInteraction: () => void): () => void {
  const controller = new AbortController();
  for (const type of INTERACTION_EVENTS)
    addEventListener(type, onInteraction, { passive: true, signal: controller.signal });
  return () => controller.abort();
}
