import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table price_day (
    item text not null,
    day text not null,
    value text not null,
    primary key (item, day)
  )`.execute(db);
  // The history of a list's rows may have created it already.
  await sql`create index if not exists change_log_by_item on change_log (item, version)
    where item is not null`.execute(db);
}
