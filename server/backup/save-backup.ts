import { Value } from 'typebox/value';
import { appliedMigrations, migrateToLatest, unknownMigrations } from '#server/platform/database/migrate.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { openScratchDatabase } from '#server/platform/database/sqlite.ts';
import type { Files } from '#server/platform/files/file-store.ts';
import { BackupError } from './backup-error.ts';
import { copiesOf, listFiles, partsOf } from './backup-files.ts';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupCopy,
  type BackupEnd,
  type BackupHeader,
  type BackupPart,
  BackupRow,
} from './backup-format.ts';
import { countRows, pagesOf, SAVED_TABLES } from './backup-tables.ts';
import type { CopyFolder } from './copy-folder.ts';
import { checkedRows } from './check-lines.ts';
import { openBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

/**
 * Writes all content, from one snapshot, to a file, then the image files to the file or to `folder`. Verifies the result.
 * The copies may take hours, so they are made without a transaction. A file that is deleted since then is omitted: it is
 * of an image that could no longer be undeleted. Throws BackupError.
 */
export async function saveBackup(
  database: Database,
  path: string,
  {
    replace,
    files,
    folder,
  }: { replace: boolean; files: Pick<Files, 'find' | 'list'>; folder?: CopyFolder | undefined },
): Promise<BackupHeader & BackupEnd> {
  let header: BackupHeader | undefined;
  let count = 0;

  async function* filesOf(names: readonly string[]): AsyncGenerator<string> {
    const lines: AsyncIterable<BackupPart | BackupCopy> = folder
      ? copiesOf(names, { files, folder })
      : partsOf(names, files);
    for await (const line of lines) {
      if ('copy' in line || line.at === 0) count += 1;
      yield `${JSON.stringify(line)}\n`;
    }
    yield `${JSON.stringify({ files: count } satisfies BackupEnd)}\n`;
  }

  await writeBackup(path, {
    replace,
    async write(output) {
      const columns = await listColumns();
      const names = await database.read(async (db) => {
        header = await describe(db);
        await output.header(header);
        await output.lines(rowsOf(db, columns));
        return listFiles(db);
      });
      await output.lines(filesOf(names));
    },
    async verify(partial) {
      try {
        await using backup = await openBackup(partial);
        for await (const _row of checkedRows(backup, { path: partial }));
      } catch (error) {
        throw new BackupError(
          `${path} wasn't saved, because reading it again failed. Check the disk, then run the backup again.`,
          { cause: error },
        );
      }
    },
  });
  if (!header) throw new TypeError('The backup has no header.');
  return { ...header, files: count };
}

/** Columns by table. */
type Columns = ReadonlyMap<string, readonly string[]>;

/** Returns the columns of this version. While it replaces a newer one, the database has more. */
async function listColumns(): Promise<Columns> {
  const scratch = openScratchDatabase();
  try {
    await migrateToLatest(scratch);
    const tables = await scratch.introspection.getTables();
    return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  } finally {
    await scratch.destroy();
  }
}

async function describe(db: DatabaseHandle): Promise<BackupHeader> {
  const rows: BackupHeader['rows'] = {};
  for (const table of SAVED_TABLES) rows[table] = await countRows(db, table);
  const applied = await appliedMigrations(db);
  const newer = unknownMigrations(applied);
  return {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    made: (await databaseTime(db)).toISOString(),
    migrations: applied.filter((name) => !newer.includes(name)),
    rows,
  };
}

async function* rowsOf(db: DatabaseHandle, columns: Columns): AsyncGenerator<string> {
  for (const table of SAVED_TABLES) {
    for await (const rows of pagesOf(db, table, columns.get(table))) {
      yield rows.map((row) => toLine({ table, row })).join('');
    }
  }
}

/** Serializes a row. Throws BackupError for a value that a restore could not read, such as a `Date`. */
function toLine(line: BackupRow): string {
  const { table } = line;
  if (!Value.Check(BackupRow, line)) {
    throw new BackupError(
      `Table ${table} contains data that can't be backed up, such as bytes, a date, or a number that is too large. Run npm run admin -- check, correct it, then run the backup again.`,
    );
  }
  return `${JSON.stringify(line)}\n`;
}
