import type { OutgoingHttpHeaders } from 'node:http';
import type { Image } from '#contract/images.ts';
import type { Site } from '#contract/site.ts';
import { FILE_POLICY, responseHeaders } from '#server/http/headers.ts';
import { prepare, type PreparedResponse } from '#server/http/response.ts';
import { manifestOf, robotsOf, sitemapOf } from './search-engines.ts';

/**
 * The content that the files depend on: `ownPages` are the paths of pages that administrators have created, and `icon` is
 * the image of the icons.
 */
type Content = {
  galleryPages: number;
  ownPages: readonly string[];
  icon: Pick<Image, 'imageUrl'> | undefined;
};
type GeneratedFile = { type: string; textOf(site: Site, content: Content): string };

const GENERATED: Readonly<Record<string, GeneratedFile>> = {
  '/robots.txt': { type: 'text/plain; charset=utf-8', textOf: robotsOf },
  '/sitemap.xml': { type: 'application/xml; charset=utf-8', textOf: sitemapOf },
  '/site.webmanifest': {
    type: 'application/manifest+json',
    textOf: (site, { icon }) => JSON.stringify(manifestOf(site, icon)),
  },
};
export const GENERATED_FILES: readonly string[] = Object.keys(GENERATED);

/** Creates a function that finds the file for a URL. Only the settings and `content` change the files. */
export function createSiteFiles(
  currentSite: () => Site,
  headers: OutgoingHttpHeaders,
  content: () => Content,
): (url: string) => PreparedResponse | undefined {
  const files = new Map<string, { site: Site; of: string; response: PreparedResponse }>();

  function create({ type, textOf }: GeneratedFile, site: Site, of: Content): PreparedResponse {
    const body = Buffer.from(textOf(site, of));
    return prepare(responseHeaders(headers, { type, policy: FILE_POLICY, cache: 'anHour' }), {
      identity: () => body,
    });
  }

  return (url) => {
    const file = Object.hasOwn(GENERATED, url) ? GENERATED[url] : undefined;
    if (!file) return undefined;
    const site = currentSite();
    const current = content();
    const of = JSON.stringify(current);
    const known = files.get(url);
    if (known?.site === site && known.of === of) return known.response;
    const response = create(file, site, current);
    files.set(url, { site, of, response });
    return response;
  };
}
