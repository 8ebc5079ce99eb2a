import { sql, type Kysely } from 'kysely';

/** Adds links to previews. `saves`: JSON array of the changes that the preview shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table preview_link (
    id text primary key,
    token_hash text not null unique,
    admin_id text not null references admin (id) on delete cascade,
    path text not null,
    saves text not null,
    as_of text,
    expires_at text not null
  )`.execute(db);
}
