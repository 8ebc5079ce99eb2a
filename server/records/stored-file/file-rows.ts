import { sql } from 'kysely';
import type { ChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/records/content/part-reader.ts';
import type { Audience } from '#contract/images.ts';
import { byPlace } from '#server/records/row-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { checkRow, type ColumnKind } from '#server/platform/database/stored-values.ts';

export type FileNoun = 'image' | 'document';

/** Row of a stored file. `revision` names its files, and `deletedAt` is set while it is in the trash. */
export type FileRow = { id: string; revision: string; deletedAt: string | null; audience: Audience };

/** Row with its place among all rows of the table. */
export type Placed<Row> = Row & { position: number };

/** Table of stored files: the column of each field of `Columns`, and how they are converted to a row. */
type FileTable<Row extends FileRow, Columns extends object> = {
  table: FileNoun;
  columns: { [Field in keyof Columns]: readonly [name: string, kind: ColumnKind] };
  /** Values in an empty row of fields that are neither text, numbers, nor null. */
  defaults: Partial<Columns>;
  toRow: (columns: Columns) => Row;
  toColumns: (row: Row) => Columns;
};

/** Returns the empty row of a table, and the function that opens its rows. */
export const fileTable = <Row extends FileRow, Columns extends object>(table: FileTable<Row, Columns>) => {
  const columns = Object.entries<readonly [name: string, kind: ColumnKind]>(table.columns);
  const values = columns.map(([field, [, kind]]) => [field, EMPTY[String(kind)]]);
  return {
    empty: table.toRow({ ...Object.fromEntries(values), ...table.defaults } as Columns),
    rows: (db: DatabaseHandle) => createFileRows(db, table),
  };
};

const EMPTY: Readonly<Record<string, unknown>> = { text: '', number: 0, 'text?': null };

export type FileRows<Row extends FileRow> = ReturnType<typeof createFileRows<Row, object>>;

/** Stores that the rules for stored files need. */
export type FileStores<Noun extends FileNoun, Row extends FileRow> = Record<`${Noun}s`, FileRows<Row>> & {
  changeLog: ChangeLogStore;
};

function createFileRows<Row extends FileRow, Columns extends object>(
  db: DatabaseHandle,
  { table, columns, toRow, toColumns }: FileTable<Row, Columns>,
) {
  // All tables of files have the columns that the queries below name.
  const anyTable = table as 'document';
  const fields = Object.keys(columns) as (keyof Columns & string)[];
  const kinds: Record<string, ColumnKind> = { position: 'number' };
  for (const field of fields) kinds[field] = columns[field][1];
  const rows = db.selectFrom(anyTable).select(fields.map((field) => sql.ref(columns[field][0]).as(field)));
  const toRows = (found: object[]) => found.map((each) => toRow(each as Columns));

  const toPlaced = (stored: Record<string, unknown>): Placed<Row> => {
    const { position, ...row } = checkRow(stored, kinds);
    return { ...toRow(row as Columns), position: position as number };
  };

  /** Returns rows in display order. */
  async function listPlaced(query: typeof rows, read: ReadRow): Promise<Placed<Row>[]> {
    const found = await query.select(['id', 'position']).execute();
    return found.flatMap((row) => read(row.id, () => toPlaced(row)) ?? []).sort(byPlace);
  }

  return {
    /** Returns the rows that are not deleted. */
    list: (read: ReadRow = readableOnly) => listPlaced(rows.where('deleted_at', 'is', null), read),

    /** Returns all rows, even deleted ones. Without `read`, throws for an unreadable one, which may have files. */
    listAll: (read: ReadRow = (_, convert) => convert()) => listPlaced(rows, read),

    /** Returns the deleted rows, the most recently deleted first. */
    async listDeleted(): Promise<Row[]> {
      const deleted = rows.where('deleted_at', 'is not', null);
      return toRows(await deleted.orderBy('deleted_at', 'desc').execute());
    },

    /** Returns a row, even if it is deleted. */
    async find(id: string): Promise<Row | undefined> {
      return toRows(await rows.where('id', '=', id).execute())[0];
    },

    /** Returns the rows with these ids, even deleted ones. */
    async listByIds(ids: readonly string[]): Promise<Row[]> {
      return ids.length === 0 ? [] : toRows(await rows.where('id', 'in', ids).execute());
    },

    /** Inserts a row after all others, or updates an existing one. */
    async save(row: Row): Promise<void> {
      const values = toColumns(row);
      const stored = Object.fromEntries(fields.map((field) => [columns[field][0], values[field]]));
      const updated = await db.updateTable(anyTable).set(stored).where('id', '=', row.id).executeTakeFirst();
      if (updated.numUpdatedRows > 0) return;
      const { last } = await db
        .selectFrom(anyTable)
        .select(({ fn }) => fn.max('position').as('last'))
        .executeTakeFirstOrThrow();
      type NewRow = Parameters<ReturnType<typeof db.insertInto<typeof anyTable>>['values']>[0];
      await db
        .insertInto(anyTable)
        .values({ ...stored, position: (last ?? 0) + 1 } as object as NewRow)
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom(anyTable).where('id', '=', id).execute();
    },

    /** Stores the positions that have changed in one statement, because a list may have thousands. */
    async order(ids: readonly string[]): Promise<void> {
      const stored = await db.selectFrom(anyTable).select(['id', 'position']).execute();
      const positions = new Map(stored.map(({ id, position }) => [id, position]));
      const moved = ids.flatMap((id, index) => (positions.get(id) === index + 1 ? [] : [[id, index + 1]]));
      await sql`update ${sql.table(table)} set position = cast(cast(moved.value as text) as integer)
        from json_each(${JSON.stringify(Object.fromEntries(moved))}) as moved
        where ${sql.ref(`${table}.id`)} = moved.key`.execute(db);
    },
  };
}

/** Returns true for a row that was deleted at or before a time. */
export const wasDeletedBy = ({ deletedAt }: FileRow, moment: Date): boolean =>
  deletedAt !== null && deletedAt <= moment.toISOString();

/** Rows that are not deleted, in display order. They are presented on request, because there may be thousands. */
export type FileContent<Row> = { inOrder: readonly Placed<Row>[]; byId: ReadonlyMap<string, Row> };
