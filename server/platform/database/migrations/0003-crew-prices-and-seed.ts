import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`create table employee (
    id text primary key,
    editor_id text,
    position integer not null,
    name text not null,
    title text not null,
    phone_number text not null,
    email text not null
  )`,
  sql`create table price_table (table_type integer primary key, headers text not null, rows text not null)`,
  sql`create table pioneer_category (category integer primary key, description text not null)`,
  sql`create table pioneer_item (
    id text primary key,
    save_key text unique,
    category integer not null,
    position integer not null,
    description text not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
