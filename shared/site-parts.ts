import { withoutLastSlash } from '#contract/paths.ts';
import type { Site } from '#contract/site.ts';

/** Parts of the website that the cooperative may do without. */
export type Parts = Site['parts'];
export type Part = keyof Parts;

/** Part to which a page or, after `#`, a section of the products page belongs. All others are always shown. */
const PART_OF: ReadonlyMap<string, Part> = new Map([
  ['/gallery', 'gallery'],
  ['/store', 'merchandise'],
  ['/weather', 'weather'],
  ['/weather-overview', 'weather'],
  ['/weather-detail', 'weather'],
  ['/products#fertHeader', 'fertilizer'],
  ['/products#fuelHeader', 'fuel'],
]);

/** Returns false if an address of the website, such as that of a link, belongs to a part that is switched off. */
export function isShown(parts: Parts, address: string): boolean {
  const hash = address.replace(/^[^#]*/, '');
  const path = withoutLastSlash(address.replace(/[?#].*$/, ''));
  const part = PART_OF.get(path) ?? PART_OF.get(path + hash);
  return part === undefined || parts[part];
}

/** Returns the menu without links to parts that are switched off, and without entries that then lead nowhere. */
export function shownMenu(entries: Site['navigation'], parts: Parts): Site['navigation'] {
  return entries.flatMap(({ label, to, links = [] }) => {
    const shown = links.filter((link) => isShown(parts, link.to));
    const own = to !== undefined && isShown(parts, to) ? { to } : {};
    if (!('to' in own) && shown.length === 0) return [];
    return [{ label, ...own, ...(shown.length > 0 && { links: shown }) }];
  });
}
