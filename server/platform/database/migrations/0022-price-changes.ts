import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table price_change (
    item text not null,
    version integer not null,
    value text not null,
    primary key (item, version)
  )`.execute(db);
}
