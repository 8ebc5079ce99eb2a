import type { Database } from '#server/database/database.ts';
import { createStores } from '#server/stores.ts';
import type { ImageRow } from './image-store.ts';
import { imageSubject } from './save-image.ts';

/**
 * Forgets the pictures that were deleted until a moment, records it, and answers them: from then on they cannot be
 * brought back. A dry run only answers.
 */
export async function forgetImages(
  database: Database,
  moment: Date,
  { dryRun }: { dryRun: boolean },
): Promise<ImageRow[]> {
  const found = await database.read((db) => createStores(db).images.listDeletedUntil(moment));
  // Mostly there are none: nobody who writes is kept waiting.
  if (dryRun || found.length === 0) return found;
  return database.write(async (db) => {
    const { images, changeLog } = createStores(db);
    const rows = await images.listDeletedUntil(moment);
    for (const { id, file_name: fileName, deleted_at: deletedAt } of rows) {
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
