import type { Kysely } from 'kysely';
import type { DatabaseHandle, Tables } from '#server/database/database.ts';

/**
 * Every table with the column that tells its rows apart, by which they are read page by page; or with nothing, where
 * they are left out of backups. What others point to stands before them.
 */
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
  // Who is signed in, and who tries to, belongs to the moment: a restored site begins without either.
  session: undefined,
  sign_in_attempt: undefined,
};

export const ALL_TABLES = Object.keys(TABLES);
export const LEFT_OUT = ALL_TABLES.filter((table) => keyOf(table) === undefined);
export const SAVED_TABLES = ALL_TABLES.filter((table) => keyOf(table) !== undefined);

/** A row as both databases give it. */
export type Row = Record<string, string | number | null>;

/** Few enough that long texts fit into memory, and enough that the number of questions does not count. */
export const PAGE_ROWS = 100;

/** All rows of a table, a page at a time. */
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

/** The same tables, known by nothing but their names: those of an older backup are not of our types. */
function anyTables(db: DatabaseHandle) {
  return db as unknown as Kysely<Record<string, Row>>;
}
