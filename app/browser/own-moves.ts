const OWN_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Calls `onMove` on each wheel, touchmove, keydown or pointerdown. Returns a function that stops listening. */
export function watchOwnMoves(onMove: () => void): () => void {
  const over = new AbortController();
  for (const move of OWN_MOVES) addEventListener(move, onMove, { passive: true, signal: over.signal });
  return () => over.abort();
}
