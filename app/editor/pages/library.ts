import type { DeletedDocuments, Document, Documents } from '#contract/documents.ts';
import type { Employees } from '#contract/employees.ts';
import type { Image } from '#contract/images.ts';
import type { OwnPageList } from '#contract/own-pages.ts';
import type { BlockSources } from '#shared/own-page-content.ts';
import { loadAllImages } from '#app/editor/files/upload-image.ts';
import { adminApi, type CallResult } from '#app/editor/shell/admin-api.ts';

/** What blocks refer to. */
export type Library = Omit<BlockSources, 'findImage' | 'findDocument'> & {
  images: readonly Image[];
  documents: readonly Document[];
  /** Those that can be restored. */
  deletedDocuments: DeletedDocuments;
  paths: readonly string[];
  list: OwnPageList;
};

type Loaded = {
  list: OwnPageList;
  employees: Employees;
  images: Image[];
  documents: Documents;
  deletedDocuments: DeletedDocuments;
};

export async function loadLibrary(): Promise<CallResult<Loaded>> {
  const [list, employees, images, documents, deleted] = await Promise.all([
    adminApi.ownPages(),
    adminApi.employees(),
    loadAllImages(),
    adminApi.documents(),
    adminApi.deletedDocuments(),
  ]);
  if (list.outcome !== 'done') return list;
  if (employees.outcome !== 'done') return employees;
  if (images.outcome !== 'done') return images;
  if (documents.outcome !== 'done') return documents;
  if (deleted.outcome !== 'done') return deleted;
  const body = {
    list: list.body,
    employees: employees.body,
    images: images.body,
    documents: documents.body,
    deletedDocuments: deleted.body,
  };
  return { ...list, body };
}
