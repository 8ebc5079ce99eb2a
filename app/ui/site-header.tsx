import { useEffect, useRef } from 'react';
import { withoutLastSlash } from '#contract/paths.ts';
import type { ShellContent } from '#shared/page-content.ts';
import { useLocation, useShellContent } from '#app/router/router-context.tsx';
import { useSite } from './site-context.ts';
import { ChevronIcon } from './icons.tsx';
import { SiteLink } from './site-link.tsx';
import styles from './site-header.module.css';

const MENU_ID = 'site-menu';

/**
 * Renders the navigation bar, which works without scripts: on phones the menu is a popover, and each group is a
 * `details` element. Scripts only close what is open after a navigation or a press outside.
 */
export function SiteHeader() {
  const { shortName, logo } = useSite();
  const { navigation, logo: wide } = useShellContent();
  const { pathname, hash, key } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const page = withoutLastSlash(pathname);

  useEffect(() => {
    closeMenu(menu.current);
  }, [key, pathname, hash]);

  useEffect(() => {
    const nav = menu.current;
    if (!nav) return;
    // Only presses outside. Inside, opening a group closes the other on click; closing it on pointerdown would move the
    // links under the finger.
    const onPointerDown = (event: PointerEvent) => {
      if (!nav.contains(event.target as Node)) closeGroups(nav);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeGroups(nav);
    };
    const controller = new AbortController();
    document.addEventListener('pointerdown', onPointerDown, controller);
    document.addEventListener('keydown', onKeyDown, controller);
    return () => controller.abort();
  }, []);

  return (
    <header className={`${styles.header} no-print`}>
      <div className={`wrap ${styles.bar}`}>
        <SiteLink className={styles.brand} to="/" aria-label={`${shortName.replaceAll('\n', ' ')}, home`}>
          {wide ? (
            <WideLogo {...wide} />
          ) : (
            <>
              <img src={logo} alt="" width="30" height="34" />
              <span>{shortName}</span>
            </>
          )}
        </SiteLink>
        <button type="button" className={styles.toggle} popoverTarget={MENU_ID}>
          Menu
          <ChevronIcon />
        </button>
        <nav id={MENU_ID} ref={menu} className={styles.menu} popover="auto" aria-label="Main">
          <ul className="plain-list">
            {navigation.map((entry) => (
              <li key={entry.label}>
                {entry.to !== undefined && (
                  <SiteLink to={entry.to} aria-current={entry.to === page ? 'page' : undefined}>
                    {entry.label}
                  </SiteLink>
                )}
                {entry.links && (
                  <details name="site-menu-group">
                    <summary
                      data-current={entry.to === undefined && entry.links.some(({ to }) => to === page)}
                    >
                      {entry.to === undefined ? (
                        entry.label
                      ) : (
                        <span className="visually-hidden">{entry.label} pages</span>
                      )}
                      <ChevronIcon />
                    </summary>
                    <ul className="plain-list">
                      {entry.links.map((link) => (
                        <li key={link.to}>
                          <SiteLink to={link.to} aria-current={link.to === page ? 'page' : undefined}>
                            {link.label}
                          </SiteLink>
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

/** Renders the logo of the cooperative, whose size is known before it loads. */
function WideLogo({ dark, ...light }: NonNullable<ShellContent['logo']>) {
  return (
    <picture className={styles.wide}>
      {dark && (
        <source
          media="(prefers-color-scheme: dark)"
          srcSet={dark.src}
          width={dark.width}
          height={dark.height}
        />
      )}
      <img {...light} alt="" />
    </picture>
  );
}

function closeMenu(nav: HTMLElement | null): void {
  if (!nav) return;
  // Browsers from before 2024 lack popovers and show the list permanently.
  if ('hidePopover' in nav) nav.hidePopover();
  closeGroups(nav);
}

/** Closes all open groups. Moves the focus from a link inside to the group's `summary`. */
function closeGroups(nav: HTMLElement): void {
  for (const group of nav.querySelectorAll('details[open]')) {
    if (group.contains(document.activeElement)) group.querySelector('summary')?.focus();
    group.removeAttribute('open');
  }
}
