import { withoutLastSlash } from '#contract/paths.ts';
import { brandPath, PIONEER_NAME, PIONEER_PAGE } from '#contract/seed-brands.ts';
import type { Site } from '#contract/site.ts';
import { mayBeOwnPage } from '#server/domains/own-pages/page-addresses.ts';
import type { OwnPageService } from '#server/domains/own-pages/own-pages.ts';
import { isShown, type ShownPages } from '#shared/site-parts.ts';

type Menu = Site['navigation'];
type Link = { label: string; to?: string };

/**
 * Returns the menu of the settings as visitors see it: with the present addresses of pages and seed brands and the name of
 * the Pioneer brand, and without links to pages that they cannot open and entries that then lead nowhere. Seed brands and
 * pages that the menu does not link are added to its last group that is not a page itself, such as More, or else to a new
 * one.
 */
export function menuOf(
  site: ShownPages & { navigation: Menu },
  pages: Pick<OwnPageService, 'isShown' | 'findRedirect' | 'listShown'>,
  findBrandRedirect: (path: string) => string | undefined,
): Menu {
  function openPath(to: string): string | undefined {
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(to) ?? [];
    const page = withoutLastSlash(path);
    if (mayBeOwnPage(page)) {
      const open = pages.isShown(page) ? page : pages.findRedirect(page);
      return open === undefined ? undefined : open + rest;
    }
    const brand = findBrandRedirect(page);
    const present = brand === undefined ? to : brand + rest;
    return isShown(site, present) ? present : undefined;
  }

  function openLink({ label, to }: Link): Link {
    const path = to === undefined ? undefined : openPath(to);
    const isPioneer = path === PIONEER_PAGE && label === PIONEER_NAME;
    return { label: isPioneer ? site.pioneer.name : label, ...(path !== undefined && { to: path }) };
  }

  const menu = site.navigation.flatMap((entry) => {
    const own = openLink(entry);
    const links = (entry.links ?? []).map(openLink).filter(isOpen);
    return isOpen(own) || links.length > 0 ? { ...own, ...(links.length > 0 && { links }) } : [];
  });
  const linked = new Set(menu.flatMap(({ to, links = [] }) => [to, ...links.map((link) => link.to)]));
  const brands = site.seedBrands.map(({ name, address }) => ({ label: name, to: brandPath(address) }));
  const own = pages
    .listShown()
    .filter(({ inMenu }) => inMenu)
    .map(({ title, address }) => ({ label: title, to: `/${address}` }));
  const added = [...brands, ...own].filter(({ to }) => !linked.has(to));
  if (added.length === 0) return menu;
  const last = menu.at(-1);
  if (!last?.links || last.to !== undefined) return [...menu, { label: 'More', links: added }];
  return [...menu.slice(0, -1), { ...last, links: [...last.links, ...added] }];
}

const isOpen = (link: Link): link is Link & { to: string } => link.to !== undefined;
