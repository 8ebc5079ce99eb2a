import { sql, type Kysely } from 'kysely';

/** Existing attempts keep '' and count for no network. They expire after 15 minutes. */
const STATEMENTS = [
  sql`alter table sign_in_attempt add column network text not null default ''`,
  sql`alter table sign_in_attempt add column browser text not null default ''`,
  sql`create index sign_in_attempt_by_network on sign_in_attempt (network)`,
  sql`create index sign_in_attempt_by_browser on sign_in_attempt (browser)`,
  sql`create index sign_in_attempt_by_time on sign_in_attempt (at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
