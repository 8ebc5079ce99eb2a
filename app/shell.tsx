import type { ReactNode } from 'react';
import { formatDate } from '#shared/date-time.ts';
import { useShellContent } from './router/router-context.tsx';
import { useSite } from './ui/site-context.ts';
import { SiteFooter } from './ui/site-footer.tsx';
import { SiteHeader } from './ui/site-header.tsx';

/** `attempt`: number of times that all late content was rendered with new elements. */
export function Shell({ attempt, children }: { attempt: number; children: ReactNode }) {
  const { telephone, today } = useShellContent();
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
        {children}
      </main>
      <SiteFooter key={attempt} />
    </>
  );
}
