import { DELETED_IMAGE_LIFE_DAYS } from '#contract/images.ts';
import type { Database, DatabaseHandle } from '#server/database/database.ts';
import { databaseMadeAt } from '#server/database/migrate.ts';
import type { FileKey, Files } from '#server/files/file-store.ts';
import type { WorkFiles } from '#server/files/work-files.ts';
import { createStores } from '#server/stores.ts';
import { forgetImages } from './forget-images.ts';
import { filesOf, pictureOf } from './image-files.ts';
import { UPLOAD_LIFE_MS } from './image-service.ts';
import type { ImageRow } from './image-store.ts';
import { imageSubject } from './save-image.ts';

const HOUR_MS = 60 * 60_000;

/** Minimum ages for garbage collection, in milliseconds. */
export const SWEEP_AGES = {
  /** Files that belong to no image. Uploads expire an hour earlier, so no running save needs them. */
  unclaimed: UPLOAD_LIFE_MS + HOUR_MS,
  deleted: DELETED_IMAGE_LIFE_DAYS * 24 * HOUR_MS,
} as const;

export type SweptFile = { name: string; why: keyof typeof SWEPT_BECAUSE };

export const SWEPT_BECAUSE = {
  upload: 'upload no longer needed',
  unfinished: 'never finished',
  deleted: `image was deleted more than ${DELETED_IMAGE_LIFE_DAYS} days ago`,
  orphan: 'not used by any image',
} as const;

export type Sweep = {
  swept: SweptFile[];
  /** Number of files that belong to no image but are older than the database, and are therefore kept. */
  older: number;
};

/**
 * Removes unused files, and purges images that were deleted long ago. Several servers may run it concurrently, and
 * while images are saved. After an error, the next run removes the rest.
 */
export async function sweepFiles({
  database,
  files,
  workFiles,
  now = new Date(),
  ages = SWEEP_AGES,
  dryRun = false,
}: {
  database: Database;
  files: Files;
  workFiles: WorkFiles;
  now?: Date;
  ages?: Record<keyof typeof SWEEP_AGES, number>;
  dryRun?: boolean;
}): Promise<Sweep> {
  const unclaimedUntil = new Date(now.getTime() - ages.unclaimed);
  const deletedUntil = new Date(now.getTime() - ages.deleted);
  // List the files first: an image registered after that is among the rows read below, or its files are too young.
  const stored = await Array.fromAsync(files.list());
  const deleted = keysOf(await forgetImages(database, deletedUntil, { dryRun }));
  const { claimed, changed, madeAt } = await database.read((db) => readClaims(db, unclaimedUntil));

  /** Returns why a file is removed, or 'older' or undefined if it is kept. */
  function judge(key: FileKey, changedAt: Date): SweptFile['why'] | 'older' | undefined {
    if (deleted.has(key)) return 'deleted';
    if (claimed.has(key) || changedAt > unclaimedUntil) return undefined;
    if (key.startsWith('uploads/')) return 'upload';
    // A page that was loaded before the change may still request the replaced file.
    if (changed.has(pictureOf(key.slice('images/'.length)))) return undefined;
    // Keep files older than the database: the settings may name the wrong database.
    return changedAt < madeAt ? 'older' : 'orphan';
  }

  const sweep: Sweep = { swept: [], older: 0 };
  for (const { key, changedAt } of stored) {
    const why = judge(key, changedAt);
    if (why === 'older') sweep.older += 1;
    if (why === undefined || why === 'older') continue;
    if (!dryRun) await files.remove(key);
    sweep.swept.push({ name: key, why });
  }
  for (const { name, changedAt } of await workFiles.list()) {
    if (changedAt > unclaimedUntil) continue;
    if (!dryRun) await workFiles.remove(name);
    sweep.swept.push({ name: `unfinished/${name}`, why: 'unfinished' });
  }
  return sweep;
}

async function readClaims(db: DatabaseHandle, since: Date) {
  const { images, changeLog } = createStores(db);
  const rows = await images.listAll();
  const changed = new Set<string>();
  for (const { id, file_name: fileName } of rows) {
    const newest = await changeLog.findNewest(imageSubject(id));
    if (newest && newest.at > since.toISOString()) changed.add(fileName);
  }
  return { claimed: keysOf(rows), changed, madeAt: await databaseMadeAt(db) };
}

const keysOf = (rows: readonly ImageRow[]): ReadonlySet<string> =>
  new Set(rows.flatMap(filesOf).map((file) => `images/${file}`));
