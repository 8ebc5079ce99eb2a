import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`alter table image add column alt_text text not null default ''`,
  sql`alter table image add column focus_x integer not null default 50`,
  sql`alter table image add column focus_y integer not null default 50`,
  sql`alter table image add column revision text not null default ''`,
  sql`alter table image add column cut text not null default ''`,
  sql`alter table image add column colours text not null default ''`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
