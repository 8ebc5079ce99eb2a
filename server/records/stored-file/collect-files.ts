import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseCreatedAt } from '#server/platform/database/migrate.ts';
import { createChecksumStore } from '#server/platform/files/checksums.ts';
import type { FileKey, Files } from '#server/platform/files/file-store.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { ReadRow } from '#server/records/content/part-reader.ts';
import type { FileKind } from './file-kind.ts';
import { wasDeletedBy, type FileNoun, type FileRow } from './file-rows.ts';

type CollectedKind<Row extends FileRow> = FileKind<FileNoun, Row, unknown, unknown>;

export type CollectionParts = {
  database: Database;
  files: Pick<Files, 'remove'>;
  /** Listed first: a row registered after that is among the rows, or its files are too young. */
  stored: readonly { key: FileKey; changedAt: Date }[];
  /** Rows deleted until then are purged. */
  deletedUntil: Date;
  /** Files that belong to no row are removed if they have not changed since. */
  unclaimedUntil: Date;
  dryRun: boolean;
};

/** Purges rows that were deleted long ago, and removes their files and those that no row uses. */
export async function collectFiles<Row extends FileRow>(
  kind: CollectedKind<Row>,
  { database, files, stored, dryRun, ...times }: CollectionParts,
): Promise<{ swept: { name: string; why: 'deleted' | 'orphan' }[]; older: number }> {
  const purged = await purgeDeleted(kind, { database, moment: times.deletedUntil, dryRun });
  const deleted: ReadonlySet<string> = new Set(purged.flatMap(kind.keysOf));
  const { claimed, databaseCreated } = await database.read(async (db) => ({
    claimed: await listClaims(kind, db, times.deletedUntil),
    databaseCreated: await databaseCreatedAt(db),
  }));
  const swept: { name: string; why: 'deleted' | 'orphan' }[] = [];
  let older = 0;
  for (const { key, changedAt } of stored) {
    if (!key.startsWith(`${kind.noun}s/`)) continue;
    const isDeleted = deleted.has(key);
    const isYoung = changedAt > times.unclaimedUntil;
    if (!isDeleted && (claimed.has(key) || isYoung)) continue;
    // Keep files older than the database: the settings may name the wrong database.
    if (!isDeleted && changedAt < databaseCreated) {
      older += 1;
      continue;
    }
    if (!dryRun) await files.remove(key);
    swept.push({ name: key, why: isDeleted ? 'deleted' : 'orphan' });
  }
  if (!dryRun && swept.length > 0) {
    await database.writeAside((db) => createChecksumStore(db).remove(swept.map(({ name }) => name)));
  }
  return { swept, older };
}

/**
 * Lists the files of all rows, also of deleted ones, and of those replaced since then, because those can be restored as
 * long; and whether a row needs it. Without `read`, throws for an unreadable row, which may have files.
 */
export async function listClaims<Row extends FileRow>(
  kind: CollectedKind<Row>,
  db: DatabaseHandle,
  replacedSince: Date,
  read?: ReadRow,
): Promise<Map<FileKey, boolean>> {
  const rows = await kind.rows(db).listAll(read);
  const known = new Map(rows.map((row) => [`${kind.noun}:${row.id}`, row]));
  const changeLog = createChangeLogStore(db);
  const logged = await changeLog.listBeforeAfter(`${kind.noun}:`, replacedSince.toISOString());
  const replaced = logged.flatMap(({ subject, before }) => {
    const row = known.get(subject);
    return row ? { ...row, ...(before as Partial<Row> | null) } : [];
  });
  const needed = new Set(rows.flatMap(kind.neededKeysOf ?? kind.keysOf));
  return new Map([...rows, ...replaced].flatMap(kind.keysOf).map((key) => [key, needed.has(key)]));
}

/** Purges rows deleted at or before `moment`, and returns them. A dry run only returns them. */
async function purgeDeleted<Row extends FileRow>(
  kind: CollectedKind<Row>,
  { database, moment, dryRun }: { database: Database; moment: Date; dryRun: boolean },
): Promise<Row[]> {
  const find = async (db: DatabaseHandle) =>
    (await kind.rows(db).listDeleted()).filter((row) => wasDeletedBy(row, moment));
  const found = await database.read(find);
  // Skip the write transaction if there are none, so that other writers do not wait.
  if (dryRun || found.length === 0) return found;
  return database.write(async (db) => {
    const rows = await find(db);
    for (const row of rows) {
      await kind.rows(db).remove(row.id);
      await createChangeLogStore(db).append({
        author: { origin: 'clock' },
        subject: `${kind.noun}:${row.id}`,
        before: kind.purged(row),
        after: null,
      });
    }
    return rows;
  });
}
