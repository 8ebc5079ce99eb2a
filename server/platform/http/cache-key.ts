import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { parse, stringify, type ParsedUrlQueryInput } from 'node:querystring';
import Negotiator from 'negotiator';
import { CASH_BIDS_PAGE, CSV_MEDIA_TYPE, PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import { GALLERY_PAGE, IMAGE_TYPE, PAGE_PARAMETER } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { CATEGORY_PARAMETER } from '#contract/pioneer.ts';
import { PIONEER_PAGE, SEED_FOLDER } from '#contract/seed-brands.ts';
import { SITE_TEXT_IDS_PATTERN, SITE_TEXTS } from '#contract/site-text.ts';
import { HISTORY_DAYS, type HistoryDays } from '#shared/bid-history.ts';

/** The path and the query of a request. */
export type Target = { path: string; query: ParsedUrlQueryInput };

/** Paths of the editor of each page, which have one response. */
const EDITOR_PAGES = '/admin/pages/';
export const CSV_KEY = keyWith(API.cashBids, 'format', 'csv');
const JSON_KEY = keyWith(API.cashBids, 'format', 'json');
/** Cache key of the standalone page of cash bids, with a header and margins. The space occurs in no path. */
export const STANDALONE_KEY = `${CASH_BIDS_PAGE} standalone`;

/**
 * Returns the cache key of a request: its path and the parameter that selects a response. Other parameters are ignored,
 * so that they add no cache entries. Two paths have two representations each, by `Accept` or `Sec-Fetch-Dest`. Returns
 * undefined for a response that is not worth caching.
 */
export function cacheKeyOf({ path, query }: Target, headers: IncomingHttpHeaders): string | undefined {
  switch (path) {
    case CASH_BIDS_PAGE:
      // A page opened in a tab. Clients that send no Sec-Fetch-Dest get the page for iframes.
      return historyKeyOf(headers['sec-fetch-dest'] === 'document' ? STANDALONE_KEY : path, query);
    case PRICE_SHEET_PAGE:
      // Prices of a past minute.
      return query['at'] === undefined ? path : undefined;
    case API.cashBids:
      return bidsKey(query['format'] ?? preferredFormat(headers.accept));
    case API.siteTexts:
      return siteTextsKey(query['ids']);
    case PIONEER_PAGE:
      return cropKeyOf(path, query);
    case GALLERY_PAGE: {
      const page = [query[PAGE_PARAMETER]].flat()[0];
      return page === '1' ? path : keyWith(path, PAGE_PARAMETER, page);
    }
    case `${API.images}/${IMAGE_TYPE.gallery}`:
    case `${API.images}/${IMAGE_TYPE.product}`:
      return keyWith(path, PAGE_PARAMETER, query[PAGE_PARAMETER]);
    default:
      if (path.startsWith(SEED_FOLDER)) return cropKeyOf(path, query);
      return path.startsWith(EDITOR_PAGES) ? EDITOR_PAGES.slice(0, -1) : path;
  }
}

/** Returns the key of cash bids with the price history of a bid, if the query names one. */
function historyKeyOf(page: string, { bid, days }: ParsedUrlQueryInput): string {
  if (typeof bid !== 'string') return page;
  const known = HISTORY_DAYS.find((each) => String(each) === days) ?? HISTORY_DAYS[0];
  return `${page}?${stringify({ bid, days: known })}`;
}

/** Returns the page of cash bids, and the bid and days of the history on it, of a key from `cacheKeyOf`. */
export function readHistoryKey(key: string): { page: string; bid?: string; days: HistoryDays } {
  const [page = '', query] = key.split('?');
  const { bid, days } = parse(query ?? '');
  return { page, ...(typeof bid === 'string' && { bid }), days: Number(days) as HistoryDays };
}

const bidsKey = (format: ParsedUrlQueryInput[string]) =>
  format === 'json' ? JSON_KEY : keyWith(API.cashBids, 'format', format);

/** Keys of site texts by `ids`, of which clients send few. Bounded, because a client could always send new ones. */
const knownSiteTextKeys = new Map<string, string>();
const KNOWN_SITE_TEXT_KEYS_MAX = 100;

function siteTextsKey(ids: ParsedUrlQueryInput[string]): string | undefined {
  if (typeof ids !== 'string') return undefined;
  const known = knownSiteTextKeys.get(ids);
  if (known !== undefined) return known;
  const key = SITE_TEXT_IDS.test(ids) ? keyOfIds(ids.split(',').map(Number)) : undefined;
  if (key !== undefined && knownSiteTextKeys.size < KNOWN_SITE_TEXT_KEYS_MAX) knownSiteTextKeys.set(ids, key);
  return key;
}

const SITE_TEXT_IDS = new RegExp(SITE_TEXT_IDS_PATTERN);
const KNOWN_IDS: ReadonlySet<number> = new Set(SITE_TEXTS.map(({ id }) => id));

/**
 * Returns the key of the known ids, or undefined if they are not in ascending order. The response has the order of the
 * request, so that each of the many other orders would need a separate entry.
 */
function keyOfIds(ids: readonly number[]): string | undefined {
  const known = [...new Set(ids)].filter((id) => KNOWN_IDS.has(id));
  const isAscending = known.every((id, at) => at === 0 || id > (known[at - 1] ?? 0));
  // The space occurs in no path.
  return isAscending ? `${API.siteTexts} ${known.join()}` : undefined;
}

/** Returns the cache key of the page of a seed brand with the crop that the query chooses. */
export const cropKeyOf = (page: string, query: ParsedUrlQueryInput) =>
  keyWith(page, CATEGORY_PARAMETER, [query[CATEGORY_PARAMETER]].flat()[0]);

/** Cache key of all pages of the gallery that do not exist. */
export const MISSING_GALLERY_PAGE = keyWith(GALLERY_PAGE, PAGE_PARAMETER, '0');

/** Parsed URLs with a query, of which the site's pages send few. Bounded, because a client could always send new ones. */
const knownTargets = new Map<string, Target>();
const KNOWN_TARGETS_MAX = 100;

export function targetOf(url: string): Target {
  const end = url.indexOf('?');
  if (end === -1) return { path: url, query: {} };
  const known = knownTargets.get(url);
  if (known) return known;
  // Parse all parameters, as Fastify does.
  const target = { path: url.slice(0, end), query: parse(url.slice(end + 1), '&', '=', { maxKeys: 0 }) };
  if (knownTargets.size < KNOWN_TARGETS_MAX) knownTargets.set(url, target);
  return target;
}

/** Returns the target of a request to a route, without percent-encoded letters in the path. */
export function routeTargetOf({ routeOptions, params, query }: FastifyRequest): Target {
  const values = params as Readonly<Record<string, string>>;
  const path = (routeOptions.url ?? '').replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '');
  return { path, query: query as ParsedUrlQueryInput };
}

/** Gives a repeated parameter, whose value is an array, another key than any single value. */
function keyWith(path: string, name: string, value: ParsedUrlQueryInput[string]): string {
  return value === undefined ? path : `${path}?${stringify({ [name]: value })}`;
}

/** Returns `csv` if `Accept` names CSV explicitly and prefers it to JSON. */
function preferredFormat(accept: string | undefined): 'csv' | 'json' {
  if (!accept?.includes(CSV_MEDIA_TYPE)) return 'json';
  const types = new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes();
  const preferred = types.find((type) => type === CSV_MEDIA_TYPE || type === 'application/json');
  return preferred === CSV_MEDIA_TYPE ? 'csv' : 'json';
}
