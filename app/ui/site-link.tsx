import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { WIDGET_PAGES, withoutLastSlash } from '#contract/paths.ts';
import { startWidgetCleanup } from '#app/browser/widget-cleanup.ts';

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string };

/**
 * A link to a page of ours. The market and weather pages are loaded fully, for the sake of the vendors' scripts in
 * them; every other page opens inside the app, and what such scripts have left behind is cleaned away.
 */
export function SiteLink({ to, onClick, ...rest }: SiteLinkProps) {
  const { pathname } = useLocation();
  if (isWidgetPage(to)) return <a href={to} onClick={onClick} {...rest} />;
  return (
    <Link
      to={to}
      // A place on the same page is scrolled to from here, not from the top.
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
