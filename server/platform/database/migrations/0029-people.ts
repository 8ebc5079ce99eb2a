import { sql, type Kysely } from 'kysely';

/** Gives administrators rights, and an end. Those of earlier releases are owners, and so are those that they create. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table admin add column role text not null default 'owner'`.execute(db);
  for (const column of ['locations', 'disabled_at', 'ends_at', 'email'])
    await sql`alter table admin add column ${sql.ref(column)} text`.execute(db);
}
