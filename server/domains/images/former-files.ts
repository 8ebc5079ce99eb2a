import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { FileContent } from '#server/records/stored-file/file-rows.ts';
import { filesOf, type StoredImage } from './image-files.ts';

/** Time for which open pages can load the files that they name after these were replaced. */
const GRACE_MS = 5 * 60_000;

/**
 * Creates a function that returns true for a file that was replaced minutes ago. It follows the content, so that each
 * server knows what another one has replaced.
 */
export function createFormerFiles(
  content: Pick<ContentCache<{ images: FileContent<StoredImage> }>, 'snapshot' | 'onChange'>,
  now: () => Date,
): (file: string) => boolean {
  const ends = new Map<string, number>();
  let known = content.snapshot().images;
  content.onChange(() => {
    const { images } = content.snapshot();
    const time = now().getTime();
    for (const [file, end] of ends) if (end <= time) ends.delete(file);
    for (const [id, before] of known.byId) {
      const after = images.byId.get(id);
      if (!after || (after.revision === before.revision && after.crop === before.crop)) continue;
      for (const file of filesOf(before)) ends.set(file, time + GRACE_MS);
    }
    known = images;
  }, 'images');
  return (file) => (ends.get(file) ?? 0) > now().getTime();
}
