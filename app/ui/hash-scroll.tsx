import { use, useEffect, useRef } from 'react';
import {
  NavigationType,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  useLocation,
  useNavigationType,
} from 'react-router';
import { watchOwnMoves } from '#app/browser/own-moves.ts';
import { scrollSmoothlyTo } from '#app/browser/smooth-scroll.ts';

/** How long after it came the hash of an address is followed. */
export const HASH_SCROLL_DELAY_MS = 200;

/**
 * Scrolls smoothly to the element that the hash of the address names, below the bar: once after the hash has come, and
 * once more when content that was awaited has moved it, unless the visitor has gone elsewhere meanwhile. Back and
 * forward return to where one was instead.
 */
export function HashScroll({ isComplete }: { isComplete: boolean }) {
  const { hash, key } = useLocation();
  const isReturn = useIsReturn();
  const visitorsOwn = useRef('');

  useEffect(() => {
    if (!hash || isReturn) return;
    return watchOwnMoves(() => {
      visitorsOwn.current = key;
    });
  }, [hash, key, isReturn]);

  useEffect(() => {
    if (!hash || isReturn) return;
    const timer = setTimeout(() => {
      if (visitorsOwn.current === key) return;
      const target = document.getElementById(decode(hash.slice(1)));
      if (target) scrollSmoothlyTo(target);
    }, HASH_SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hash, key, isReturn, isComplete]);
  return null;
}

/** True after Back, Forward and the reload of a page that was come to inside the app. */
function useIsReturn(): boolean {
  const { key } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const place = use(RouterStateContext)?.restoreScrollPosition;
  // The page that a visit begins with has this key, also when Back leads to it: then its place is known.
  return isPop && (key !== 'default' || typeof place === 'number');
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
