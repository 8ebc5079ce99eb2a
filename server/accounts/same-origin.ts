import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from '#server/errors.ts';

/**
 * Throws 403 for a request that another site's page has made. Browsers say where a request comes from in
 * Sec-Fetch-Site, older ones in Origin; what sends neither is no browser, and carries nobody's cookie by accident.
 */
export function checkSameOrigin(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') throw crossSite();
    return;
  }
  const { origin } = headers;
  if (origin === undefined) return;
  const host = hostOf(origin);
  // HTTP/1.0 may name no host: an origin without one is not therefore the same.
  if (host === undefined || host !== headers.host) throw crossSite();
}

const crossSite = () => new HttpError(403, 'cross-site', 'This call may only be made from the site itself.');

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
