import { sql, type Kysely } from 'kysely';

/** Sessions say where they began, and accounts when one began last. Nothing is known of earlier ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column browser text not null default ''`.execute(db);
  await sql`alter table session add column address text not null default ''`.execute(db);
  await sql`alter table session add column is_new integer not null default 0`.execute(db);
  await sql`alter table admin add column signed_in_at text`.execute(db);
}
