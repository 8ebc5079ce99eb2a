import { useEffect, useRef } from 'react';
import type { PublicSite } from '#shared/page-content.ts';
import { pageTitle } from './page-title.ts';
import { useLocation } from './router/router-context.tsx';

/** Sets the title and focuses the new page after a client-side navigation, as a full page load does. */
export function usePageChange(site: PublicSite): void {
  const { pathname, search } = useLocation();
  const title = pageTitle(site, pathname + search);
  const shown = useRef({ pathname, title });

  useEffect(() => {
    const before = shown.current;
    // Pages of the gallery have the same path, and all unknown paths the same title.
    if (before.pathname === pathname && before.title === title) return;
    shown.current = { pathname, title };
    document.title = title;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, title]);
}
