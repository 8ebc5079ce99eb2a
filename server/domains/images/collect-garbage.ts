import { DELETED_IMAGE_LIFE_DAYS } from '#contract/images.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseCreatedAt } from '#server/platform/database/migrate.ts';
import type { FileKey, Files } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import { purgeDeletedImages } from './purge-deleted-images.ts';
import { filesOf, imageNameOf } from './image-files.ts';
import { UPLOAD_LIFE_MS } from './image-service.ts';
import { imageStores, type StoredImage } from './image-store.ts';
import { imageSubject } from './save-image.ts';

const HOUR_MS = 60 * 60_000;

/** Minimum ages for garbage collection, in milliseconds. */
export const GARBAGE_AGES = {
  /** Files that belong to no image. Uploads expire an hour earlier, so no running save needs them. */
  unclaimed: UPLOAD_LIFE_MS + HOUR_MS,
  deleted: DELETED_IMAGE_LIFE_DAYS * 24 * HOUR_MS,
} as const;

export type GarbageFile = { name: string; why: keyof typeof GARBAGE_REASONS };

export const GARBAGE_REASONS = {
  upload: 'upload no longer needed',
  unfinished: 'never finished',
  deleted: `image was deleted more than ${DELETED_IMAGE_LIFE_DAYS} days ago`,
  orphan: 'not used by any image',
} as const;

export type GarbageCollection = {
  swept: GarbageFile[];
  /** Number of files that belong to no image but are older than the database, and are therefore kept. */
  older: number;
};

/**
 * Removes unused files, and purges images that were deleted long ago. Several servers may run it concurrently, and
 * while images are saved. After an error, the next run removes the rest.
 */
export async function collectGarbage({
  database,
  files,
  tempFiles,
  now = new Date(),
  ages = GARBAGE_AGES,
  dryRun = false,
}: {
  database: Database;
  files: Files;
  tempFiles: TempFiles;
  now?: Date;
  ages?: Record<keyof typeof GARBAGE_AGES, number>;
  dryRun?: boolean;
}): Promise<GarbageCollection> {
  const unclaimedUntil = new Date(now.getTime() - ages.unclaimed);
  const deletedUntil = new Date(now.getTime() - ages.deleted);
  // List the files first: an image registered after that is among the rows read below, or its files are too young.
  const stored = await Array.fromAsync(files.list());
  const deleted = keysOf(await purgeDeletedImages(database, deletedUntil, { dryRun }));
  const { claimed, changed, databaseCreated } = await database.read((db) => readClaims(db, unclaimedUntil));

  /** Returns the reason to remove a file, or 'older' or undefined to keep it. */
  function reasonToRemove(key: FileKey, changedAt: Date): GarbageFile['why'] | 'older' | undefined {
    if (deleted.has(key)) return 'deleted';
    if (claimed.has(key) || changedAt > unclaimedUntil) return undefined;
    if (key.startsWith('uploads/')) return 'upload';
    // A page that was loaded before the change may still request the replaced file.
    if (changed.has(imageNameOf(key.slice('images/'.length)))) return undefined;
    // Keep files older than the database: the settings may name the wrong database.
    return changedAt < databaseCreated ? 'older' : 'orphan';
  }

  const result: GarbageCollection = { swept: [], older: 0 };
  for (const { key, changedAt } of stored) {
    const reason = reasonToRemove(key, changedAt);
    if (reason === 'older') result.older += 1;
    if (reason === undefined || reason === 'older') continue;
    if (!dryRun) await files.remove(key);
    result.swept.push({ name: key, why: reason });
  }
  for (const { name, changedAt } of await tempFiles.list()) {
    if (changedAt > unclaimedUntil) continue;
    if (!dryRun) await tempFiles.remove(name);
    result.swept.push({ name: `unfinished/${name}`, why: 'unfinished' });
  }
  return result;
}

async function readClaims(db: DatabaseHandle, since: Date) {
  const { images, changeLog } = imageStores(db);
  const rows = await images.listAll();
  const changed = new Set<string>();
  for (const { id, fileName } of rows) {
    const newest = await changeLog.findNewest(imageSubject(id));
    if (newest && newest.at > since.toISOString()) changed.add(fileName);
  }
  return { claimed: keysOf(rows), changed, databaseCreated: await databaseCreatedAt(db) };
}

const keysOf = (rows: readonly StoredImage[]): ReadonlySet<string> =>
  new Set(rows.flatMap(filesOf).map((file) => `images/${file}`));
