import type { OutgoingHttpHeaders } from 'node:http';
import type { Site } from '#contract/site.ts';
import { responseHeaders } from '#server/platform/http/headers.ts';
import { prepareResponseFrom, type PreparedResponse } from '#server/platform/http/response.ts';
import { manifestOf, robotsOf, sitemapOf } from './search-engines.ts';

export function createSiteFiles(
  site: Site,
  headers: OutgoingHttpHeaders,
): ReadonlyMap<string, PreparedResponse> {
  const responseOf = (type: string, text: string) =>
    prepareResponseFrom({ identity: Buffer.from(text) }, responseHeaders(headers, { type, cache: 'anHour' }));
  return new Map([
    ['/robots.txt', responseOf('text/plain; charset=utf-8', robotsOf(site))],
    ['/sitemap.xml', responseOf('application/xml; charset=utf-8', sitemapOf(site))],
    ['/site.webmanifest', responseOf('application/manifest+json', JSON.stringify(manifestOf(site)))],
  ]);
}
