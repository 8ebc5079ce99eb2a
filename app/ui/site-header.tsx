import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { withoutLastSlash } from '#contract/paths.ts';
import { useSite } from '#app/site-context.ts';
import { ChevronIcon } from './icons.tsx';
import { SiteLink } from './site-link.tsx';
import styles from './site-header.module.css';

const MENU_ID = 'site-menu';

/**
 * The navigation bar. It works without scripts: on a phone the list is a popover that the Menu button opens, and a
 * group opens through its own disclosure. Scripts only close what is open when the visitor goes on.
 */
export function SiteHeader() {
  const { shortName, logo, navigation } = useSite();
  const { pathname, hash, key } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const page = withoutLastSlash(pathname);

  useEffect(() => {
    closeMenu(menu.current);
  }, [key, pathname, hash]);

  useEffect(() => {
    const nav = menu.current;
    if (!nav) return;
    // Inside the list one group closes another by itself, with the click: a group that closed on the way down would
    // move the entries under the finger.
    const onPointerDown = (event: PointerEvent) => {
      if (!nav.contains(event.target as Node)) closeGroups(nav);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeGroups(nav);
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);

  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.bar}`}>
        <SiteLink className={styles.brand} to="/" aria-label={`${shortName.replaceAll('\n', ' ')}, home`}>
          <img src={logo} alt="" width="30" height="34" />
          <span>{shortName}</span>
        </SiteLink>
        <button type="button" className={styles.toggle} popoverTarget={MENU_ID}>
          Menu
          <ChevronIcon />
        </button>
        <nav id={MENU_ID} ref={menu} className={styles.menu} popover="auto" aria-label="Main">
          <ul>
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
                    <ul>
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

function closeMenu(nav: HTMLElement | null): void {
  if (!nav) return;
  // Browsers of before 2024 know no popovers: they show the list, open.
  if ('hidePopover' in nav) nav.hidePopover();
  closeGroups(nav);
}

/** Closes every open group; the focus returns from a link in it to its summary. */
function closeGroups(nav: HTMLElement): void {
  for (const group of nav.querySelectorAll('details[open]')) {
    if (group.contains(document.activeElement)) group.querySelector('summary')?.focus();
    group.removeAttribute('open');
  }
}
