import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { WIDGET_PAGES, withoutLastSlash } from '#contract/paths.ts';
import { startWidgetCleanup } from '#app/browser/widget-cleanup.ts';

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string };

/**
 * Renders a link to a page of this site. Market and weather pages need a full page load for their vendor scripts;
 * links to other pages use client-side navigation and remove the leftovers of those scripts.
 */
export function SiteLink({ to, onClick, ...rest }: SiteLinkProps) {
  const { pathname } = useLocation();
  if (isWidgetPage(to)) return <a href={to} onClick={onClick} {...rest} />;
  return (
    <Link
      to={to}
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

const isWidgetPage = (path: string) => (WIDGET_PAGES as readonly string[]).includes(path);

const samePage = (to: string, pathname: string) =>
  withoutLastSlash(to.replace(/[?#].*$/, '')) === withoutLastSlash(pathname);
