import { sql, type Kysely } from 'kysely';

/** Tabs of the editor with unsaved text, for other administrators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table presence (
    tab text not null primary key,
    admin_id text not null,
    username text not null,
    sections text not null,
    seen_at text not null
  )`.execute(db);
}
