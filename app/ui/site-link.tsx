import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { WIDGET_PAGES } from '#contract/paths.ts';
import { startWidgetCleanup } from '#app/browser/widget-cleanup.ts';

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string };

/**
 * A link to a page of ours. The market and weather pages are loaded fully, for the sake of the vendors' scripts in
 * them; every other page opens inside the app, and what such scripts have left behind is cleaned away.
 */
export function SiteLink({ to, onClick, ...rest }: SiteLinkProps) {
  if (isWidgetPage(to)) return <a href={to} onClick={onClick} {...rest} />;
  return (
    <Link
      to={to}
      onClick={(event) => {
        startWidgetCleanup();
        onClick?.(event);
      }}
      {...rest}
    />
  );
}

const isWidgetPage = (path: string) => (WIDGET_PAGES as readonly string[]).includes(path);
