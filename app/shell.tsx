import { Outlet, useLoaderData } from 'react-router';
import type { ShellContent } from '#shared/page-content.ts';
import { formatDate } from '#shared/date-time.ts';
import { useSite } from './ui/site-context.ts';
import { SiteFooter } from './ui/site-footer.tsx';
import { SiteHeader } from './ui/site-header.tsx';

export function Shell() {
  const { isDemo, telephone, today } = useLoaderData<ShellContent>();
  const { name } = useSite();
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <SiteHeader />
      <p className="print-head">
        <b>{name}</b> {telephone} <span>{formatDate(today)}</span>
      </p>
      <main id="main" className="page-main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter isDemo={isDemo} />
    </>
  );
}
