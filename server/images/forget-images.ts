import type { Database } from '#server/database/database.ts';
import { createStores } from '#server/stores.ts';
import { imageSubject } from './save-image.ts';

/**
 * Forgets the pictures that were deleted until a moment, records it, and answers their file names: from then on they
 * cannot be brought back. A dry run only answers.
 */
export async function forgetImages(
  database: Database,
  moment: Date,
  { dryRun }: { dryRun: boolean },
): Promise<string[]> {
  const until = moment.toISOString();
  const found = await database.read((db) => createStores(db).images.listDeleted(until));
  // Mostly there are none: nobody who writes is kept waiting.
  if (dryRun || found.length === 0) return found.map(({ file_name: fileName }) => fileName);
  return database.write(async (db) => {
    const { images, changeLog } = createStores(db);
    const rows = await images.listDeleted(until);
    for (const { id, file_name: fileName, deleted_at: deletedAt } of rows) {
      await images.remove(id);
      await changeLog.append({
        author: { origin: 'clock' },
        subject: imageSubject(id),
        before: { fileName, deletedAt },
        after: null,
      });
    }
    return rows.map(({ file_name: fileName }) => fileName);
  });
}
