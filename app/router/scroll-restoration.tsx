import { useLayoutEffect } from 'react';
import { useRouterState } from './router-context.tsx';

/**
 * Restores the scroll position on Back and scrolls to the top of new pages. Ignores the hash, to which the browser
 * would jump instantly; `HashScroll` scrolls there smoothly.
 */
export function ScrollRestoration() {
  const { location, scrollTo } = useRouterState();
  useLayoutEffect(() => {
    if (scrollTo !== undefined) window.scrollTo(0, scrollTo);
  }, [location, scrollTo]);
  return null;
}
