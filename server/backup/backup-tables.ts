import type { Kysely } from 'kysely';
import { DOMAINS } from '#server/domains/domains.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';

/** Key column for paging, or undefined for tables that are not backed up. Referenced tables come first. */
const TABLES: Record<string, string | undefined> = {
  setting: 'name',
  admin: 'id',
  ...Object.assign({}, ...Object.values(DOMAINS).map(({ tables }) => tables)),
  stored_file: 'key',
  scheduled_change: 'id',
  api_token: 'id',
  change_log: 'version',
  // A restored site starts with a new key for sign-ins, without sessions, sign-in attempts, and leases, and derives past prices from the log again.
  price_change: undefined,
  // Only earlier releases use it.
  price_day: undefined,
  secret: undefined,
  session: undefined,
  // A restore keeps those of people who stay, and brings none back.
  factor: undefined,
  presence: undefined,
  invitation: undefined,
  preview_link: undefined,
  sign_in_attempt: undefined,
  lease: undefined,
};

/** Tables of accounts. A restore keeps those of the database, because a backup may hold credentials revoked since. */
export const ACCOUNT_TABLES: readonly string[] = ['admin', 'api_token'];

export const ALL_TABLES = Object.keys(TABLES);
export const EXCLUDED_TABLES = ALL_TABLES.filter((table) => TABLES[table] === undefined);
export const SAVED_TABLES = ALL_TABLES.filter((table) => TABLES[table] !== undefined);

export type Row = Record<string, string | number | null>;

/** Rows per query: few enough for memory with long texts, and enough to make the number of queries irrelevant. */
export const PAGE_ROWS = 100;

/** Yields all rows of a table in the order of its key, with all columns by default. */
export async function* pagesOf(
  db: DatabaseHandle,
  table: string,
  columns?: readonly string[],
): AsyncGenerator<Row[]> {
  const key = TABLES[table] ?? '';
  for (let last: Row[string] | undefined; ;) {
    const rowsOfTable = anyTables(db).selectFrom(table).orderBy(key).limit(PAGE_ROWS);
    let query = columns ? rowsOfTable.select(columns) : rowsOfTable.selectAll();
    if (last !== undefined) query = query.where(key, '>', last);
    const rows = await query.execute();
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)?.[key];
  }
}

export async function countRows(db: DatabaseHandle, table: string): Promise<number> {
  const { count } = await anyTables(db)
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const insertRows = (db: DatabaseHandle, table: string, rows: readonly Row[]) =>
  anyTables(db).insertInto(table).values(rows).execute();

export async function emptyTables(db: DatabaseHandle, tables: readonly string[]): Promise<void> {
  for (const table of tables.toReversed()) await anyTables(db).deleteFrom(table).execute();
}

/** Drops the table types, which do not apply to the tables of an older backup. */
function anyTables(db: DatabaseHandle) {
  return db as unknown as Kysely<Record<string, Row>>;
}
