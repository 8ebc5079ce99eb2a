import { sql, type Kysely } from 'kysely';

/** Indexes for the filters of the history. The first six characters of a subject are enough to tell kinds apart. */
const INDEXES = [
  sql`create index change_log_by_kind on change_log (substr(subject, 1, 6), version)`,
  sql`create index change_log_by_author on change_log (author, version)`,
  sql`create index change_log_by_item on change_log (item, version) where item is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of INDEXES) await index.execute(db);
}
