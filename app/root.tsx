import { Outlet } from 'react-router';
import type { PublicSite } from '#shared/page-content.ts';
import { ScrollRestoration } from './scroll-restoration.tsx';
import { SiteProvider } from './ui/site-context.ts';
import { usePageChange } from './use-page-change.ts';

/** Renders the context and the scroll restoration that all pages share, including the editor. */
export function Root({ site }: { site: PublicSite }) {
  usePageChange(site);
  return (
    <SiteProvider value={site}>
      <ScrollRestoration />
      <Outlet />
    </SiteProvider>
  );
}
