import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`create table site_text (config_id integer primary key, content text not null)`,
  sql`create table cash_bid (
    id text primary key,
    position integer not null,
    location text not null,
    commodity text not null,
    delivery text not null,
    futures_month text not null,
    basis_cents integer not null,
    cash_price integer not null,
    change_eighths integer not null,
    as_of text not null
  )`,
  sql`create table change_log (
    version integer primary key,
    at text not null,
    origin text not null,
    author text,
    subject text not null,
    before text not null,
    after text not null
  )`,
  sql`create index change_log_by_subject on change_log (subject, version)`,
  sql`create table setting (name text primary key, value text not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
