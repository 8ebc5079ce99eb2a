import type { ComponentProps, MouseEvent } from 'react';
import type { NavigateOptions } from './create-router.ts';
import { useLocation, useRouter } from './router-context.tsx';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string } & Omit<NavigateOptions, 'replace'>;

/** Renders a link to a page of the app. Loads the code of that page as soon as the link is touched or focused. */
export function Link({ to, state, preventScrollReset, onClick, ...rest }: LinkProps) {
  const { navigate, preload } = useRouter();
  const { pathname, search, hash } = useLocation();

  function onLinkClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
    const opensElsewhere = button !== 0 || metaKey || altKey || ctrlKey || shiftKey || rest.target;
    if (event.defaultPrevented || opensElsewhere) return;
    event.preventDefault();
    const replace = event.currentTarget.href === new URL(pathname + search + hash, location.href).href;
    void navigate(to, { state, replace, ...(preventScrollReset && { preventScrollReset }) });
  }

  return (
    <a
      href={to}
      onPointerEnter={() => preload(to)}
      onFocus={() => preload(to)}
      onClick={onLinkClick}
      {...rest}
    />
  );
}
