import type { FastifyRequest } from 'fastify';
import { parse, stringify, type ParsedUrlQueryInput } from 'node:querystring';
import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE, WALL_BOARD_PAGE } from '#contract/cash-bids.ts';
import { HARVEST_PAGE } from '#contract/harvest.ts';
import { GALLERY_PAGE, galleryPages, IMAGE_TYPE, PAGE_PARAMETER, pageNumberOf } from '#contract/images.ts';
import { withoutLastSlash } from '#contract/paths.ts';
import { CATEGORY_PARAMETER } from '#contract/pioneer.ts';
import { brandPath, PIONEER_PAGE, SEED_FOLDER } from '#contract/seed-brands.ts';
import type { Site } from '#contract/site.ts';
import type { Services } from '#server/domains/services.ts';
import { keepLatest } from '#server/platform/keep-latest.ts';
import { HISTORY_DAYS, type HistoryDays } from '#shared/bid-history.ts';
import { isShown } from '#shared/site-parts.ts';

/** Paths of the editor of each page, which have one response. */
const EDITOR_PAGES = '/admin/pages/';
/** Returns the key of a page outside of an iframe, with a header and margins. The space occurs in no path. */
export const standaloneKey = (path: string) => `${path} standalone`;
export const STANDALONE_KEY = standaloneKey(CASH_BIDS_PAGE);
/** Key of all pages of the gallery that do not exist. */
export const MISSING_GALLERY_PAGE = keyWith(GALLERY_PAGE, PAGE_PARAMETER, '0');

/**
 * Returns the key of the page that a request selects: its path and the parameter that selects a part. Other parameters
 * are ignored, so that they add no cache entries.
 */
export function pageKeyOf(path: string, query: ParsedUrlQueryInput, headers: FastifyRequest['headers']) {
  // A page that updates itself says where it is.
  const target = query['dest'] ?? headers['sec-fetch-dest'];
  const isDocument = target === 'document';
  // A page opened in a tab. Clients that send no Sec-Fetch-Dest get the bids for iframes.
  if (path === CASH_BIDS_PAGE) return historyKeyOf(isDocument ? STANDALONE_KEY : path, query);
  if (path === HARVEST_PAGE && target !== 'iframe') return standaloneKey(path);
  if (path === PIONEER_PAGE || path.startsWith(SEED_FOLDER)) return cropKeyOf(path, query);
  if (path === GALLERY_PAGE) {
    const page = first(query[PAGE_PARAMETER]);
    return page === '1' ? path : keyWith(path, PAGE_PARAMETER, page);
  }
  return path.startsWith(EDITOR_PAGES) ? EDITOR_PAGES.slice(0, -1) : path;
}

/** Cache key of all unknown paths, so that made-up URLs cannot fill the cache. */
const NOT_FOUND = '/not-found';

/** Returns the first key that exists of those that a request could select, or that of the not-found page. */
export function findPageKey(
  has: (key: string) => boolean,
  path: string,
  query: ParsedUrlQueryInput,
  headers: FastifyRequest['headers'],
): string {
  const wanted = pageKeyOf(path, query, headers);
  const isGalleryPage = path === GALLERY_PAGE && wanted !== path;
  // A bid that is not posted.
  const missingBid = pageKeyOf(path, { ...query, bid: '' }, headers);
  const keys = [wanted, ...(isGalleryPage ? [MISSING_GALLERY_PAGE] : [missingBid, path])];
  return keys.find(has) ?? NOT_FOUND;
}

/**
 * Returns the key of the page at an address, such as /products?a=b, or to which that redirects. Pages that visitors cannot
 * see have one, too.
 */
export function keyOfAddress(
  address: string,
  { ownPages, site }: Pick<Services, 'ownPages' | 'site'>,
  has: (key: string) => boolean,
): string {
  const [requested = '', query] = address.split('#', 1).join().split('?');
  const given = withoutLastSlash(requested);
  const path = has(given) ? given : (ownPages.findRedirect(given) ?? site.findRedirect(given) ?? given);
  return ownPages.isHidden(path) ? path : findPageKey(has, path, parse(query ?? ''), AS_DOCUMENT);
}

/** The header of a page that is opened in a tab. */
const AS_DOCUMENT = { 'sec-fetch-dest': 'document' };

/** Returns the key of cash bids with the price history of a bid, if the query names one. */
function historyKeyOf(page: string, { bid, days }: ParsedUrlQueryInput): string {
  if (typeof bid !== 'string') return page;
  const known = HISTORY_DAYS.find((each) => String(each) === days) ?? HISTORY_DAYS[0];
  return `${page}?${stringify({ bid, days: known })}`;
}

/** Returns the page of cash bids, and the bid and days of the history on it. */
export function readHistoryKey(key: string): { page: string; bid?: string; days: HistoryDays } {
  const [page = '', query] = key.split('?');
  const { bid, days } = parse(query ?? '');
  return { page, ...(typeof bid === 'string' && { bid }), days: Number(days) as HistoryDays };
}

/** Returns the key of the page of a seed brand with the crop that the query chooses. */
export const cropKeyOf = (page: string, query: ParsedUrlQueryInput) =>
  keyWith(page, CATEGORY_PARAMETER, first(query[CATEGORY_PARAMETER]));

const first = (value: ParsedUrlQueryInput[string]) => [value].flat()[0];

function keyWith(path: string, name: string, value: ParsedUrlQueryInput[string]): string {
  return value === undefined ? path : `${path}?${stringify({ [name]: value })}`;
}

/** Returns a function that tells whether a key is that of a page that exists. */
export function createPageCheck(services: Services, appPaths: Iterable<string>): (key: string) => boolean {
  const keysOf = keepLatest((site: Site) => pageKeys(site, appPaths));

  /** A history of any other bid has the key of an empty id, so that made-up ids cannot fill the cache. */
  function isHistory(key: string): boolean {
    const { page, bid } = readHistoryKey(key);
    if (bid === undefined || (page !== CASH_BIDS_PAGE && page !== STANDALONE_KEY)) return false;
    return bid === '' || services.cashBids.ids().includes(bid);
  }

  function hasGalleryPage(key: string): boolean {
    const [path, query] = key.split('?', 2);
    if (path !== GALLERY_PAGE || !services.site.current().parts.gallery) return false;
    const page = pageNumberOf(new URLSearchParams(query).get(PAGE_PARAMETER));
    return page > 0 && page <= galleryPages(services.images.count(IMAGE_TYPE.gallery));
  }

  return (key) =>
    keysOf(services.site.current()).has(key) ||
    services.ownPages.isShown(key) ||
    hasGalleryPage(key) ||
    isHistory(key);
}

/** Returns the cache keys of the pages that exist with these settings: those of seed brands with each crop, too. */
function pageKeys(site: Site, paths: Iterable<string>): ReadonlySet<string> {
  const seedPages = [
    { page: PIONEER_PAGE, categories: site.pioneer.categories },
    ...site.seedBrands.map(({ address, categories }) => ({ page: brandPath(address), categories })),
  ].flatMap(({ page, categories }) => [
    page,
    ...categories.map(({ id }) => cropKeyOf(page, { [CATEGORY_PARAMETER]: id })),
  ]);
  const harvest = [HARVEST_PAGE, standaloneKey(HARVEST_PAGE)];
  const standalone = [...harvest, CASH_BIDS_PAGE, STANDALONE_KEY, WALL_BOARD_PAGE, PRICE_SHEET_PAGE];
  const keys = [...paths, ...seedPages, MISSING_GALLERY_PAGE, ...standalone];
  return new Set(keys.filter((key) => isShown(site, key)));
}
