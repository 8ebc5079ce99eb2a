import type { ComponentProps } from 'react';
import { withoutLastSlash } from '#contract/paths.ts';
import { startWidgetCleanup } from '#app/browser/widget-cleanup.ts';
import { Link } from '#app/router/link.tsx';
import { useLocation } from '#app/router/router-context.tsx';
import { isAppPage } from './app-page.ts';
import { useSite } from './site-context.ts';

/** `state`: state of the navigation, if it is client-side. */
type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: string };

/**
 * Renders a link. Links to the app's pages use client-side navigation and remove the leftovers of vendor scripts. All
 * others need a full page load: files, other websites, market and weather pages, and pages without the app's script.
 */
export function SiteLink({ to, state, onClick, ...rest }: SiteLinkProps) {
  const { pathname } = useLocation();
  const { titles } = useSite();
  if (!isAppPage(to, titles)) return <a href={to} onClick={onClick} {...rest} />;
  return (
    <Link
      to={to}
      state={state}
      // Scroll to a hash on the same page from the current position.
      preventScrollReset={to.includes('#') && samePage(to, pathname)}
      onClick={(event) => {
        startWidgetCleanup();
        onClick?.(event);
      }}
      {...rest}
    />
  );
}

const samePage = (to: string, pathname: string) =>
  withoutLastSlash(to.replace(/[?#].*$/, '')) === withoutLastSlash(pathname);
