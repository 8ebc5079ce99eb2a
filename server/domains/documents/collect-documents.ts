import { counted } from '#contract/text.ts';
import type { Database } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/database-time.ts';
import { databaseCreatedAt } from '#server/platform/database/migrate.ts';
import { UPLOAD_LIFE_MS, type Files } from '#server/platform/files/file-store.ts';
import { documentSubject, undeleteCutoff, type LoggedDocument } from './change-document.ts';
import { fileKeyOf } from './document-files.ts';
import { documentStores, type StoredDocument } from './document-store.ts';

/** Minimum age of a file that belongs to no document. Uploads expire an hour earlier, so no running save needs it. */
const UNCLAIMED_MS = UPLOAD_LIFE_MS + 60 * 60_000;

export const documentReasons = ({ deletedImageDays }: { deletedImageDays: number }) => ({
  deleted: `document was deleted more than ${counted(deletedImageDays, 'day')} ago`,
  orphan: 'not used by any document',
});

export type DocumentCollection = {
  swept: { name: string; why: keyof ReturnType<typeof documentReasons> }[];
  /** Number of files that belong to no document but are older than the database, and are therefore kept. */
  older: number;
};

/**
 * Purges documents that were deleted long ago, and removes their files and those that no document uses. Like
 * `collectGarbage`, which removes expired uploads.
 */
export async function collectDocuments({
  database,
  files,
  deletedImageDays,
  now,
  dryRun = false,
}: {
  database: Database;
  files: Pick<Files, 'list' | 'remove'>;
  deletedImageDays: number;
  /** The database's time by default. */
  now?: Date | undefined;
  dryRun?: boolean;
}): Promise<DocumentCollection> {
  const time = now ?? (await database.read((db) => databaseTime(db)));
  const unclaimedUntil = new Date(time.getTime() - UNCLAIMED_MS);
  const deletedUntil = undeleteCutoff({ now: time, deletedImageDays });
  // List the files first: a document registered after that is among the rows read below, or its file is too young.
  const stored = await Array.fromAsync(files.list('documents'));
  const deleted = keysOf(await purgeDeleted(database, deletedUntil, { dryRun }));
  const { claimed, databaseCreated } = await database.read(async (db) => {
    const { documents, changeLog } = documentStores(db);
    const rows = await documents.listAll();
    const known = new Set(rows.map(({ id }) => documentSubject(id)));
    // Replaced files can be restored as long as deleted documents.
    const replaced = (
      await changeLog.listBeforeAfter(documentSubject(''), deletedUntil.toISOString())
    ).flatMap(({ subject, before }) => {
      const { name, revision } = (before ?? {}) as LoggedDocument;
      return name !== undefined && revision !== undefined && known.has(subject) ? [{ name, revision }] : [];
    });
    return {
      claimed: new Set([...keysOf(rows), ...keysOf(replaced)]),
      databaseCreated: await databaseCreatedAt(db),
    };
  });
  const result: DocumentCollection = { swept: [], older: 0 };
  for (const { key, changedAt } of stored) {
    const isDeleted = deleted.has(key);
    if (!isDeleted && (claimed.has(key) || changedAt > unclaimedUntil)) continue;
    // Keep files older than the database: the settings may name the wrong database.
    if (!isDeleted && changedAt < databaseCreated) {
      result.older += 1;
      continue;
    }
    if (!dryRun) await files.remove(key);
    result.swept.push({ name: key, why: isDeleted ? 'deleted' : 'orphan' });
  }
  return result;
}

/** Purges documents deleted at or before `moment`, and returns them. A dry run only returns them. */
async function purgeDeleted(
  database: Database,
  moment: Date,
  { dryRun }: { dryRun: boolean },
): Promise<StoredDocument[]> {
  const found = await database.read((db) => documentStores(db).documents.listDeletedUntil(moment));
  // Skip the write transaction if there are none, so that other writers do not wait.
  if (dryRun || found.length === 0) return found;
  return database.write(async (db) => {
    const { documents, changeLog } = documentStores(db);
    const rows = await documents.listDeletedUntil(moment);
    for (const { id, name, title, deletedAt } of rows) {
      await documents.remove(id);
      await changeLog.append({
        author: { origin: 'clock' },
        subject: documentSubject(id),
        before: { name, title, deletedAt },
        after: null,
      });
    }
    return rows;
  });
}

const keysOf = (rows: readonly Pick<StoredDocument, 'name' | 'revision'>[]): ReadonlySet<string> =>
  new Set(rows.map(fileKeyOf));
