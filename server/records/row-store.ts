import { sql, type Kysely } from 'kysely';
import { readableOnly, type ReadRow } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { checkRow, columnOf, type ColumnKind } from '#server/platform/database/stored-values.ts';

/** Types of the columns by field. A column has the name of its field in snake case. */
export type Columns<Row> = Record<keyof Row, ColumnKind>;

/** Returns the columns of texts, of which `fields` has the names. */
export const textColumns = <Field extends string>(fields: Readonly<Record<Field, unknown>>) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, 'text'])) as Record<Field, 'text'>;

type RowTable<Row> = {
  table: string;
  /** Field that identifies a row, by default `id`. */
  key?: keyof Row & string;
  columns: Columns<Row>;
  /** Fields that order the rows, by default `position`. */
  orderBy?: readonly string[];
  /** Throws for a row that cannot be read, although its columns have the right types. */
  check?: (row: Row) => unknown;
};

/** Stores the rows of a table, whose statements follow from its columns. */
export function createRowStore<Row extends object>(
  db: DatabaseHandle,
  { table, key = 'id' as keyof Row & string, columns, orderBy = ['position'], check }: RowTable<Row>,
) {
  const tables = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const fields = Object.keys(columns);

  /** Lists the rows as they are stored, also unreadable ones. */
  async function listStored(ids?: readonly string[]): Promise<Row[]> {
    const query = tables
      .selectFrom(table)
      .select(fields.map((field) => sql.ref(columnOf(field)).as(field)))
      .orderBy(sql`${sql.join(orderBy.map((field) => sql.ref(columnOf(field))))}`);
    return (await (ids ? query.where(sql.ref(key), 'in', ids) : query).execute()) as Row[];
  }

  return {
    listStored,

    /** Returns all rows, or those with the ids. */
    async list(read: ReadRow = readableOnly, ids?: readonly string[]): Promise<Row[]> {
      if (ids?.length === 0) return [];
      const convert = (row: Row) => {
        checkRow(row, columns);
        check?.(row);
        return row;
      };
      return (await listStored(ids)).flatMap((row) => read(row[key] as string, () => convert(row)) ?? []);
    },

    /** Inserts rows, which can have more fields than are read, such as a position. */
    async insert(rows: readonly (Row & Record<string, unknown>)[]): Promise<void> {
      if (rows.length === 0) return;
      const values = rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value])),
      );
      await tables.insertInto(table).values(values).execute();
    },

    /** Removes the rows with these ids or, without ids, all rows. */
    async remove(ids?: readonly string[]): Promise<void> {
      if (ids?.length === 0) return;
      const all = tables.deleteFrom(table);
      await (ids ? all.where(sql.ref(key), 'in', ids) : all).execute();
    },
  };
}

type PlacedRow = { id: string; position: number };

/** Compares rows by position, which can be equal after a restore. Not by SQL, where the order of text depends on the database. */
export const byPlace = (one: PlacedRow, other: PlacedRow): number =>
  one.position - other.position || (one.id < other.id ? -1 : 1);

/** Rows in their order, and the temporary ids under which an editor first saved them, by id. */
export type StoredList<Row> = { rows: readonly Row[]; editorIds: Map<string, string | null> };

export type ListTable<Row> = Required<Pick<RowTable<Row>, 'table' | 'columns' | 'check'>> & {
  /** True if the table has a column `editor_id`, for clients with temporary ids. */
  hasEditorIds?: boolean;
};

export type ListStore<Row extends { id: string }> = ReturnType<typeof createListStore<Row>>;

/** Stores rows that are replaced together, in a table with a column `position`. */
export function createListStore<Row extends { id: string }>(
  db: DatabaseHandle,
  { table, columns, check, hasEditorIds = false }: ListTable<Row>,
) {
  type Stored = Row & { editorId?: string | null };
  const all = { ...columns, ...(hasEditorIds && { editorId: 'text?' }) } as Columns<Stored>;
  const store = createRowStore<Stored>(db, { table, columns: all, check });

  return {
    list: async (read?: ReadRow): Promise<Row[]> =>
      (await store.list(read)).map((row) => completeRow(row, columns)),

    /** Returns the readable rows with their temporary ids. */
    async load(): Promise<StoredList<Row>> {
      const rows = await store.list();
      return {
        rows: rows.map((row) => completeRow(row, columns)),
        editorIds: new Map(rows.map(({ id, editorId = null }) => [id, editorId])),
      };
    },

    async replace({ rows, editorIds }: StoredList<Row>): Promise<void> {
      const editorIdOf = ({ id }: Row) => hasEditorIds && { editorId: editorIds.get(id) ?? null };
      await store.remove();
      await store.insert(rows.map((row, position) => ({ ...row, ...editorIdOf(row), position })));
    },
  };
}

/** Returns the fields of a row in the order of the columns. Those that an earlier release has not logged are empty. */
export function completeRow<Row>(row: object, columns: Columns<Row>): Row {
  const values = row as Record<string, unknown>;
  const fields = Object.entries(columns).map(([field, kind]) => {
    return [field, values[field] ?? (kind === 'number' ? 0 : '')];
  });
  return Object.fromEntries(fields) as Row;
}
