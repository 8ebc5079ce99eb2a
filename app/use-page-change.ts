import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { PublicSite } from '#contract/page-content.ts';
import { pageTitle } from './page-title.ts';

/**
 * Does for a navigation inside the app what a full load does by itself: sets the document's title, and moves the
 * focus to the new page, so that the keyboard goes on there and a screen reader tells where it is.
 */
export function usePageChange(site: PublicSite): void {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    document.title = pageTitle(site, pathname);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, site]);
}
