import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`create table own_page (
    id text primary key,
    position integer not null,
    address text not null unique,
    title text not null,
    description text not null,
    in_menu integer not null,
    hidden integer not null,
    blocks text not null
  )`,
  sql`create table page_redirect (address text primary key, page_id text not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
