import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { orStorageFull } from '#server/platform/errors.ts';
import { checkKey, FILE_FOLDERS, isKey, type FileKey, type Files, type StoredFile } from './file-store.ts';
import { createTempFiles, orMissing } from './temp-files.ts';

export function createDiskFiles(dataDir: string): Files {
  const root = join(dataDir, 'files');
  const tempFiles = createTempFiles(dataDir);

  function pathOf(key: FileKey): string {
    checkKey(key);
    return join(root, key);
  }

  return {
    async save(key, content) {
      const path = pathOf(key);
      const partial = await tempFiles.makePath();
      await mkdir(dirname(path), { recursive: true });
      await saveDurably(path, content, { partial }).catch((error: unknown) => {
        throw orStorageFull(error);
      });
    },

    find: async (key) => findDiskFile(pathOf(key)),

    remove: async (key) => rm(pathOf(key), { force: true }),

    async *list(only) {
      for (const folder of only ? [only] : FILE_FOLDERS) {
        for (const name of (await readdir(join(root, folder)).catch(orMissing)) ?? []) {
          const key = `${folder}/${name}`;
          const found = isKey(key) && (await stat(join(root, key)).catch(orMissing));
          if (found && found.isFile()) yield { key, size: found.size, changedAt: found.mtime };
        }
      }
    },
  };
}

/** Finds a file, which is read in chunks of `chunkBytes`. */
export async function findDiskFile(path: string, chunkBytes?: number): Promise<StoredFile | undefined> {
  const found = await stat(path).catch(orMissing);
  if (!found?.isFile()) return undefined;
  return {
    size: found.size,
    etag: `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`,
    changedAt: found.mtime,
    stream: (part) => createReadStream(path, { ...part, highWaterMark: chunkBytes }),
  };
}

/** Writes a file as `partial`, and renames it once it is on the disk. */
export async function saveDurably(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  { partial, mode }: { partial: string; mode?: number },
): Promise<void> {
  try {
    {
      await using file = await open(partial, 'wx', mode);
      await file.writeFile(content);
      await file.sync();
    }
    await rename(partial, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Makes a rename in the folder survive a crash. Windows cannot sync folders and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path);
  await folder.sync();
}
