import { counted } from '#contract/text.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/database-time.ts';
import { databaseCreatedAt } from '#server/platform/database/migrate.ts';
import { UPLOAD_LIFE_MS, type FileKey, type Files } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import { purgeDeletedImages } from './purge-deleted-images.ts';
import { filesOf, imageNameOf, type NamedFiles } from './image-files.ts';
import { imageStores } from './image-store.ts';
import { imageSubject, type LoggedImage } from './save-image.ts';

const HOUR_MS = 60 * 60_000;

/** Open tabs and boards of a former release get its files for this long. */
const ASSET_LIFE_DAYS = 30;

type Settings = { deletedImageDays: number };

type GarbageAges = ReturnType<typeof garbageAges>;

/** Returns the minimum ages for garbage collection, in milliseconds. */
export const garbageAges = ({ deletedImageDays }: Settings) => ({
  /** Files that belong to no image. Uploads expire an hour earlier, so no running save needs them. */
  unclaimed: UPLOAD_LIFE_MS + HOUR_MS,
  /** Deleted images, and replaced files. */
  deleted: deletedImageDays * 24 * HOUR_MS,
  /** Built files that no server has kept since then. */
  asset: ASSET_LIFE_DAYS * 24 * HOUR_MS,
});

export type GarbageFile = { name: string; why: keyof ReturnType<typeof garbageReasons> };

export const garbageReasons = ({ deletedImageDays }: Settings) => ({
  upload: 'upload no longer needed',
  unfinished: 'never finished',
  deleted: `image was deleted more than ${counted(deletedImageDays, 'day')} ago`,
  orphan: 'not used by any image',
  asset: `script, style, or font of a version that last ran more than ${ASSET_LIFE_DAYS} days ago`,
});

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
  now,
  ages,
  dryRun = false,
}: {
  database: Database;
  files: Files;
  tempFiles: TempFiles;
  /** The database's time by default. */
  now?: Date | undefined;
  ages: GarbageAges;
  dryRun?: boolean;
}): Promise<GarbageCollection> {
  const time = now ?? (await database.read((db) => databaseTime(db)));
  const unclaimedUntil = new Date(time.getTime() - ages.unclaimed);
  const deletedUntil = new Date(time.getTime() - ages.deleted);
  const assetsUntil = new Date(time.getTime() - ages.asset);
  // List the files first: an image registered after that is among the rows read below, or its files are too young.
  const stored = await Array.fromAsync(files.list());
  const deleted = keysOf(await purgeDeletedImages(database, deletedUntil, { dryRun }));
  const { claimed, changed, databaseCreated } = await database.read((db) =>
    readClaims(db, { since: unclaimedUntil, deletedUntil }),
  );

  /** Returns the reason to remove a file, or 'older' or undefined to keep it. Documents have their own collection. */
  function reasonToRemove(key: FileKey, changedAt: Date): GarbageFile['why'] | 'older' | undefined {
    if (key.startsWith('documents/')) return undefined;
    if (key.startsWith('assets/')) return changedAt > assetsUntil ? undefined : 'asset';
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

async function readClaims(db: DatabaseHandle, { since, deletedUntil }: { since: Date; deletedUntil: Date }) {
  const { images, changeLog } = imageStores(db);
  const rows = await images.listAll();
  const known = new Set(rows.map(({ id }) => imageSubject(id)));
  // Replaced files can be restored as long as deleted images.
  const replaced = (await changeLog.listBeforeAfter(imageSubject(''), deletedUntil.toISOString())).flatMap(
    ({ subject, before }) => {
      const { fileName, revision, crop } = (before ?? {}) as LoggedImage;
      const isLogged = fileName !== undefined && revision !== undefined && crop !== undefined;
      return isLogged && known.has(subject) ? [{ fileName, revision, crop }] : [];
    },
  );
  const subjects = await changeLog.listSubjectsAfter(since.toISOString());
  const changed = rows.filter(({ id }) => subjects.has(imageSubject(id))).map(({ fileName }) => fileName);
  return {
    claimed: new Set([...keysOf(rows), ...keysOf(replaced)]),
    changed: new Set(changed),
    databaseCreated: await databaseCreatedAt(db),
  };
}

const keysOf = (rows: readonly NamedFiles[]): ReadonlySet<string> =>
  new Set(rows.flatMap(filesOf).map((file) => `images/${file}`));
