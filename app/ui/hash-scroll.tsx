import { useEffect, useRef } from 'react';
import { onUserInteraction } from '#app/browser/user-interaction.ts';
import { useRouterState } from '#app/router/router-context.tsx';
import { scrollSmoothlyTo } from '#app/browser/smooth-scroll.ts';

/** Delay before scrolling to a new hash, in milliseconds. */
const HASH_SCROLL_DELAY_MS = 200;

/**
 * Scrolls smoothly to the element named by the URL hash, and again once `isComplete`, because loaded content may have
 * moved the element. Does nothing after Back or Forward, or once the visitor has interacted with the page.
 */
export function HashScroll({ isComplete }: { isComplete: boolean }) {
  const { location, isReturn } = useRouterState();
  const { hash, key } = location;
  const interactedKey = useRef('');

  useEffect(() => {
    if (!hash || isReturn || interactedKey.current === key) return;
    const timer = setTimeout(() => {
      const target = document.getElementById(decode(hash.slice(1)));
      if (target) scrollSmoothlyTo(target);
    }, HASH_SCROLL_DELAY_MS);
    const stopListening = onUserInteraction(() => {
      interactedKey.current = key;
      clearTimeout(timer);
    });
    return () => {
      stopListening();
      clearTimeout(timer);
    };
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
