import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { migrateTo, migrateToLatest, unknownMigrations } from '#server/platform/database/migrate.ts';
import { findLastBackup, saveLastBackup } from '#server/platform/database/last-backup.ts';
import { openScratchDatabase } from '#server/platform/database/sqlite.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { createChangeLogStore, RESTORE_SUBJECT } from '#server/records/change-log/change-log-store.ts';
import { whileUnlocked } from '#server/records/change-log/while-unlocked.ts';
import { FILE_KINDS } from '#server/domains/domains.ts';
import { createScheduleStore, type ScheduledRow } from '#server/domains/schedule/schedule-store.ts';
import { createChecksumStore } from '#server/platform/files/checksums.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';
import { readKnownFiles } from '#server/records/stored-file/check-files.ts';
import { BackupError, damaged } from './backup-error.ts';
import {
  ACCOUNT_TABLES,
  ALL_TABLES,
  countRows,
  emptyTables,
  insertRows,
  EXCLUDED_TABLES,
  PAGE_ROWS,
  pagesOf,
  SAVED_TABLES,
  type Row,
} from './backup-tables.ts';
import { filesIn, nameOf, restoreFiles, type BackedUpFile, type RestoreTarget } from './backup-files.ts';
import { checkedRows, openBackup } from './read-backup.ts';

/** Validated backup, migrated to the current tables in a scratch database. */
type LoadedBackup = Awaited<ReturnType<typeof loadBackup>>;

type RestoreOptions = {
  replace: boolean;
  withAccounts: boolean;
  /** Called first if there is content to replace. */
  saveReplaced?: () => Promise<void>;
  deletedImageDays?: number;
};

/** Gap before the restore's version, because open browsers may hold versions that were assigned after the backup. */
const SKIPPED_VERSIONS = 1000;

/** Loads a backup into a scratch database and migrates it there. Throws BackupError if it is damaged or newer. */
export async function loadBackup(path: string) {
  await using cleanup = new AsyncDisposableStack();
  const backup = cleanup.use(await openBackup(path));
  const { made, migrations, rows } = backup.header;
  const unknown = unknownMigrations(migrations);
  if (unknown.length > 0) {
    throw new BackupError(
      `${path} was made by a newer version of Scalehouse (${unknown.join(', ')}). Restore it with that version.`,
    );
  }

  const scratch = cleanup.adopt(openScratchDatabase(), (database) => database.destroy());
  await migrateTo(scratch, migrations.at(-1) ?? '');
  const tables = await scratch.introspection.getTables();
  const known = tables.map(({ name }) => name).filter((name) => !EXCLUDED_TABLES.includes(name));
  const wanted = Object.keys(rows);
  if (wanted.some((table) => !known.includes(table))) throw damaged(path, 'it contains unknown tables');
  await inTransaction(scratch, ['begin'], async (db) => {
    for await (const [table, page] of pagesByTable(checkedRows(backup, { path }))) {
      await insertRows(db, table, page);
    }
  });
  await migrateToLatest(scratch);

  const done = cleanup.move();
  return {
    made,
    scratch,
    async restoreFiles(target: RestoreTarget, deletedImageDays: number | undefined) {
      const leftOut = new Map(await readKnownFiles(scratch, { kinds: FILE_KINDS, deletedImageDays }));
      const copied: FileKey[] = [];
      async function* allFiles(): AsyncGenerator<BackedUpFile> {
        for await (const file of filesIn(backup.lines())) {
          leftOut.delete(file.key);
          if (!file.content) copied.push(file.key);
          yield file;
        }
        for (const file of leftOut.values()) if (file.mustExist) yield file;
      }
      const found = await Array.fromAsync(restoreFiles(allFiles(), target));
      const missing = new Set(found.filter((each) => typeof each === 'string'));
      if (copied.length > 0 && copied.every((key) => missing.has(key))) {
        throw new BackupError(
          target.folder
            ? `${target.folder.path} has none of this backup's images. Check the path.`
            : "This backup's images are in a folder. To restore them, add --files and the folder.",
        );
      }
      return {
        missing: [...missing].map(nameOf),
        restored: found.filter((each) => typeof each !== 'string'),
      };
    },
    [Symbol.asyncDispose]: () => done.disposeAsync(),
  };
}

/**
 * Saves a backup's files, replaces all content of an up-to-date database in one transaction, and ends all sessions.
 * Keeps other files, second factors of people who stay, and without `withAccounts` also API tokens and administrators, if
 * there are any. Brings no token back. Throws BackupError if there is something to replace and `replace` is false. Returns
 * the names of files without an intact copy anywhere.
 *
 * Keeps the entries of the change log, and logs the restore as the newest change, which running servers detect. Its
 * version exceeds all of this database and of the backup, because caches and open browsers may hold such versions.
 */
export async function restoreBackup(
  database: Database,
  { made, scratch, restoreFiles: saveFiles }: LoadedBackup,
  { replace, withAccounts, saveReplaced, deletedImageDays, ...target }: RestoreOptions & RestoreTarget,
): Promise<{ missing: string[]; takesAccounts: boolean }> {
  let takesAccounts = withAccounts;
  const isReplaced = (table: string) => takesAccounts || !ACCOUNT_TABLES.includes(table);

  async function checkMayReplace(db: DatabaseHandle): Promise<boolean> {
    takesAccounts = withAccounts || (await countRows(db, 'admin')) === 0;
    let replaces = false;
    for (const table of SAVED_TABLES.filter(isReplaced)) replaces ||= (await countRows(db, table)) > 0;
    if (!replaces || replace) return replaces;
    throw new BackupError('This database already has a site. To replace it, add --force.');
  }

  if (await database.read(checkMayReplace)) await saveReplaced?.();
  // Save the files before their rows. Image names are unique, so a file can only replace itself.
  const { missing, restored } = await saveFiles(target, deletedImageDays);
  await database.write(async (db) => {
    await checkMayReplace(db);
    const changeLog = createChangeLogStore(db);
    const newest =
      SKIPPED_VERSIONS + Math.max(await changeLog.version(), await createChangeLogStore(scratch).version());
    // Programs need new tokens: those of the backup may have been deleted since, also in another database.
    await scratch.deleteFrom('api_token').execute();
    const lastBackup = await findLastBackup(db);
    const factors = await db.selectFrom('factor').selectAll().execute();
    const scheduled = await createScheduleStore(db).list();
    // Unlocked also while it inserts, because PostgreSQL would search the log for each of its entries.
    await whileUnlocked(db, async () => {
      await emptyTables(db, ALL_TABLES.filter(isReplaced));
      for (const table of SAVED_TABLES.filter(isReplaced)) {
        for await (const page of pagesOf(scratch, table)) await insertRows(db, table, page);
      }
    });
    const people = new Set((await db.selectFrom('admin').select('id').execute()).map(({ id }) => id));
    const kept = factors.filter((factor) => people.has(factor.admin_id));
    if (kept.length > 0) await insertRows(db, 'factor', kept);
    await createChecksumStore(db).save(restored);
    await stopScheduled(db, scheduled);
    // The backups of this database still exist, and the restored one is complete, too.
    for (const at of [lastBackup, made]) if (at !== undefined) await saveLastBackup(db, at);
    await changeLog.append(
      { author: { origin: 'restore' }, subject: RESTORE_SUBJECT, before: null, after: { backup: made } },
      { above: newest },
    );
  });
  return { missing, takesAccounts };
}

/**
 * Stops what is scheduled, in the backup and in what it replaces: it was made for other content. So nothing is published by
 * surprise, and nothing that someone has prepared is lost.
 */
async function stopScheduled(db: DatabaseHandle, replaced: readonly ScheduledRow[]): Promise<void> {
  const store = createScheduleStore(db);
  for (const row of [...(await store.list()), ...replaced])
    await store.save({ ...row, state: 'stopped', reason: 'The website was restored from a backup.' });
}

/** Groups consecutive rows of a table into pages. */
async function* pagesByTable(
  lines: AsyncIterable<{ table: string; row: Row }>,
): AsyncGenerator<[table: string, page: Row[]]> {
  let current = '';
  let page: Row[] = [];
  for await (const { table, row } of lines) {
    if (table !== current || page.length === PAGE_ROWS) {
      if (page.length > 0) yield [current, page];
      [current, page] = [table, []];
    }
    page.push(row);
  }
  if (page.length > 0) yield [current, page];
}
