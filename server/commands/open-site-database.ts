import { existsSync } from 'node:fs';
import type { Config } from '#server/platform/settings/config.ts';
import { prepareDataDir } from '#server/platform/files/data-dir.ts';
import type { Database } from '#server/platform/database/database.ts';
import { connectDatabase, databaseFile } from '#server/platform/database/open-database.ts';
import { appliedMigrations, missingMigrations } from '#server/platform/database/migrate.ts';
import { CommandError } from './command.ts';

/**
 * Opens the configured database. Throws CommandError or StartError if it lacks the current tables, unless it is new and
 * `mayBeNew` is set. Never migrates an older one, because a server of the older version may be using it.
 */
export async function openSiteDatabase(
  config: Config,
  { mayBeNew = false } = {},
): Promise<Database & AsyncDisposable> {
  const { dataDir, databaseUrl } = config;
  if (mayBeNew) prepareDataDir(dataDir);
  else if (!databaseUrl && !existsSync(databaseFile(dataDir))) throw noSite(`DATA_DIR: ${dataDir}`);

  await using cleanup = new AsyncDisposableStack();
  const database = cleanup.adopt(await connectDatabase(config), (each) => each.close());
  const applied = await database.read(appliedMigrations);
  const isNew = applied.length === 0;
  if (isNew && !mayBeNew) throw noSite(databaseUrl ? 'DATABASE_URL: the database' : `DATA_DIR: ${dataDir}`);
  if (!isNew && missingMigrations(applied).length > 0) {
    throw new CommandError(
      'This database is from an older version of Scalehouse. Start the site once to update it, or use the older version.',
    );
  }
  // Create the tables of a new database, and reject a database of a newer version.
  await database.migrate();
  const opened = cleanup.move();
  return { ...database, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const noSite = (source: string) =>
  new CommandError(
    `${source} doesn't contain a site yet. Check the setting, or run npm start to create one.`,
  );
