import { sql, type Kysely } from 'kysely';

/** Locations can have their own season. An earlier server leaves it as it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table location add column season text not null default ''`.execute(db);
}
