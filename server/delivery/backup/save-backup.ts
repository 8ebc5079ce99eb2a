import { Value } from 'typebox/value';
import { appliedMigrations } from '#server/platform/database/migrate.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { BackupError } from './backup-error.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { listFiles, partsOf } from './backup-files.ts';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupHeader,
  type BackupPart,
  BackupRow,
} from './backup-format.ts';
import { countRows, pagesOf, SAVED_TABLES } from './backup-tables.ts';
import { writeBackup } from './write-backup.ts';

/** Writes all content, from one snapshot, and the image files to a file. Throws BackupError. */
export async function saveBackup(
  database: Database,
  path: string,
  { replace, files }: { replace: boolean; files: Pick<FileStore, 'find'> },
): Promise<BackupHeader> {
  return database.read(async (db) => {
    const names = await listFiles(db, files);
    const header = { ...(await describe(db)), files: names.length };
    await writeBackup(path, { header, lines: linesOf(db, partsOf(names, files)), replace });
    return header;
  });
}

async function describe(db: DatabaseHandle): Promise<BackupHeader> {
  const rows: BackupHeader['rows'] = {};
  for (const table of SAVED_TABLES) rows[table] = await countRows(db, table);
  return {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    made: new Date().toISOString(),
    migrations: await appliedMigrations(db),
    rows,
  };
}

async function* linesOf(db: DatabaseHandle, parts: AsyncIterable<BackupPart>): AsyncGenerator<string> {
  for (const table of SAVED_TABLES) {
    for await (const rows of pagesOf(db, table)) {
      yield rows.map((row) => toLine({ table, row })).join('');
    }
  }
  for await (const part of parts) yield `${JSON.stringify(part)}\n`;
}

/** Serializes a row. Throws BackupError for a value that a restore could not read, such as a `Date`. */
function toLine(line: BackupRow): string {
  const { table } = line;
  if (!Value.Check(BackupRow, line)) {
    throw new BackupError(
      `Table ${table} contains data that can't be backed up, such as bytes or a date. Correct it, then run the backup again.`,
    );
  }
  return `${JSON.stringify(line)}\n`;
}
