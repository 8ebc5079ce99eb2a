import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { StartError } from '#server/platform/start-error.ts';
import type { Tables } from './tables.ts';
import * as contentAndChangeLog from './migrations/0001-content-and-change-log.ts';
import * as accounts from './migrations/0002-accounts.ts';
import * as crewPricesAndSeed from './migrations/0003-crew-prices-and-seed.ts';
import * as images from './migrations/0004-images.ts';
import * as imageCare from './migrations/0005-image-care.ts';
import * as cashBoard from './migrations/0007-cash-board.ts';
import * as credentialExpiry from './migrations/0008-credential-expiry.ts';
import * as signInNetworks from './migrations/0009-sign-in-networks.ts';
import * as changeLogFormat from './migrations/0010-change-log-format.ts';
import * as leases from './migrations/0011-leases.ts';
import * as appendOnlyLog from './migrations/0012-append-only-log.ts';
import * as history from './migrations/0013-history.ts';
import * as priceDays from './migrations/0014-price-days.ts';
import * as siteSettings from './migrations/0016-site-settings.ts';
import * as documents from './migrations/0019-documents.ts';
import * as ownPages from './migrations/0020-own-pages.ts';
import * as locations from './migrations/0021-locations.ts';
import * as priceChanges from './migrations/0022-price-changes.ts';
import * as audience from './migrations/0023-audience.ts';
import * as storedFiles from './migrations/0024-stored-files.ts';
import * as secret from './migrations/0025-secret.ts';
import * as employeePhotos from './migrations/0026-employee-photos.ts';
import * as season from './migrations/0027-season.ts';
import * as harvest from './migrations/0028-harvest.ts';
import * as people from './migrations/0029-people.ts';
import * as invitations from './migrations/0030-invitations.ts';
import * as tokenLocations from './migrations/0031-token-locations.ts';
import * as sessionBrowsers from './migrations/0032-session-browsers.ts';
import * as presence from './migrations/0033-presence.ts';
import * as factors from './migrations/0034-factors.ts';
import * as previewLinks from './migrations/0035-preview-links.ts';
import * as schedule from './migrations/0036-schedule.ts';

/**
 * Append only: never edit a released migration. A name that ends with `~` and the number of another migration, such as
 * `0022-price-changes~0021`, says that releases with that one run on its tables, too (decision 0071).
 */
const MIGRATIONS: Record<string, Migration> = {
  '0001-content-and-change-log': contentAndChangeLog,
  '0002-accounts': accounts,
  '0003-crew-prices-and-seed': crewPricesAndSeed,
  '0004-images': images,
  '0005-image-care': imageCare,
  '0007-cash-board': cashBoard,
  '0008-credential-expiry': credentialExpiry,
  '0009-sign-in-networks': signInNetworks,
  '0010-change-log-format': changeLogFormat,
  '0011-leases': leases,
  '0012-append-only-log': appendOnlyLog,
  '0013-history': history,
  '0014-price-days': priceDays,
  '0016-site-settings': siteSettings,
  '0019-documents': documents,
  '0020-own-pages': ownPages,
  '0021-locations': locations,
  '0022-price-changes~0021': priceChanges,
  '0023-audience~0022': audience,
  '0024-stored-files~0022': storedFiles,
  '0025-secret~0022': secret,
  '0026-employee-photos~0022': employeePhotos,
  '0027-season~0022': season,
  '0028-harvest~0022': harvest,
  '0029-people~0022': people,
  '0030-invitations~0022': invitations,
  '0031-token-locations~0022': tokenLocations,
  '0032-session-browsers~0022': sessionBrowsers,
  '0033-presence~0022': presence,
  '0034-factors~0022': factors,
  '0035-preview-links~0022': previewLinks,
  '0036-schedule~0022': schedule,
};

/** Migrates to the latest tables. Throws StartError if only a newer Scalehouse can use the database. */
export async function migrateToLatest(db: Kysely<Tables>, newSchema?: string): Promise<void> {
  await migrateTo(db, NEWEST, newSchema);
}

/** Returns whether tables must be created or updated. Throws StartError like `migrateToLatest`. */
export async function needsMigration(db: Kysely<Tables>): Promise<'create' | 'update' | false> {
  const applied = await usableMigrations(db);
  if (applied.length === 0) return 'create';
  return missingMigrations(applied).length > 0 && 'update';
}

const NEWEST = Object.keys(MIGRATIONS).at(-1) ?? '';

/**
 * Migrates up to the migration `name` in the caller's transaction. On PostgreSQL, creates the tables in `newSchema` if
 * it is given. Throws StartError like `migrateToLatest`.
 */
export async function migrateTo(db: Kysely<Tables>, name: string, newSchema?: string): Promise<void> {
  if (unknownMigrations(await usableMigrations(db)).length > 0) return;
  const schema = newSchema ?? (await migrationSchema(db));
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    ...(schema !== undefined && { migrationTableSchema: schema }),
    disableTransactions: true,
  });
  const { error } = await migrator.migrateTo(name);
  if (error) throw new StartError(`Can't update the database: ${(error as Error).message}`);
}

/** Returns the migrations that only a newer version of Scalehouse has. */
export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
}

/** Returns whether the tables after an unknown migration also suit this version. */
function suitsThisVersion(name: string): boolean {
  const [, oldest] = /~(\d{4})$/.exec(name) ?? [];
  return oldest !== undefined && Object.keys(MIGRATIONS).some((own) => own.startsWith(`${oldest}-`));
}

export function missingMigrations(applied: readonly string[]): string[] {
  return Object.keys(MIGRATIONS).filter((name) => !applied.includes(name));
}

/** Returns the applied migrations. Throws StartError if only a newer version can use or complete them. */
async function usableMigrations(db: Kysely<Tables>): Promise<string[]> {
  const applied = await appliedMigrations(db);
  const unknown = unknownMigrations(applied);
  const isUsable = unknown.every(suitsThisVersion) && missingMigrations(applied).length === 0;
  if (unknown.length === 0 || isUsable) return applied;
  throw new StartError(
    `This database was updated by a newer version of Scalehouse (${unknown.join(', ')}). Start that version instead.`,
  );
}

export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const lists = tables.filter(({ name }) => name === 'kysely_migration');
  if (lists.length === 0) return [];
  // Another site in the same database has its own list, in another schema.
  const schema = await migrationSchema(db);
  if (!lists.some((list) => list.schema === schema)) return [];
  return (await listApplied(db).execute()).map(({ name }) => name);
}

const listApplied = (db: Kysely<Tables>) =>
  (db as unknown as Kysely<{ kysely_migration: { name: string; timestamp: string } }>)
    .selectFrom('kysely_migration')
    .select(['name', 'timestamp'])
    .orderBy('name');

/** Returns the schema that has the list of migrations, or that would get it. Undefined on SQLite. */
async function migrationSchema(db: Kysely<Tables>): Promise<string | undefined> {
  if ((await db.introspection.getSchemas()).length === 0) return undefined;
  const { rows } = await sql<{ schema: string | null }>`
    select coalesce(
      (select nspname from pg_namespace join pg_class on pg_class.relnamespace = pg_namespace.oid
        where pg_class.oid = to_regclass('kysely_migration')),
      current_schema()
    ) as schema`.execute(db);
  return rows[0]?.schema ?? undefined;
}

export async function databaseCreatedAt(db: Kysely<Tables>): Promise<Date> {
  return new Date((await listApplied(db).limit(1).executeTakeFirstOrThrow()).timestamp);
}
