import { sql, type Kysely } from 'kysely';

/** API tokens can be limited to locations. Those of earlier releases are for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_token add column locations text`.execute(db);
}
