import { fileKeyOf } from '#server/domains/documents/document-kind.ts';
import { contentStores } from '#server/domains/domains.ts';
import { fullSizeName } from '#server/domains/images/image-files.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createSettingStore } from '#server/platform/database/setting-store.ts';
import type { DiskFileStore } from '#server/platform/files/disk-file-store.ts';

/**
 * Returns a warning if the images and documents of the database are in another server's folder, because visitors of
 * this server would miss them. Accepts another folder that has all of them, such as that of a site that was moved.
 */
export async function checkFilesFolder(
  database: Database,
  files: DiskFileStore,
  dataDir: string,
): Promise<string | undefined> {
  const { known, keys } = await database.read(async (db) => {
    const { images, documents } = contentStores(db);
    return {
      known: await createSettingStore(db).find('files-folder'),
      keys: [
        ...(await images.list()).map((image) => `images/${fullSizeName(image)}` as const),
        ...(await documents.list()).map(fileKeyOf),
      ],
    };
  });
  if (known === files.folderId) return undefined;
  const found = await Promise.all(keys.map((key) => files.find(key)));
  const isComplete = found.length > 0 && !found.includes(undefined);
  const accept = () =>
    database.write(async (db) => {
      const settings = createSettingStore(db);
      // Another server may have started at the same time.
      if ((await settings.find('files-folder')) !== known) return false;
      await settings.save('files-folder', files.folderId);
      return true;
    });
  if ((known === undefined || isComplete) && (await accept())) return undefined;
  return (
    `Warning: this database's images and documents are in the DATA_DIR of another server, not in ${dataDir}. ` +
    'Each server shows only the files in its own DATA_DIR. ' +
    'Let all servers share one DATA_DIR, or keep the files in object storage.'
  );
}
