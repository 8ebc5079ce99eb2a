import { sql, type Kysely } from 'kysely';

const NINETY_DAYS_MS = 90 * 24 * 60 * 60_000;

/** Adds the expiry of generated passwords, and of API tokens. Existing tokens get 90 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const expiresAt = new Date(Date.now() + NINETY_DAYS_MS).toISOString();
  await sql`alter table admin add column password_expires_at text`.execute(db);
  await sql`alter table api_token add column expires_at text not null default ''`.execute(db);
  await sql`update api_token set expires_at = ${expiresAt}`.execute(db);
}
