import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table employee add column image_id text not null default ''`.execute(db);
}
