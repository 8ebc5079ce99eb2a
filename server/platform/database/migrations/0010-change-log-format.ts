import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

/** Rows per query, which bounds the memory and the duration of a statement. */
const PAGE_ROWS = 1000;

const COLUMNS = [
  sql`alter table change_log add column item text`,
  sql`alter table change_log add column hash text not null default ''`,
];

// Create them after the rows are rewritten, which is faster.
const INDEXES = [
  sql`create index change_log_by_origin on change_log (origin, version)`,
  sql`create index change_log_by_time on change_log (at)`,
];

type Entry = {
  version: number;
  at: string;
  origin: string;
  author: string | null;
  subject: string;
  before: string;
  after: string;
};

/** Adds the row of a list and the hash chain to the change log, and hashes existing entries in their order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of COLUMNS) await statement.execute(db);
  let hash = '';
  for (let last = -1; ;) {
    const { rows } =
      await sql<Entry>`select version, at, origin, author, subject, before, after from change_log
      where version > ${last} order by version limit ${PAGE_ROWS}`.execute(db);
    if (rows.length === 0) break;
    const hashes = rows.map((entry) => {
      hash = hashOf(hash, entry);
      return sql`(cast(${entry.version} as integer), ${hash})`;
    });
    await sql`update change_log set hash = page.column2 from (values ${sql.join(hashes)}) as page
      where version = page.column1`.execute(db);
    last = rows.at(-1)?.version ?? last;
  }
  for (const statement of INDEXES) await statement.execute(db);
}

/** The form that `createChangeLogStore` describes, for entries without an item. */
function hashOf(previous: string, { version, at, origin, author, subject, before, after }: Entry): string {
  const canonical = JSON.stringify([version, at, origin, author, subject, null, before, after]);
  return createHash('sha256').update(previous).update(canonical).digest('hex');
}
