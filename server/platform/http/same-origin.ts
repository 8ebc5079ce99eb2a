import type { IncomingHttpHeaders } from 'node:http';
import { ForbiddenError } from '#server/platform/errors.ts';

/**
 * Throws ForbiddenError for a request from another site's page. Browsers send Sec-Fetch-Site, older ones Origin. A
 * client that sends neither is not a browser, so it does not send a user's cookie unintentionally.
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
  // An origin without a host must not match an HTTP/1.0 request without Host.
  if (host === undefined || host !== headers.host) throw crossSite();
}

const crossSite = () =>
  new ForbiddenError(
    'cross-site',
    'This request must come from the website itself. Open the website and try again.',
  );

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
