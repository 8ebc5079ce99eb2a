import { DOCUMENTS_MAX, type Document, type Documents, type SavedDocument } from '#contract/documents.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { ValidationError } from '#server/platform/errors.ts';
import type { Based, Saved } from '#server/records/stored-file/file-kind.ts';
import { createStoredFiles } from '#server/records/stored-file/stored-files.ts';
import { fileKeyOf, presentDocument } from './document-files.ts';
import { documentStores, type DocumentStores, type StoredDocument } from './document-store.ts';

export { undeleteCutoff } from '#server/records/stored-file/file-trash.ts';

export const DOCUMENT_ORDER_SUBJECT = 'document-order';

export type DocumentFile = Pick<StoredDocument, 'revision' | 'size' | 'hash' | 'changedAt'>;

/** Document in the change log. A purge logs only some fields. */
export type LoggedDocument = Partial<ReturnType<typeof toLogValue>>;

export function toLogValue({ name, title, revision, size, hash, changedAt }: StoredDocument) {
  return { name, title, revision, size, hash, changedAt };
}

export const documentRules = createStoredFiles<StoredDocument, Document, DocumentStores>({
  noun: 'document',
  urlField: 'fileUrl',
  stores: documentStores,
  rowsIn: ({ documents }) => documents,
  keysOf: (document) => [fileKeyOf(document)],
  keyFields: ['name', 'revision'],
  texts: ['title'],
  choices: ['revision'],
  made: ['size', 'hash', 'changedAt'],
  logged: toLogValue,
  purged: ({ name, title, deletedAt }) => ({ name, title, deletedAt }),
  present: presentDocument,
  max: DOCUMENTS_MAX,
  needsFileTo: 'restore',
  checkTexts({ title }) {
    if (title?.trim() === '') {
      throw new ValidationError('invalid', 'Enter a title for this document.', '/title');
    }
  },
});

export const documentSubject = documentRules.subjectOf;
export const storeDocument = documentRules.store;
export const removeDocument = documentRules.remove;
export const undoDocument = documentRules.undo;
export const hasOtherFile = documentRules.hasOtherFiles;
export const documentFileLost = documentRules.problems.fileLost;

/** Registers a document, or updates the title of one that the same upload has made. Throws like the rule. */
export const saveDocument = (
  stores: DocumentStores,
  author: Author,
  { id, name, title, file }: { id: string; name: string; title: string; file: DocumentFile | undefined },
): Promise<SavedDocument> => {
  const made = file && { id, name, title, deletedAt: null, ...file };
  return documentRules.save(stores, author, { named: { id, name }, texts: { title }, made });
};

/** Reorders the documents. Throws like the rule. */
export const orderDocuments = (
  stores: DocumentStores,
  author: Author,
  order: { ids: readonly string[] } & Based,
): Promise<Saved<Documents[number][]>> =>
  documentRules.order(stores, author, { subject: DOCUMENT_ORDER_SUBJECT, path: '/ids', ...order });
