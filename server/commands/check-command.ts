import { existsSync } from 'node:fs';
import { counted } from '#contract/text.ts';
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
import { CommandError, type Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';

/** More problems of a kind are counted, not listed. */
const LISTED_MAX = 20;

export const checkCommand: Command = {
  usage: '',
  summary: 'check the database for damage and unreadable rows; changes nothing',
  words: [0, 0],
  options: [],
  async run({ config, print }) {
    const file = databaseFile(config.dataDir);
    const damage = !config.databaseUrl && existsSync(file) ? findDamage(file) : undefined;
    if (damage) print(`The database file is damaged: ${damage}.`);
    // The other checks would only fail on the damaged pages.
    if (damage) throw new CommandError('Restore the newest backup: see docs/operating.md.');
    await using database = await openSiteDatabase(config);
    const { rows, newest } = await findProblems(database);
    for (const row of rows.slice(0, LISTED_MAX)) print(row);
    if (rows.length > LISTED_MAX) print(`And ${counted(rows.length - LISTED_MAX, 'more row')}.`);
    if (rows.length > 0) throw new CommandError(ADVICE);
    print(
      `No problems found. ${newest ? `The newest change is ${entryId(newest)}` : 'There are no changes'}.`,
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
  await read('Table admin', (db) => readAdmins(db, reader));
  await read('Table api_token', (db) => readTokens(db, reader));
  await read('Table setting', (db) => readSettings(db, reader));
  await read('Table price_change', (db) => readPriceChanges(db, reader));
  await read('Table change_log', (db) => readEntries(db, reader));
  const newest = await read('The change log', (db) => createChangeLogStore(db).findLast());
  const rows = unreadable.map(({ table, key, reason }) => `Row ${key} of table ${table}: ${reason}.`);
  return { rows: [...new Set([...failures, ...rows])], newest };
}

async function readAdmins(db: DatabaseHandle, reader: RowReader): Promise<void> {
  const readAdmin = reader('admin', () => ['']);
  const admins = db.selectFrom('admin').select(['id', 'username', 'username_key', 'password', 'created_at']);
  for (const row of await admins.execute()) {
    readAdmin(row.id, () =>
      checkRow(row, {
        id: 'text',
        username: 'text',
        username_key: 'text',
        password: 'text',
        created_at: 'text',
      }),
    );
  }
}

async function readTokens(db: DatabaseHandle, reader: RowReader): Promise<void> {
  const readToken = reader('api_token', () => ['']);
  const tokens = db.selectFrom('api_token').select(['id', 'name', 'created_by', 'expires_at']);
  for (const row of await tokens.execute()) {
    readToken(row.id, () =>
      checkRow(row, { id: 'text', name: 'text', created_by: 'text', expires_at: 'text' }),
    );
  }
}

async function readSettings(db: DatabaseHandle, reader: RowReader): Promise<void> {
  const readSetting = reader('setting', () => ['']);
  for (const row of await db.selectFrom('setting').selectAll().execute()) {
    readSetting(row.name, () => {
      checkRow(row, { name: 'text', value: 'text' });
      if (row.name === 'clock-checks') parseStored('value', row.value, isClockChecks);
    });
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

async function readEntries(db: DatabaseHandle, reader: RowReader): Promise<void> {
  const readEntry = reader('change_log', () => ['']);
  for await (const page of createChangeLogStore(db).pages()) {
    for (const { version, before, after } of page) {
      readEntry(version, () => {
        checkRow({ version }, { version: 'number' });
        parseStored('before', before, isAny);
        parseStored('after', after, isAny);
      });
    }
  }
}
