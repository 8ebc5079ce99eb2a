import type { Database } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/database-time.ts';
import type { Files } from '#server/platform/files/file-store.ts';
import {
  collectFiles,
  collectionReasons,
  UNCLAIMED_MS,
  type FileCollection,
} from '#server/records/stored-file/collect-files.ts';
import { documentRules, undeleteCutoff } from './change-document.ts';

export const documentReasons = (settings: { deletedImageDays: number }) =>
  collectionReasons('document', settings);

/** Purges documents that were deleted long ago, and removes unused files. `now` is the database's time by default. */
export async function collectDocuments({
  deletedImageDays,
  now,
  dryRun = false,
  ...parts
}: {
  database: Database;
  files: Pick<Files, 'list' | 'remove'>;
  deletedImageDays: number;
  now?: Date | undefined;
  dryRun?: boolean;
}): Promise<FileCollection> {
  const time = now ?? (await parts.database.read((db) => databaseTime(db)));
  const unclaimedUntil = new Date(time.getTime() - UNCLAIMED_MS);
  const deletedUntil = undeleteCutoff({ now: time, deletedImageDays });
  const stored = await Array.fromAsync(parts.files.list('documents'));
  return collectFiles(documentRules.kind, { ...parts, stored, dryRun, deletedUntil, unclaimedUntil });
}
