import type { Config } from '#server/config.ts';
import { openDiskFiles, type DiskFileStore } from './disk-file-store.ts';
import { createDiskFiles } from './disk-files.ts';
import type { Files, FileStore } from './file-store.ts';

type Settings = Pick<Config, 'dataDir' | 'objectStorage'>;

/**
 * Opens the store of the settings, with uploads; `diskFiles` is the same, where they arrive at this server. Throws
 * StartError when a store refuses its settings.
 */
export async function openFileStore(
  { dataDir, objectStorage }: Settings,
  now: () => number,
): Promise<{ files: FileStore; diskFiles: DiskFileStore | undefined }> {
  if (objectStorage) {
    const { openS3Files } = await importS3();
    return { files: await openS3Files(objectStorage, { now }), diskFiles: undefined };
  }
  const diskFiles = openDiskFiles(dataDir, now);
  return { files: diskFiles, diskFiles };
}

/** The files of the settings for commands, which sign nothing and make no secret. Throws as openFileStore does. */
export async function openFiles({ dataDir, objectStorage }: Settings): Promise<Files> {
  return objectStorage ? (await importS3()).openS3Files(objectStorage) : createDiskFiles(dataDir);
}

/** The library is loaded only where it is used: it costs the start of everybody else. */
const importS3 = () => import('./s3-file-store.ts');
