import type { Image } from '#contract/images.ts';
import type { Site } from '#contract/site.ts';
import { FILE_POLICY, responseHeaders } from '#server/http/headers.ts';
import { prepare, type PreparedResponse } from '#server/http/response.ts';
import { keepLatest } from '#server/platform/keep-latest.ts';
import { manifestOf, robotsOf, sitemapOf, todayManifestOf } from './search-engines.ts';

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
  '/today.webmanifest': {
    type: 'application/manifest+json',
    textOf: (site, { icon }) => JSON.stringify(todayManifestOf(site, icon)),
  },
};
export const GENERATED_FILES: readonly string[] = Object.keys(GENERATED);

/** Creates a function that finds the file for a URL. Only the settings and `content` change the files. */
export function createSiteFiles(
  currentSite: () => Site,
  content: () => Content,
): (url: string) => PreparedResponse | undefined {
  const prepared = Object.entries(GENERATED).map(([url, { type, textOf }]) => {
    const responseOf = keepLatest((site: Site, of: string) => {
      const body = Buffer.from(textOf(site, JSON.parse(of) as Content));
      return prepare(responseHeaders({ type, policy: FILE_POLICY, cache: 'anHour' }), {
        identity: () => body,
      });
    });
    return [url, () => responseOf(currentSite(), JSON.stringify(content()))] as const;
  });
  const files = new Map(prepared);
  return (url) => files.get(url)?.();
}
