/** What somebody does to go elsewhere on a page by hand. */
const OWN_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Calls whenever somebody goes elsewhere by hand, until what it answers is called. */
export function watchOwnMoves(onMove: () => void): () => void {
  const over = new AbortController();
  for (const move of OWN_MOVES) addEventListener(move, onMove, { passive: true, signal: over.signal });
  return () => over.abort();
}
