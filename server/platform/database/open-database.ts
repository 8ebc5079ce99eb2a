import { join } from 'node:path';
import type { Config } from '#server/platform/settings/config.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

/** A PostgreSQL server at `databaseUrl`, or else SQLite in `dataDir`. */
export type DatabaseLocation = Pick<Config, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'databaseDirectUrl' | 'databasePool' | 'databaseSchema'>>;

export const databaseFile = (dataDir: string) => join(dataDir, 'scalehouse.sqlite');

/** Opens the database without migrating it. Throws StartError if it cannot be used. */
export async function connectDatabase({
  dataDir,
  databaseUrl,
  databaseDirectUrl: directUrl,
  databasePool: pool,
  databaseSchema: schema,
}: DatabaseLocation): Promise<Database> {
  // Load the PostgreSQL client only if it is used, because it slows down the start.
  return databaseUrl
    ? (await import('./postgres.ts')).openPostgres(databaseUrl, { directUrl, schema, ...(pool && { pool }) })
    : openSqlite(databaseFile(dataDir));
}

/** Opens the database and migrates it. Throws StartError if it cannot be used. */
export async function openDatabase(
  location: DatabaseLocation,
  print?: (line: string) => void,
): Promise<Database> {
  const database = await connectDatabase(location);
  try {
    await database.migrate(print);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
