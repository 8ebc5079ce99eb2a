import { useSyncExternalStore } from 'react';

/** Width below which the section list is behind a button. The styles of the editor have the same value. */
const QUERY = '(width < 56.25rem)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Returns whether the editor has the layout of phones. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches);
