import type { Database, Tables } from '#server/database/database.ts';

/** The whole change log as it is stored, oldest first. */
export async function readChangeLog(database: Database): Promise<Tables['change_log'][]> {
  const rows = await database.read((db) =>
    db.selectFrom('change_log').selectAll().orderBy('version').execute(),
  );
  // One of the drivers makes rows without a prototype, which deepEqual minds.
  return rows.map((row) => ({ ...row }));
}
