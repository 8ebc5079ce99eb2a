import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table document (
    id text primary key,
    name text not null,
    title text not null,
    position integer not null,
    revision text not null,
    size integer not null,
    hash text not null,
    changed_at text not null,
    deleted_at text
  )`.execute(db);
}
