import type { Site } from '#contract/site.ts';
import { keepLatest } from '#server/platform/keep-latest.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Content } from './domains.ts';

/** Ids of images and documents end in 16 random characters. */
const FILE_ID = /[\w-]{16,}/g;

/**
 * Creates a function that returns the ids of the files that visitors can see on pages or open from them: in blocks and
 * links of pages that are not hidden, at locations, of employees, and in the settings. They are found once per change.
 */
export function createShownFiles(
  content: Pick<ContentCache<Content>, 'snapshot'>,
  site: () => Site,
): () => ReadonlySet<string> {
  const idsIn = keepLatest(
    (
      pages: Content['ownPages'],
      locations: Content['locations'],
      employees: Content['employees'],
      settings: Site,
    ): ReadonlySet<string> => {
      const shown = pages.inOrder.filter(({ hidden }) => !hidden).map(({ blocks }) => blocks);
      const photos = employees.map(({ imageId }) => imageId);
      return new Set(JSON.stringify([shown, locations, photos, settings]).match(FILE_ID));
    },
  );
  return () => {
    const { ownPages, locations, employees } = content.snapshot();
    return idsIn(ownPages, locations, employees, site());
  };
}
