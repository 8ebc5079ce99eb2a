import { sql, type Kysely } from 'kysely';

/** Adds links with which a person creates an account, or sets the password of the account `admin_id`, once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table invitation (
    id text primary key,
    token_hash text not null unique,
    admin_id text references admin (id) on delete cascade,
    role text not null,
    locations text,
    ends_at text,
    created_at text not null,
    created_by text not null,
    expires_at text not null,
    used_at text
  )`.execute(db);
}
