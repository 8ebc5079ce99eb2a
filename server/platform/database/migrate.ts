import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { StartError } from '#server/platform/start-error.ts';
import type { Tables } from './database.ts';
import * as contentAndChangeLog from './migrations/0001-content-and-change-log.ts';
import * as accounts from './migrations/0002-accounts.ts';
import * as crewPricesAndSeed from './migrations/0003-crew-prices-and-seed.ts';
import * as images from './migrations/0004-images.ts';
import * as imageCare from './migrations/0005-image-care.ts';
import * as cashBoard from './migrations/0007-cash-board.ts';

/** Append only: never edit a released migration. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-content-and-change-log': contentAndChangeLog,
  '0002-accounts': accounts,
  '0003-crew-prices-and-seed': crewPricesAndSeed,
  '0004-images': images,
  '0005-image-care': imageCare,
  '0007-cash-board': cashBoard,
};

/** Migrates to the latest tables. Throws StartError if a newer Scalehouse has already migrated the database. */
export async function migrateToLatest(db: Kysely<Tables>): Promise<void> {
  await migrateTo(db, NEWEST);
}

const NEWEST = Object.keys(MIGRATIONS).at(-1) ?? '';

/** Migrates up to the migration `name`. Throws StartError like `migrateToLatest`. */
export async function migrateTo(db: Kysely<Tables>, name: string): Promise<void> {
  const unknown = unknownMigrations(await appliedMigrations(db));
  if (unknown.length > 0) {
    throw new StartError(
      `This database was updated by a newer version of Scalehouse (${unknown.join(', ')}). Start that version instead.`,
    );
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateTo(name);
  if (error) throw new StartError(`Can't update the database: ${(error as Error).message}`);
}

/** Returns the migrations that only a newer version of Scalehouse has. */
export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
}

export function missingMigrations(applied: readonly string[]): string[] {
  return Object.keys(MIGRATIONS).filter((name) => !applied.includes(name));
}

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

export async function databaseCreatedAt(db: Kysely<Tables>): Promise<Date> {
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
