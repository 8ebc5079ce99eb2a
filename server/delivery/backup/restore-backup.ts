import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { migrateTo, migrateToLatest, unknownMigrations } from '#server/platform/database/migrate.ts';
import { openScratchDatabase } from '#server/platform/database/sqlite.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import { BackupError, damaged } from './backup-error.ts';
import {
  countRows,
  emptyTables,
  insertRows,
  EXCLUDED_TABLES,
  PAGE_ROWS,
  pagesOf,
  SAVED_TABLES,
  type Row,
} from './backup-tables.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { createPartChecker, restoreFiles } from './backup-files.ts';
import type { BackupLine, BackupRow } from './backup-format.ts';
import { openBackup } from './read-backup.ts';

/** Validated backup, migrated to the current tables in a scratch database. */
export type LoadedBackup = AsyncDisposable & {
  made: string;
  scratch: DatabaseHandle;
  restoreFiles(files: Pick<FileStore, 'save'>): Promise<void>;
};

/** Gap in the version numbers, because open browsers may hold versions that were assigned after the backup. */
const SKIPPED_VERSIONS = 1000;

/** Loads a backup into a scratch database and migrates it there. Throws BackupError if it is damaged or newer. */
export async function loadBackup(path: string): Promise<LoadedBackup> {
  await using cleanup = new AsyncDisposableStack();
  const backup = cleanup.use(await openBackup(path));
  const { made, migrations, rows, files = 0 } = backup.header;
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
  const parts = createPartChecker();
  /** Yields the rows. Checks the files, which follow them, without yielding them. */
  async function* rowsOf(lines: AsyncIterable<BackupLine>): AsyncGenerator<BackupRow> {
    for await (const line of lines) {
      if ('table' in line) yield line;
      else if (!parts.accept(line)) throw damaged(path, 'one of its files is incomplete');
    }
  }
  await inTransaction(scratch, ['begin'], async (db) => {
    for await (const [table, page] of pagesByTable(rowsOf(backup.lines()))) {
      if (!wanted.includes(table)) throw damaged(path, 'it contains rows for an unlisted table');
      await insertRows(db, table, page);
    }
    for (const table of wanted) {
      if ((await countRows(db, table)) !== rows[table]) throw damaged(path, 'some rows are missing');
    }
  });
  if (parts.count() !== files) throw damaged(path, 'some files are missing');
  await migrateToLatest(scratch);

  const done = cleanup.move();
  return {
    made,
    scratch,
    restoreFiles: (store) => restoreFiles(backup.lines(), store),
    [Symbol.asyncDispose]: () => done.disposeAsync(),
  };
}

/**
 * Saves a backup's files, replaces all content of an up-to-date database in one transaction, and ends all sessions.
 * Keeps other files. Throws BackupError if there is content and `replace` is false.
 *
 * Renumbers the restored changes, in order, above all versions of this database and of the backup, because caches and
 * open browsers may hold such versions. Logs the restore as the newest change, which running servers detect.
 */
export async function restoreBackup(
  database: Database,
  { made, scratch, restoreFiles: saveFiles }: LoadedBackup,
  { replace, files }: { replace: boolean; files: Pick<FileStore, 'save'> },
): Promise<void> {
  async function checkMayReplace(db: DatabaseHandle) {
    if (!replace && (await hasContent(db))) {
      throw new BackupError('This database already has a site. To replace all of it, add --force.');
    }
  }

  await database.read(checkMayReplace);
  // Save the files before their rows. Image names are unique, so a file can only replace itself.
  await saveFiles(files);
  await database.write(async (db) => {
    await checkMayReplace(db);
    const changeLog = createChangeLogStore(db);
    let newest =
      SKIPPED_VERSIONS + Math.max(await changeLog.version(), await createChangeLogStore(scratch).version());
    await emptyTables(db);
    for (const table of SAVED_TABLES) {
      for await (const page of pagesOf(scratch, table)) {
        const rows = table === 'change_log' ? page.map((row) => ({ ...row, version: (newest += 1) })) : page;
        await insertRows(db, table, rows);
      }
    }
    await changeLog.append(
      { author: { origin: 'restore' }, subject: 'site', before: null, after: { backup: made } },
      { above: newest },
    );
  });
}

async function hasContent(db: DatabaseHandle): Promise<boolean> {
  for (const table of SAVED_TABLES) if ((await countRows(db, table)) > 0) return true;
  return false;
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
