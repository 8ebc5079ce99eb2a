import { sql, type Kysely } from 'kysely';

/** Adds second factors, and when a session proved whose it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table factor (
    id text primary key,
    admin_id text not null references admin (id) on delete cascade,
    kind text not null,
    name text not null default '',
    secret text not null default '',
    counter bigint not null default 0,
    challenged_at bigint not null default 0,
    rp_id text not null default '',
    created_at text not null,
    used_at text
  )`.execute(db);
  await sql`create index factor_by_admin on factor (admin_id)`.execute(db);
  await sql`alter table session add column confirmed_at text`.execute(db);
}
