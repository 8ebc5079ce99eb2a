import { existsSync } from 'node:fs';
import { pagesOf } from '#server/backup/backup-tables.ts';
import { CONTENT_PARTS, FILE_KINDS } from '#server/domains/domains.ts';
import type { FileRow, FileRows } from '#server/records/stored-file/file-rows.ts';
import { isClockChecks } from '#server/records/garbage/steady-clock.ts';
import { MARK } from '#server/domains/past-prices/price-changes.ts';
import { createChangeLogStore, entryId } from '#server/records/change-log/change-log-store.ts';
import { createRowReader, type RowReader } from '#server/records/content/part-reader.ts';
import {
  DatabaseUnavailableError,
  type Database,
  type DatabaseHandle,
} from '#server/platform/database/database.ts';
import { findDamage } from '#server/platform/database/integrity-check.ts';
import { databaseFile } from '#server/platform/database/open-database.ts';
import { checkRow, isAny, parseStored } from '#server/platform/database/stored-values.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { checkFiles, sentenceOf } from '#server/records/stored-file/check-files.ts';
import { CommandError, printSome, REPAIR, type Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';

export const checkCommand: Command = {
  usage: '',
  summary: 'check the database for damage and unreadable rows, and all files; changes nothing',
  async run({ config, print }) {
    const file = databaseFile(config.dataDir);
    const damage = !config.databaseUrl && existsSync(file) ? findDamage(file) : undefined;
    if (damage) print(`The database file is damaged: ${damage}.`);
    // The other checks would only fail on the damaged pages.
    if (damage) throw new CommandError('Restore the newest backup: see docs/operating.md.');
    await using database = await openSiteDatabase(config);
    const { rows, newest } = await findProblems(database);
    printSome(print, rows);
    const { deletedImageDays } = config;
    const parts = { database, files: await openFiles(config), kinds: FILE_KINDS, deletedImageDays };
    const problems = await checkFiles(parts);
    printSome(print, problems.map(sentenceOf));
    const advice = [...(rows.length > 0 ? [ADVICE] : []), ...(problems.length > 0 ? [REPAIR] : [])];
    if (advice.length > 0) throw new CommandError(advice.join(' '));
    print(
      `No problems found. ${newest?.version ? `The newest change is ${entryId(newest)}` : 'There are no changes'}.`,
    );
  },
};

const ADVICE =
  'Visitors see what was last readable. Type what is missing in the editor and save it, which replaces the row. If that does not help, restore a backup.';

/** Reads all rows as the server does. `rows` has a sentence for each that it cannot read. */
async function findProblems(database: Database) {
  const { reader, unreadable } = createRowReader();
  const failures: string[] = [];

  /** Reads in a separate transaction, because PostgreSQL ends one after an error. */
  async function read<Result>(name: string, work: (db: DatabaseHandle) => Promise<Result>) {
    try {
      return await database.read(work);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      failures.push(`${name} can't be read: ${(error as Error).message}.`);
      return undefined;
    }
  }

  for (const part of CONTENT_PARTS) {
    await read(`The content of ${part.subjects.join(', ')}`, (db) => part.read(db, reader));
  }
  // The content has no deleted images and documents.
  for (const { kind, subjectOf } of FILE_KINDS) {
    const rows = (db: DatabaseHandle): Pick<FileRows<FileRow>, 'listAll'> => kind.rows(db);
    await read(`Table ${kind.noun}`, (db) => rows(db).listAll(reader(kind.noun, (id) => [subjectOf(id)])));
  }
  for (const [table, columns] of Object.entries(OTHER_TABLES)) {
    await read(`Table ${table}`, (db) => readTable(db, reader, { table, columns }));
  }
  await read('Table price_change', (db) => readPriceChanges(db, reader));
  const newest = await read('The change log', (db) => createChangeLogStore(db).last());
  const rows = unreadable.map(({ table, key, reason }) => `Row ${key} of table ${table}: ${reason}.`);
  return { rows: [...new Set([...failures, ...rows])], newest };
}

type TableColumns = Readonly<Record<string, 'text' | 'number' | 'json'>>;

/** Columns of tables that are not content, their key first. */
const OTHER_TABLES: Readonly<Record<string, TableColumns>> = {
  admin: { id: 'text', username: 'text', username_key: 'text', password: 'text', created_at: 'text' },
  api_token: { id: 'text', name: 'text', created_by: 'text', scope: 'text', expires_at: 'text' },
  setting: { name: 'text', value: 'text' },
  change_log: { version: 'number', before: 'json', after: 'json' },
};

async function readTable(
  db: DatabaseHandle,
  reader: RowReader,
  { table, columns }: { table: string; columns: TableColumns },
): Promise<void> {
  const readRow = reader(table, () => ['']);
  const [key = ''] = Object.keys(columns);
  for await (const page of pagesOf(db, table, Object.keys(columns))) {
    for (const row of page) {
      readRow(row[key] ?? '', () => {
        for (const [column, kind] of Object.entries(columns)) {
          if (kind === 'json') parseStored(column, row[column], isAny);
          else checkRow({ [column]: row[column] }, { [column]: kind });
        }
        if (row['name'] === 'clock-checks') parseStored('value', row['value'], isClockChecks);
      });
    }
  }
}

async function readPriceChanges(db: DatabaseHandle, reader: RowReader): Promise<void> {
  const readChange = reader('price_change', () => ['']);
  const items = await db
    .selectFrom('price_change')
    .select('item')
    .distinct()
    .where('item', '!=', MARK)
    .execute();
  for (const { item } of items) {
    const changes = db.selectFrom('price_change').selectAll().where('item', '=', item);
    for (const { version, value } of await changes.execute())
      readChange(`${item} ${version}`, () => parseStored('value', value, isAny));
  }
}
