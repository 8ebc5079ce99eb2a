import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import { brandPath, PIONEER_PAGE } from '#contract/seed-brands.ts';
import type { PublicSite } from '#shared/page-content.ts';
import { isShown } from '#shared/site-parts.ts';

const PAGES = [
  ...(['/', '/about-us', '/contact-us', '/products', '/gallery', '/store', '/weather'] as const),
  ...([PIONEER_PAGE, CASH_BIDS_PAGE, PRICE_SHEET_PAGE] as const),
];

/** Returns the pages to choose from, with their names. */
export const previewPages = (site: PublicSite): { path: string; name: string }[] => [
  ...PAGES.filter((path) => isShown(site, path)).map((path) => ({
    path,
    name: path === '/' ? 'Home' : site.titles[path],
  })),
  ...site.seedBrands.map(({ address, name }) => ({ path: brandPath(address), name })),
];

/** Pages that show a section best, and the element on them. All others are best on the home page. */
const PLACES: Readonly<Record<string, string>> = {
  'about-us-page': '/about-us',
  'contact-us-information': '/contact-us',
  'operating-hours': '/contact-us',
  fertilizer: '/products#fertHeader',
  'other-fertilizer': '/products#fertHeader',
  fuel: '/products#fuelHeader',
  'image-uploading': '/gallery',
  'employee-section': '/about-us',
  'pioneer-items': PIONEER_PAGE,
  'products-page': '/products',
  'special-days': '/contact-us',
  locations: '/contact-us',
  'cash-bids': CASH_BIDS_PAGE,
  'seed-brands': PIONEER_PAGE,
};

export const placeOf = (section = ''): string => PLACES[section] ?? '/';
