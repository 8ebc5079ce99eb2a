import type { Database, Tables } from '#server/database/database.ts';

/** The whole change log as it is stored, oldest first. */
export async function readChangeLog(database: Database): Promise<Tables['change_log'][]> {
  return database.read((db) => db.selectFrom('change_log').selectAll().orderBy('version').execute());
}
