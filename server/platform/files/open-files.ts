import type { Config } from '#server/platform/settings/config.ts';
import { openDiskFiles, type DiskFileStore } from './disk-file-store.ts';
import { createDiskFiles } from './disk-files.ts';
import type { Files, FileStore } from './file-store.ts';
import type { S3Options } from './s3-file-store.ts';

type Settings = Pick<Config, 'dataDir' | 'objectStorage'>;

/** Opens the file store. `diskFiles` is undefined for S3. Throws StartError if the store rejects its settings. */
export async function openFileStore(
  { dataDir, objectStorage }: Settings,
  options: { now: () => number } & Pick<S3Options, 'log'>,
): Promise<{ files: FileStore; diskFiles: DiskFileStore | undefined }> {
  if (objectStorage) {
    const { openS3Files } = await importS3();
    return { files: await openS3Files(objectStorage, options), diskFiles: undefined };
  }
  const diskFiles = openDiskFiles(dataDir, options.now);
  return { files: diskFiles, diskFiles };
}

/** Opens the files for commands, which sign no uploads and create no secret. Throws like `openFileStore`. */
export async function openFiles({ dataDir, objectStorage }: Settings): Promise<Files> {
  return objectStorage ? (await importS3()).openS3Files(objectStorage) : createDiskFiles(dataDir);
}

/** Imports the S3 library only if it is needed, because loading it slows the start. */
const importS3 = () => import('./s3-file-store.ts');
