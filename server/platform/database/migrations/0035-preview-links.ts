import { sql, type Kysely } from 'kysely';

/** Adds links to previews. `draft`: JSON of the page, and of the changes that it shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table preview_link (
    id text primary key,
    token_hash text not null unique,
    admin_id text not null references admin (id) on delete cascade,
    draft text not null,
    expires_at text not null
  )`.execute(db);
}
