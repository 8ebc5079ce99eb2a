import { withoutLastSlash } from '#contract/paths.ts';
import { brandPath } from '#contract/seed-brands.ts';
import type { Site } from '#contract/site.ts';
import { mayBeOwnPage } from '#server/domains/own-pages/page-addresses.ts';
import type { OwnPageService } from '#server/domains/own-pages/own-pages.ts';

type Menu = Site['navigation'];

/** Returns the menu with the addresses that seed brands have now in place of earlier ones. */
export function followBrands(navigation: Menu, findRedirect: (path: string) => string | undefined): Menu {
  const follow = <Link extends { to?: string }>(link: Link): Link => {
    const { page, rest } = split(link.to ?? '');
    const to = findRedirect(page);
    return to === undefined ? link : { ...link, to: to + rest };
  };
  return navigation.map(({ links, ...entry }) => ({
    ...follow(entry),
    ...(links && { links: links.map(follow) }),
  }));
}

/**
 * Returns the menu of the settings with the pages of administrators. Its links lead to the current addresses of those
 * pages, and links to pages that visitors cannot open are left out. Seed brands and pages that the menu does not link are
 * added to its last group that is not a page itself, such as More, or else to a new one.
 */
export function menuOf(
  navigation: Menu,
  pages: Pick<OwnPageService, 'isShown' | 'findRedirect' | 'listShown'>,
  seedBrands: Site['seedBrands'] = [],
): Menu {
  function openPath(to: string): string | undefined {
    const { page, rest } = split(to);
    if (!mayBeOwnPage(page)) return to;
    const open = pages.isShown(page) ? page : pages.findRedirect(page);
    return open === undefined ? undefined : open + rest;
  }

  const menu = navigation.flatMap(({ label, to, links = [] }) => {
    const path = to === undefined ? undefined : openPath(to);
    const open = links.flatMap((link) => ({ ...link, to: openPath(link.to) })).filter(isOpen);
    if (path === undefined && open.length === 0) return [];
    return { label, ...(path !== undefined && { to: path }), ...(open.length > 0 && { links: open }) };
  });
  const linked = new Set(menu.flatMap(({ to, links = [] }) => [to, ...links.map((link) => link.to)]));
  const brands = seedBrands.map(({ name, address }) => ({ label: name, to: brandPath(address) }));
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

/** Returns the path of a link, and its query and fragment. */
function split(to: string): { page: string; rest: string } {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(to) ?? [];
  return { page: withoutLastSlash(path), rest };
}

const isOpen = <Link extends { to: string | undefined }>(link: Link): link is Link & { to: string } =>
  link.to !== undefined;
