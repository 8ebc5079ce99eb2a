import { Suspense, useEffect, useReducer, useRef } from 'react';
import type { PublicSite } from '#shared/page-content.ts';
import { pageTitle } from './page-title.ts';
import { ErrorBoundary } from './router/error-boundary.tsx';
import { useLocation, useRouterState } from './router/router-context.tsx';
import { ScrollRestoration } from './router/scroll-restoration.tsx';
import { CrashPage } from './routes/error.tsx';
import { isEditor } from './routes.ts';
import { Shell } from './shell.tsx';
import { RemountContext } from './ui/loadable-view.tsx';
import { SiteProvider } from './ui/site-context.ts';

/** Renders the current page, in the shell if it is public. */
export function Root({ site }: { site: PublicSite }) {
  usePageChange(site);
  const { location, path, Page } = useRouterState();
  const [attempt, remount] = useReducer((count: number) => count + 1, 0);
  // React hydrates the shell first, and the page in a later task.
  const page = (
    <Suspense key={attempt} fallback={null}>
      <Page key={path} />
      <Hydrated />
    </Suspense>
  );
  return (
    <SiteProvider value={site}>
      <ErrorBoundary location={location} fallback={<CrashPage />}>
        <ScrollRestoration />
        <RemountContext value={remount}>
          {isEditor(path) ? page : <Shell attempt={attempt}>{page}</Shell>}
        </RemountContext>
      </ErrorBoundary>
    </SiteProvider>
  );
}

/** Marks the document once React has hydrated the page and run the effects of all other components. */
function Hydrated() {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);
  return null;
}

/** Sets the title and focuses the new page after a client-side navigation, as a full page load does. */
function usePageChange(site: PublicSite): void {
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
