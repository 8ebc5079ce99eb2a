import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { parse, stringify, type ParsedUrlQueryInput } from 'node:querystring';
import Negotiator from 'negotiator';
import { CASH_BIDS_PAGE, CSV_MEDIA_TYPE } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { CATEGORY_PARAMETER } from '#contract/pioneer.ts';

/** The path and the query of a request. */
export type Target = { path: string; query: ParsedUrlQueryInput };

const PIONEER_PAGE = '/pioneer';
export const CSV_KEY = keyWith(API.cashBids, 'format', 'csv');
/** Cache key of the standalone page of cash bids, with a header and margins. The space occurs in no path. */
export const STANDALONE_KEY = `${CASH_BIDS_PAGE} standalone`;

/**
 * Returns the cache key of a request: its path and the parameter that selects a response. Other parameters are ignored,
 * so that they add no cache entries. Two paths have two representations each, by `Accept` or `Sec-Fetch-Dest`.
 */
export function cacheKeyOf({ path, query }: Target, headers: IncomingHttpHeaders): string {
  switch (path) {
    case CASH_BIDS_PAGE:
      // A page opened in a tab. Clients that send no Sec-Fetch-Dest get the page for iframes.
      return headers['sec-fetch-dest'] === 'document' ? STANDALONE_KEY : path;
    case API.cashBids:
      return keyWith(path, 'format', query['format'] ?? preferredFormat(headers.accept));
    case API.siteTexts:
      return keyWith(path, 'ids', query['ids']);
    case PIONEER_PAGE:
      return keyWith(path, CATEGORY_PARAMETER, [query[CATEGORY_PARAMETER]].flat()[0]);
    default:
      return path;
  }
}

/** Returns the cache key of the page of Pioneer items in a category. */
export const pioneerKeyOf = (category: string) => keyWith(PIONEER_PAGE, CATEGORY_PARAMETER, category);

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
