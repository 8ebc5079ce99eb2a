import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';
import { createFileRows, createFileStores } from '#server/records/stored-file/file-rows.ts';

/** Stored document; `Tables` describes its columns. */
export type StoredDocument = Pick<
  Tables['document'],
  'id' | 'name' | 'title' | 'revision' | 'size' | 'hash'
> & { changedAt: string; deletedAt: string | null };

/** Creates the stores that the rules for documents need. */
export const documentStores = (db: DatabaseHandle) => ({
  documents: createDocumentStore(db),
  ...createFileStores(db),
});
export type DocumentStores = ReturnType<typeof documentStores>;

export const createDocumentStore = (db: DatabaseHandle) =>
  createFileRows<StoredDocument, StoredDocument>(db, {
    table: 'document',
    columns: {
      id: ['id', 'text'],
      name: ['name', 'text'],
      title: ['title', 'text'],
      revision: ['revision', 'text'],
      size: ['size', 'number'],
      hash: ['hash', 'text'],
      changedAt: ['changed_at', 'text'],
      deletedAt: ['deleted_at', 'text?'],
    },
    toRow: (row) => row,
    toColumns: (row) => row,
  });
