import { counted } from '#contract/text.ts';
import type { Database } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { UPLOAD_LIFE_MS, type FileFolder, type Files } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import type { StoredFiles } from '#server/records/stored-file/stored-files.ts';

const HOUR_MS = 60 * 60_000;

/** Open tabs and boards of a former release get its files for this long. */
const ASSET_LIFE_DAYS = 30;

type Settings = { deletedImageDays: number };

/** Returns the minimum ages for garbage collection, in milliseconds. */
export const garbageAges = ({ deletedImageDays }: Settings) => ({
  /** Files that belong to no row. Uploads expire an hour earlier, so no running save needs them. */
  unclaimed: UPLOAD_LIFE_MS + HOUR_MS,
  /** Deleted rows, and replaced files. */
  deleted: deletedImageDays * 24 * HOUR_MS,
  /** Built files that no server has kept since then. */
  asset: ASSET_LIFE_DAYS * 24 * HOUR_MS,
});

export type GarbageFile = { name: string; why: 'upload' | 'unfinished' | 'deleted' | 'orphan' | 'asset' };

/** Returns why a file is removed, in words. */
export function garbageReason({ name, why }: GarbageFile, { deletedImageDays }: Settings): string {
  const noun = name.slice(0, name.indexOf('/') - 1);
  const reasons: Record<GarbageFile['why'], string> = {
    upload: 'upload no longer needed',
    unfinished: 'never finished',
    deleted: `${noun} was deleted more than ${counted(deletedImageDays, 'day')} ago`,
    orphan: `not used by any ${noun}`,
    asset: `script, style, or font of a version that last ran more than ${ASSET_LIFE_DAYS} days ago`,
  };
  return reasons[why];
}

export type GarbageCollection = {
  swept: GarbageFile[];
  /** Number of files that belong to no row but are older than the database, and are therefore kept. */
  older: number;
};

/**
 * Removes unused files, and purges rows that were deleted long ago. Several servers may run it concurrently, and while
 * files are saved. After an error, the next run removes the rest. A dry run only returns them.
 */
export async function collectGarbage({
  kinds,
  tempFiles,
  now,
  ages,
  dryRun = false,
  ...parts
}: {
  kinds: readonly Pick<StoredFiles<never, never, unknown, unknown>, 'collect'>[];
  database: Database;
  files: Files;
  tempFiles: TempFiles;
  /** The database's time by default. */
  now?: Date | undefined;
  ages: ReturnType<typeof garbageAges>;
  dryRun?: boolean;
}): Promise<GarbageCollection> {
  const { database, files } = parts;
  const time = now ?? (await database.read((db) => databaseTime(db)));
  const until = (ms: number) => new Date(time.getTime() - ms);
  const unclaimedUntil = until(ages.unclaimed);
  const stored = await Array.fromAsync(files.list());
  const result: GarbageCollection = { swept: [], older: 0 };

  async function sweep(folder: FileFolder, last: Date, why: GarbageFile['why']): Promise<void> {
    for (const { key, changedAt } of stored) {
      if (!key.startsWith(`${folder}/`) || changedAt > last) continue;
      if (!dryRun) await files.remove(key);
      result.swept.push({ name: key, why });
    }
  }

  await sweep('uploads', unclaimedUntil, 'upload');
  for (const { collect } of kinds) {
    const times = { unclaimedUntil, deletedUntil: until(ages.deleted) };
    const { swept, older } = await collect({ ...parts, ...times, stored, dryRun });
    result.swept.push(...swept);
    result.older += older;
  }
  await sweep('assets', until(ages.asset), 'asset');
  for await (const { name, changedAt } of tempFiles.list()) {
    if (changedAt > unclaimedUntil) continue;
    if (!dryRun) await tempFiles.remove(name);
    result.swept.push({ name: `unfinished/${name}`, why: 'unfinished' });
  }
  return result;
}
