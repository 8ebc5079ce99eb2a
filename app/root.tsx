import { Outlet, UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router';
import type { PublicSite } from '#contract/page-content.ts';
import { SiteProvider } from './site-context.ts';
import { usePageChange } from './use-page-change.ts';

/** What all pages have in common, the editor's too. */
export function Root({ site }: { site: PublicSite }) {
  // The router's own component for this writes an inline script, which the security policy refuses.
  useScrollRestoration();
  usePageChange(site);
  return (
    <SiteProvider value={site}>
      <Outlet />
    </SiteProvider>
  );
}
