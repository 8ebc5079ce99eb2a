import type { IncomingHttpHeaders } from 'node:http';
import { CASH_BIDS_PAGE, CSV_MEDIA_TYPE } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';

export const CSV_KEY = `${API.cashBids}?format=csv`;
/** Cache key of the standalone page of cash bids, with a header and margins. */
export const STANDALONE_KEY = `${CASH_BIDS_PAGE}#alone`;

/** Returns the cache key of a request. Two paths have two representations each, by `Accept` or `Sec-Fetch-Dest`. */
export function cacheKeyOf(url: string, { accept, ...headers }: IncomingHttpHeaders): string {
  if (url === API.cashBids) return prefersCsv(accept) ? CSV_KEY : url;
  if (url === CASH_BIDS_PAGE) return isTopLevelNavigation(headers) ? STANDALONE_KEY : url;
  return url;
}

/** Returns true for a page opened in a tab. Clients that send no Sec-Fetch-Dest get the page for iframes. */
export const isTopLevelNavigation = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-dest'] === 'document';

/** Returns true if `Accept` names CSV explicitly and prefers it to JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  if (!accept?.includes(CSV_MEDIA_TYPE)) return false;
  return qualityOf(CSV_MEDIA_TYPE, accept) > qualityOf('application/json', accept);
}

function qualityOf(type: string, accept: string): number {
  for (const range of accept.split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return q === undefined ? 1 : Number(q) || 0;
  }
  return 0;
}
