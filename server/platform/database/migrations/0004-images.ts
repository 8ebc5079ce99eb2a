import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`create table image (
    id text primary key,
    file_name text not null unique,
    name text not null,
    type integer not null,
    position integer not null,
    width integer not null,
    height integer not null,
    deleted_at text
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
