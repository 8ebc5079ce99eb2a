import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table lease (
    name text primary key,
    holder text not null,
    expires_at text not null
  )`.execute(db);
}
