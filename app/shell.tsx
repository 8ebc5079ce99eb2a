import { Outlet, UNSAFE_useScrollRestoration as useScrollRestoration, useLoaderData } from 'react-router';
import type { PublicSite, ShellContent } from '#contract/page-content.ts';
import { SiteProvider } from './site-context.ts';
import { SiteFooter } from './ui/site-footer.tsx';
import { SiteHeader } from './ui/site-header.tsx';
import { usePageChange } from './use-page-change.ts';

/** What stands around every page. */
export function Shell({ site }: { site: PublicSite }) {
  const { isDemo } = useLoaderData<ShellContent>();
  // The router's own component for this writes an inline script, which the security policy refuses.
  useScrollRestoration();
  usePageChange(site);
  return (
    <SiteProvider value={site}>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter isDemo={isDemo} />
    </SiteProvider>
  );
}
