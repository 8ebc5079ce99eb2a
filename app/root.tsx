import { Suspense, useEffect } from 'react';
import type { PublicSite } from '#shared/page-content.ts';
import { ErrorBoundary } from './router/error-boundary.tsx';
import { useRouterState } from './router/router-context.tsx';
import { ScrollRestoration } from './router/scroll-restoration.tsx';
import { CrashPage } from './routes/error.tsx';
import { isEditor } from './routes.ts';
import { Shell } from './shell.tsx';
import { SiteProvider } from './ui/site-context.ts';
import { usePageChange } from './use-page-change.ts';

/** Renders the current page, in the shell if it is public. */
export function Root({ site }: { site: PublicSite }) {
  usePageChange(site);
  const { location, path, Page } = useRouterState();
  // React hydrates the shell first, and the page in a later task.
  const page = (
    <Suspense fallback={null}>
      <Page key={path} />
      <Hydrated />
    </Suspense>
  );
  return (
    <SiteProvider value={site}>
      <ErrorBoundary location={location} fallback={<CrashPage />}>
        <ScrollRestoration />
        {isEditor(path) ? page : <Shell>{page}</Shell>}
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
