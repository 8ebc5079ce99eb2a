import { Value } from 'typebox/value';
import { appliedMigrations, migrateToLatest, unknownMigrations } from '#server/platform/database/migrate.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { openScratchDatabase } from '#server/platform/database/sqlite.ts';
import { createChecksumStore } from '#server/platform/files/checksums.ts';
import { FILE_KINDS } from '#server/domains/domains.ts';
import { currentProblems, readKnownFiles, type KnownFiles } from '#server/records/stored-file/check-files.ts';
import { BackupError } from './backup-error.ts';
import { linesOf, type BackedUpFiles, type BackupSource } from './backup-files.ts';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupEnd,
  type BackupHeader,
  BackupRow,
} from './backup-format.ts';
import { countRows, pagesOf, SAVED_TABLES } from './backup-tables.ts';
import { checkedRows, openBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

/**
 * Writes all content, from one snapshot, to a file, then the image files to the file or to `folder`. Verifies the result.
 * The copies may take hours, so they are made without a transaction. Leaves files out that are missing or damaged, and
 * returns them, unless they were purged since then. Throws BackupError.
 */
export async function saveBackup(
  database: Database,
  path: string,
  { replace, deletedImageDays, ...source }: { replace: boolean; deletedImageDays?: number } & BackupSource,
): Promise<BackupHeader & BackedUpFiles> {
  const claims = { kinds: FILE_KINDS, deletedImageDays };
  const outcome: BackedUpFiles = { files: 0, problems: [], copiedAgain: [], unrecorded: [] };

  async function* fileLines(known: KnownFiles): AsyncGenerator<string> {
    for await (const line of linesOf(known, source, outcome)) yield `${JSON.stringify(line)}\n`;
    yield `${JSON.stringify({ files: outcome.files } satisfies BackupEnd)}\n`;
  }

  const { header, known } = await writeBackup(path, {
    replace,
    async write(output) {
      const columns = await listColumns();
      const snapshot = await database.read(async (db) => {
        const described = await describe(db);
        await output.header(described);
        await output.lines(rowsOf(db, columns));
        return { header: described, known: await readKnownFiles(db, claims) };
      });
      await output.lines(fileLines(snapshot.known));
      return snapshot;
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
  // A database that only allows reads can be backed up, too.
  await database.writeAside((db) => createChecksumStore(db).save(outcome.unrecorded)).catch(() => undefined);
  const problems = await currentProblems(outcome.problems, known, { database, ...claims });
  return { ...header, ...outcome, problems };
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
