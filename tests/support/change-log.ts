import type { Database, Tables } from '#server/platform/database/database.ts';

export async function readChangeLog(database: Database): Promise<Tables['change_log'][]> {
  return database.read((db) => db.selectFrom('change_log').selectAll().orderBy('version').execute());
}
