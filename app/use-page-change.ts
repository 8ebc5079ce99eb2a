import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { PublicSite } from '#shared/page-content.ts';
import { pageTitle } from './page-title.ts';

/** Sets the title and focuses the new page after a client-side navigation, as a full page load does. */
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
