import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`create table admin (
    id text primary key,
    username text not null,
    username_key text not null unique,
    password text not null,
    created_at text not null
  )`,
  sql`create table session (
    token_hash text primary key,
    admin_id text not null references admin (id) on delete cascade,
    created_at text not null,
    seen_at text not null
  )`,
  sql`create index session_by_admin on session (admin_id)`,
  sql`create table sign_in_attempt (
    id text primary key,
    account text not null,
    address text not null,
    at text not null
  )`,
  sql`create index sign_in_attempt_by_account on sign_in_attempt (account, address, at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
