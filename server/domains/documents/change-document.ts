import {
  DOCUMENT_PATH,
  DOCUMENT_TOO_LARGE,
  DOCUMENTS_MAX,
  otherDocumentType,
  type Document,
} from '#contract/documents.ts';
import { DOCUMENT_FILES } from '#contract/paths.ts';
import type { Author } from '#server/platform/change.ts';
import { ValidationError } from '#server/platform/errors.ts';
import type { Based, Saved } from '#server/records/stored-file/file-kind.ts';
import { randomName } from '#server/records/stored-file/file-name.ts';
import { createStoredFiles } from '#server/records/stored-file/stored-files.ts';
import { documentName, documentType, fileKeyOf, presentDocument } from './document-files.ts';
import { documentStores, type DocumentStores, type StoredDocument } from './document-store.ts';

export { undeleteCutoff } from '#server/records/stored-file/stored-files.ts';

export const DOCUMENT_ORDER_SUBJECT = 'document-order';

/** Document in the change log. A purge logs only some fields. */
export type LoggedDocument = Partial<ReturnType<typeof toLogValue>>;

export function toLogValue({ name, title, revision, size, hash, changedAt }: StoredDocument) {
  return { name, title, revision, size, hash, changedAt };
}

export const documentRules = createStoredFiles<StoredDocument, Document, DocumentStores>({
  noun: 'document',
  stores: documentStores,
  rowsIn: ({ documents }) => documents,
  empty: { name: '', title: '', revision: '', size: 0, hash: '', changedAt: '', deletedAt: null },
  nameField: 'name',
  texts: ['title'],
  choices: ['revision'],
  made: ['size', 'hash', 'changedAt'],
  keysOf: (document) => [fileKeyOf(document)],
  logged: toLogValue,
  purged: ({ name, title, deletedAt }) => ({ name, title, deletedAt }),
  present: presentDocument,
  checkTexts({ title }) {
    if (title?.trim() !== '') return;
    throw new ValidationError('invalid', 'Enter a title for this document.', '/title');
  },
  max: DOCUMENTS_MAX,
  needsFileTo: 'restore',
  urlField: 'fileUrl',
  tooLarge: DOCUMENT_TOO_LARGE,
  newUrl: (fileName) => `${DOCUMENT_FILES}/${randomName()}/${documentName(fileName)}`,
  uploadAt(path) {
    const [, id = '', name = ''] = DOCUMENT_PATH.exec(path) ?? [];
    return id ? { named: { id, name }, key: `uploads/${id}-${name}` } : undefined;
  },
  replacement({ name }, { named }) {
    const type = documentType(name);
    if (documentType(named.name ?? '') === type) return { revision: named.id };
    throw new ValidationError('other-type', otherDocumentType(type), '/fileUrl');
  },
});

export const documentSubject = documentRules.subjectOf;
export const saveDocument = documentRules.save;
export const storeDocument = documentRules.store;
export const removeDocument = documentRules.remove;
export const undoDocument = documentRules.undo;
export const hasOtherFile = documentRules.hasOtherFiles;
export const documentFileLost = documentRules.problems.fileLost;

/** Reorders the documents. Throws like the rule. */
export const orderDocuments = (
  stores: DocumentStores,
  author: Author,
  { ids, baseVersion }: { ids: readonly string[] } & Based,
): Promise<Saved<Document[]>> =>
  documentRules.order(stores, author, { subject: DOCUMENT_ORDER_SUBJECT, path: '/ids', ids, baseVersion });
