import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/platform/content/row-reader.ts';
import { databaseTime } from '#server/platform/database/database-time.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';
import { checkRow } from '#server/platform/database/stored-values.ts';

/** Stored document; `Tables` describes its columns. */
export type StoredDocument = Pick<
  Tables['document'],
  'id' | 'name' | 'title' | 'revision' | 'size' | 'hash'
> & { changedAt: string; deletedAt: string | null };

/** Creates the stores that the rules for documents need. */
export const documentStores = (db: DatabaseHandle) => ({
  documents: createDocumentStore(db),
  changeLog: createChangeLogStore(db),
  /** Returns the database's time, so that a deleted document is purged neither early nor late. */
  databaseTime: (machine: () => Date) => databaseTime(db, machine),
});
export type DocumentStores = ReturnType<typeof documentStores>;

const COLUMNS = {
  id: 'text',
  name: 'text',
  title: 'text',
  revision: 'text',
  size: 'number',
  hash: 'text',
  changedAt: 'text',
  deletedAt: 'text?',
} as const;

export function createDocumentStore(db: DatabaseHandle) {
  const documents = db
    .selectFrom('document')
    .select(['id', 'name', 'title', 'revision', 'size', 'hash'])
    .select(['changed_at as changedAt', 'deleted_at as deletedAt']);

  return {
    /** Returns the documents that are not deleted, in display order. */
    async list(read: ReadRow = readableOnly): Promise<StoredDocument[]> {
      const rows = await documents
        .where('deleted_at', 'is', null)
        .orderBy('position')
        .orderBy('id')
        .execute();
      return rows.flatMap((row) => read(row.id, () => checkRow(row, COLUMNS)) ?? []);
    },

    async listDeleted(since: Date): Promise<StoredDocument[]> {
      return documents.where('deleted_at', '>', since.toISOString()).orderBy('deleted_at', 'desc').execute();
    },

    /** Returns all documents, even deleted ones. Without `read`, throws for an unreadable one, which has a file. */
    async listAll(read: ReadRow = (_, convert) => convert()): Promise<StoredDocument[]> {
      const rows = await documents.execute();
      return rows.flatMap((row) => read(row.id, () => checkRow(row, COLUMNS)) ?? []);
    },

    async listDeletedUntil(moment: Date): Promise<StoredDocument[]> {
      return documents.where('deleted_at', '<=', moment.toISOString()).execute();
    },

    /** Returns a document, even if it is deleted. */
    async find(id: string): Promise<StoredDocument | undefined> {
      return documents.where('id', '=', id).executeTakeFirst();
    },

    /** Returns the documents with these ids, even deleted ones. */
    async listByIds(ids: readonly string[]): Promise<StoredDocument[]> {
      return ids.length === 0 ? [] : documents.where('id', 'in', ids).execute();
    },

    /** Inserts a document after all others, or updates an existing one. */
    async save({ changedAt, deletedAt, ...document }: StoredDocument): Promise<void> {
      const row = { ...document, changed_at: changedAt, deleted_at: deletedAt };
      const updated = await db.updateTable('document').set(row).where('id', '=', row.id).executeTakeFirst();
      if (updated.numUpdatedRows > 0) return;
      const { last } = await db
        .selectFrom('document')
        .select(({ fn }) => fn.max('position').as('last'))
        .executeTakeFirstOrThrow();
      await db
        .insertInto('document')
        .values({ ...row, position: (last ?? 0) + 1 })
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('document').where('id', '=', id).execute();
    },

    async order(ids: readonly string[]): Promise<void> {
      for (const [index, id] of ids.entries()) {
        await db
          .updateTable('document')
          .set({ position: index + 1 })
          .where('id', '=', id)
          .execute();
      }
    },
  };
}
