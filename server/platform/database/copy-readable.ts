import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { isDamage, type Database, type DatabaseHandle } from './database.ts';
import type { Tables } from './tables.ts';
import { migrateToLatest } from './migrate.ts';
import { openScratchDatabase } from './sqlite.ts';

/** Attempts per table that may fail. A damaged page takes about two for each of its rows. */
const FAILURES_MAX = 10_000;
/** Row numbers of SQLite start at 1, and grow by 1. */
const ROW_NUMBER_MAX = 2 ** 31;

type AnyTables = Record<string, Record<string, unknown>>;

/** Copies the rows of damaged tables that can be read to a temporary database. On PostgreSQL, that is none. */
export async function copyReadable(
  database: Pick<Database, 'readAside'>,
  tables: readonly string[],
): Promise<Kysely<Tables>> {
  const copy = openScratchDatabase();
  await migrateToLatest(copy);
  const described = await copy.introspection.getTables();
  const copyAll = async (db: DatabaseHandle) => {
    if (db.getExecutor().adapter instanceof PostgresAdapter) return;
    for (const { name, columns } of described.filter((each) => tables.includes(each.name))) {
      const names = columns.map((column) => column.name);
      for (const row of await readableRows(db, name, names)) {
        const insert = (copy as unknown as Kysely<AnyTables>).insertInto(name).values(row);
        // A value from a damaged page may be one that the table does not allow.
        await insert.execute().catch(() => undefined);
      }
    }
  };
  await database.readAside(copyAll).catch((error: unknown) => {
    // SQLite repeats the error of a damaged page at the end of the transaction.
    if (!isDamage(error)) throw error;
  });
  return copy;
}

/** Reads ranges of rows, and halves those that cannot be read. */
async function readableRows(db: DatabaseHandle, table: string, columns: readonly string[]) {
  const rows: Record<string, unknown>[] = [];
  const ranges: [from: number, to: number][] = [[1, ROW_NUMBER_MAX]];
  let failures = 0;
  for (let range = ranges.pop(); range && failures < FAILURES_MAX; range = ranges.pop()) {
    const [from, to] = range;
    try {
      const selected = sql<Record<string, unknown>>`
        select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
        where rowid between ${from} and ${to} order by rowid`;
      rows.push(...(await selected.execute(db)).rows);
    } catch {
      failures += 1;
      const middle = Math.floor((from + to) / 2);
      if (from < to) ranges.push([middle + 1, to], [from, middle]);
    }
  }
  return rows;
}
