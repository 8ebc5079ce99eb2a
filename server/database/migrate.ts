import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { StartError } from '#server/start-error.ts';
import type { Tables } from './database.ts';
import * as contentAndChangeLog from './migrations/0001-content-and-change-log.ts';
import * as accounts from './migrations/0002-accounts.ts';
import * as crewPricesAndSeed from './migrations/0003-crew-prices-and-seed.ts';
import * as images from './migrations/0004-images.ts';
import * as imageCare from './migrations/0005-image-care.ts';
import * as cashBoard from './migrations/0007-cash-board.ts';

/** Append only: what has run somewhere is never edited. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-content-and-change-log': contentAndChangeLog,
  '0002-accounts': accounts,
  '0003-crew-prices-and-seed': crewPricesAndSeed,
  '0004-images': images,
  '0005-image-care': imageCare,
  '0007-cash-board': cashBoard,
};

/** Brings a database to the newest tables. Throws StartError when a newer Scalehouse has already changed it. */
export async function migrateToLatest(db: Kysely<Tables>): Promise<void> {
  await migrateTo(db, NEWEST);
}

const NEWEST = Object.keys(MIGRATIONS).at(-1) ?? '';

/** Brings a database forward to the tables that a migration made. Throws StartError as migrateToLatest does. */
export async function migrateTo(db: Kysely<Tables>, name: string): Promise<void> {
  const unknown = unknownMigrations(await appliedMigrations(db));
  if (unknown.length > 0) {
    throw new StartError(
      `The database is newer than this version of Scalehouse (it has ${unknown.join(', ')}). Start the newer version.`,
    );
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateTo(name);
  if (error) throw new StartError(`The database could not be migrated: ${(error as Error).message}`);
}

/** Those of a newer Scalehouse. */
export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
}

/** Those that are yet to run where these have run. */
export function missingMigrations(applied: readonly string[]): string[] {
  return Object.keys(MIGRATIONS).filter((name) => !applied.includes(name));
}

/** The migrations that have run on a database, in their order; none on a new one. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** When the tables of a database were made. */
export async function databaseMadeAt(db: Kysely<Tables>): Promise<Date> {
  const { timestamp } = await (
    db as unknown as Kysely<{ kysely_migration: { name: string; timestamp: string } }>
  )
    .selectFrom('kysely_migration')
    .select('timestamp')
    .orderBy('name')
    .limit(1)
    .executeTakeFirstOrThrow();
  return new Date(timestamp);
}
