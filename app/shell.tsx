import { Outlet, useLoaderData } from 'react-router';
import type { ShellContent } from '#contract/page-content.ts';
import { SiteFooter } from './ui/site-footer.tsx';
import { SiteHeader } from './ui/site-header.tsx';

/** What stands around every public page. */
export function Shell() {
  const { isDemo } = useLoaderData<ShellContent>();
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <SiteHeader />
      <main id="main" className="page-main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter isDemo={isDemo} />
    </>
  );
}
