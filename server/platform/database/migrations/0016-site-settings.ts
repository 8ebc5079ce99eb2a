import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table site_setting (name text primary key, value text not null)`.execute(db);
}
