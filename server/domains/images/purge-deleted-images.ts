import type { Database } from '#server/platform/database/database.ts';
import { imageStores, type StoredImage } from './image-store.ts';
import { imageSubject } from './save-image.ts';

/** Purges images deleted at or before `moment`, and returns them. A dry run only returns them. */
export async function purgeDeletedImages(
  database: Database,
  moment: Date,
  { dryRun }: { dryRun: boolean },
): Promise<StoredImage[]> {
  const found = await database.read((db) => imageStores(db).images.listDeletedUntil(moment));
  // Skip the write transaction if there are none, so that other writers do not wait.
  if (dryRun || found.length === 0) return found;
  return database.write(async (db) => {
    const { images, changeLog } = imageStores(db);
    const rows = await images.listDeletedUntil(moment);
    for (const { id, fileName, deletedAt } of rows) {
      await images.remove(id);
      await changeLog.append({
        author: { origin: 'clock' },
        subject: imageSubject(id),
        before: { fileName, deletedAt },
        after: null,
      });
    }
    return rows;
  });
}
