import type { Kysely } from 'kysely';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';

/** Key column for paging, or undefined for tables that are not backed up. Referenced tables come first. */
const TABLES: { [Table in keyof Tables]: (keyof Tables[Table] & string) | undefined } = {
  setting: 'name',
  admin: 'id',
  site_text: 'config_id',
  cash_commodity: 'name',
  cash_bid: 'id',
  employee: 'id',
  price_table: 'table_type',
  pioneer_category: 'category',
  pioneer_item: 'id',
  image: 'id',
  api_token: 'id',
  change_log: 'version',
  // A restored site starts without sessions and sign-in attempts.
  session: undefined,
  sign_in_attempt: undefined,
};

export const ALL_TABLES = Object.keys(TABLES);
export const EXCLUDED_TABLES = ALL_TABLES.filter((table) => keyOf(table) === undefined);
export const SAVED_TABLES = ALL_TABLES.filter((table) => keyOf(table) !== undefined);

export type Row = Record<string, string | number | null>;

/** Rows per query: few enough for memory with long texts, and enough to make the number of queries irrelevant. */
export const PAGE_ROWS = 100;

export async function* pagesOf(db: DatabaseHandle, table: string): AsyncGenerator<Row[]> {
  const key = keyOf(table) ?? '';
  for (let last: Row[string] | undefined; ;) {
    let query = anyTables(db).selectFrom(table).selectAll().orderBy(key).limit(PAGE_ROWS);
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

export async function insertRows(db: DatabaseHandle, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await anyTables(db).insertInto(table).values(rows).execute();
}

export async function emptyTables(db: DatabaseHandle): Promise<void> {
  for (const table of ALL_TABLES.toReversed()) await anyTables(db).deleteFrom(table).execute();
}

function keyOf(table: string): string | undefined {
  return TABLES[table as keyof Tables];
}

/** Drops the table types, which do not apply to the tables of an older backup. */
function anyTables(db: DatabaseHandle) {
  return db as unknown as Kysely<Record<string, Row>>;
}
