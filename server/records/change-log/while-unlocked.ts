import { sql } from 'kysely';
import type { DatabaseHandle } from '#server/platform/database/database.ts';

/**
 * Runs work that may delete, change, and insert entries of the log anywhere, which the database otherwise refuses.
 * Only a restore may. Requires the write lock, and an error must end the transaction, which locks the log again.
 */
export async function whileUnlocked(db: DatabaseHandle, work: () => Promise<void>): Promise<void> {
  if ((await db.introspection.getSchemas()).length > 0) {
    await sql`alter table change_log disable trigger user`.execute(db);
    await work();
    await sql`alter table change_log enable trigger user`.execute(db);
    return;
  }
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'change_log'`.execute(db);
  for (const { name } of triggers) await sql`drop trigger ${sql.id(name)}`.execute(db);
  await work();
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(db);
}
