import { sql, type Kysely } from 'kysely';

/** Saves of content that are published later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table scheduled_change (
    id text not null primary key,
    state text not null,
    at text not null,
    until text,
    is_end integer not null,
    saves text not null,
    title text not null,
    subjects text not null,
    author_id text not null,
    author text not null,
    created_at text not null,
    reason text
  )`.execute(db);
  await sql`create index scheduled_change_at on scheduled_change (state, at)`.execute(db);
}
