import type { IncomingHttpHeaders } from 'node:http';
import { CASH_BIDS_PAGE, CSV_MEDIA_TYPE } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';

export const CSV_ADDRESS = `${API.cashBids}?format=csv`;
/** The page of bids with a head and margins of its own, for whoever opens it outside of the home page's frame. */
export const CASH_BIDS_ALONE = `${CASH_BIDS_PAGE}#alone`;

/** Two addresses answer in two ways: the one under which what this request wants is kept. */
export function keptAddress(url: string, { accept, ...headers }: IncomingHttpHeaders): string {
  if (url === API.cashBids) return prefersCsv(accept) ? CSV_ADDRESS : url;
  if (url === CASH_BIDS_PAGE) return isOpenedAlone(headers) ? CASH_BIDS_ALONE : url;
  return url;
}

/** Browsers tell what they want a page for; what tells nothing gets the page that fits everywhere. */
export const isOpenedAlone = (headers: IncomingHttpHeaders) => headers['sec-fetch-dest'] === 'document';

/** Whether comma-separated values are asked for by name, and JSON is not, or not as much. */
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
