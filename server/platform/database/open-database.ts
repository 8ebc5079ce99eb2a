import { join } from 'node:path';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

/** A PostgreSQL server at `databaseUrl`, or else SQLite in `dataDir`. */
export type DatabaseLocation = { dataDir: string; databaseUrl: string | undefined };

export const databaseFile = (dataDir: string) => join(dataDir, 'scalehouse.sqlite');

/** Opens the database without migrating it. Throws StartError if it cannot be used. */
export async function connectDatabase({ dataDir, databaseUrl }: DatabaseLocation): Promise<Database> {
  // Load the PostgreSQL client only if it is used, because it slows down the start.
  return databaseUrl
    ? (await import('./postgres.ts')).openPostgres(databaseUrl)
    : openSqlite(databaseFile(dataDir));
}

/** Opens the database and migrates it. Throws StartError if it cannot be used. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database = await connectDatabase(location);
  try {
    await database.migrate();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
