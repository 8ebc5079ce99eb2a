import { use, useLayoutEffect, useState } from 'react';
import { UNSAFE_DataRouterStateContext as RouterStateContext } from 'react-router';

/**
 * Goes once more to where Back has scrolled, when content that came after it has moved the page; unless the visitor
 * has gone elsewhere meanwhile. Stands beside that content and shows nothing.
 */
export function LateScroll() {
  const place = use(RouterStateContext)?.restoreScrollPosition;
  const [target] = useState(() => (typeof place === 'number' && isAt(place) ? place : undefined));

  useLayoutEffect(() => {
    if (target !== undefined) scrollTo(0, target);
  }, [target]);
  return null;
}

/** True as well at the end of a page that is still too short to scroll that far. */
function isAt(place: number): boolean {
  const end = document.documentElement.scrollHeight - innerHeight;
  return Math.abs(scrollY - Math.min(place, end)) < 2;
}
