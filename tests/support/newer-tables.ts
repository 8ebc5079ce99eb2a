import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/**
 * Updates the database as the first half of a newer version's change does: it adds a column to each table and a table, and
 * removes nothing. The name of the migration says that versions with migration `suits` can still use the tables.
 */
export async function addNewerTables(database: Database, suits = '0022'): Promise<void> {
  const tables = await database.read((db) => db.introspection.getTables());
  await database.write(async (db) => {
    for (const { name } of tables) {
      await sql`alter table ${sql.table(name)} add column newer text not null default 'newer'`.execute(db);
    }
    await sql`create table newer (id text primary key)`.execute(db);
    await sql`insert into kysely_migration (name, timestamp)
      values (${`9999-newer~${suits}`}, ${new Date().toISOString()})`.execute(db);
  });
}
