import { withoutLastSlash } from '#contract/paths.ts';
import { PIONEER_PAGE, SEED_FOLDER } from '#contract/seed-brands.ts';
import type { Site } from '#contract/site.ts';
import { findBrand } from './seed-brands.ts';

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

/** Settings that decide which pages the website has. */
export type ShownPages = Pick<Site, 'parts' | 'pioneer' | 'seedBrands'>;

/**
 * Returns false if an address of the website, such as that of a link, belongs to a part that is switched off or to a seed
 * brand that the cooperative doesn't sell.
 */
export function isShown(site: ShownPages, address: string): boolean {
  const hash = address.replace(/^[^#]*/, '');
  const path = withoutLastSlash(address.replace(/[?#].*$/, ''));
  if (path === PIONEER_PAGE) return site.pioneer.shown;
  if (path.startsWith(SEED_FOLDER)) return findBrand(site, path) !== undefined;
  const part = PART_OF.get(path) ?? PART_OF.get(path + hash);
  return part === undefined || site.parts[part];
}
