const INTERACTION_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Calls `onMove` on each wheel, touchmove, keydown or pointerdown. Returns a function that stops listening. */
export function onUserInteraction(onMove: () => void): () => void {
  const over = new AbortController();
  for (const move of INTERACTION_EVENTS)
    addEventListener(move, onMove, { passive: true, signal: over.signal });
  return () => over.abort();
}
