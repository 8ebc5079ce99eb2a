import { sql, type Kysely } from 'kysely';

/**
 * Adds a table of secrets that no backup contains, unlike the settings. Deletes the key of known browsers, which earlier
 * backups contain, and sign-in attempts, which have what was typed as a name. Browsers and attempts start over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table secret (name text primary key, value text not null)`.execute(db);
  await sql`delete from setting where name = 'known-browser-secret'`.execute(db);
  await sql`delete from sign_in_attempt`.execute(db);
}
