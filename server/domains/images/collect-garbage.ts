import type { Database } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/database-time.ts';
import type { FileFolder, Files } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import {
  collectFiles,
  collectionReasons,
  UNCLAIMED_MS,
  type FileCollection,
} from '#server/records/stored-file/collect-files.ts';
import { imageRules } from './save-image.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Open tabs and boards of a former release get its files for this long. */
const ASSET_LIFE_DAYS = 30;

type Settings = { deletedImageDays: number };

type GarbageAges = ReturnType<typeof garbageAges>;

/** Returns the minimum ages for garbage collection, in milliseconds. */
export const garbageAges = ({ deletedImageDays }: Settings) => ({
  unclaimed: UNCLAIMED_MS,
  /** Deleted images, and replaced files. */
  deleted: deletedImageDays * DAY_MS,
  /** Built files that no server has kept since then. */
  asset: ASSET_LIFE_DAYS * DAY_MS,
});

export type GarbageFile = GarbageCollection['swept'][number];

export const garbageReasons = (settings: Settings) => ({
  ...collectionReasons('image', settings),
  upload: 'upload no longer needed',
  unfinished: 'never finished',
  asset: `script, style, or font of a version that last ran more than ${ASSET_LIFE_DAYS} days ago`,
});

export type GarbageCollection = FileCollection<keyof ReturnType<typeof garbageReasons>>;

/**
 * Removes old uploads, temporary files, and files of former releases, and collects the files of images. Documents have
 * their own collection.
 */
export async function collectGarbage({
  tempFiles,
  now,
  ages,
  dryRun = false,
  ...parts
}: {
  database: Database;
  files: Files;
  tempFiles: TempFiles;
  /** The database's time by default. */
  now?: Date | undefined;
  ages: GarbageAges;
  dryRun?: boolean;
}): Promise<GarbageCollection> {
  const { database, files } = parts;
  const time = now ?? (await database.read((db) => databaseTime(db)));
  const before = (ms: number) => new Date(time.getTime() - ms);
  const [unclaimedUntil, deletedUntil] = [before(ages.unclaimed), before(ages.deleted)];
  const stored = await Array.fromAsync(files.list());
  const swept: GarbageFile[] = [];

  async function sweep(folder: FileFolder, until: Date, why: GarbageFile['why']): Promise<void> {
    for (const { key, changedAt } of stored) {
      if (!key.startsWith(`${folder}/`) || changedAt > until) continue;
      if (!dryRun) await files.remove(key);
      swept.push({ name: key, why });
    }
  }

  await sweep('uploads', unclaimedUntil, 'upload');
  const times = { deletedUntil, unclaimedUntil };
  const images = await collectFiles(imageRules.kind, { ...parts, ...times, stored, dryRun });
  swept.push(...images.swept);
  await sweep('assets', before(ages.asset), 'asset');
  for (const { name, changedAt } of await tempFiles.list()) {
    if (changedAt > unclaimedUntil) continue;
    if (!dryRun) await tempFiles.remove(name);
    swept.push({ name: `unfinished/${name}`, why: 'unfinished' });
  }
  return { swept, older: images.older };
}
