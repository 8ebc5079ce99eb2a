import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** How long after it came the hash of an address is followed. */
export const HASH_SCROLL_DELAY_MS = 200;

/** What a visitor does to go elsewhere by hand. */
const OWN_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls smoothly to the element that the hash of the address names, below the bar: once after the hash has come, and
 * once more when content that was awaited has moved it, unless the visitor has gone elsewhere meanwhile. Back and
 * forward return to where one was instead.
 */
export function HashScroll({ isComplete }: { isComplete: boolean }) {
  const { hash, key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop && key !== 'default';
  const visitorsOwn = useRef('');

  useEffect(() => {
    if (!hash || isReturn) return;
    const giveUp = () => {
      visitorsOwn.current = key;
    };
    for (const move of OWN_MOVES) addEventListener(move, giveUp, { passive: true });
    return () => {
      for (const move of OWN_MOVES) removeEventListener(move, giveUp);
    };
  }, [hash, key, isReturn]);

  useEffect(() => {
    if (!hash || isReturn) return;
    const timer = setTimeout(() => {
      if (visitorsOwn.current === key) return;
      document.getElementById(decode(hash.slice(1)))?.scrollIntoView({ behavior: 'smooth' });
    }, HASH_SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hash, key, isReturn, isComplete]);
  return null;
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
