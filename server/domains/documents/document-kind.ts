import { DOCUMENT_PATH, DOCUMENT_TOO_LARGE, DOCUMENTS_MAX, otherDocumentType } from '#contract/documents.ts';
import { DOCUMENT_FILES } from '#contract/paths.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { randomName } from '#server/records/stored-file/file-name.ts';
import { createFileRows } from '#server/records/stored-file/file-rows.ts';
import { createStoredFiles } from '#server/records/stored-file/stored-files.ts';
import {
  documentName,
  documentType,
  fileKeyOf,
  presentDeleted,
  presentDocument,
  type StoredDocument,
} from './document-files.ts';

export const DOCUMENT_ORDER_SUBJECT = 'document-order';

export const documentRules = createStoredFiles({
  noun: 'document',
  rows: (db: DatabaseHandle) =>
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
        audience: ['audience', ['link', 'pages']],
      },
      toRow: (row) => row,
      toColumns: (row) => row,
    }),
  empty: {
    name: '',
    title: '',
    revision: '',
    size: 0,
    hash: '',
    changedAt: '',
    deletedAt: null,
    audience: 'pages',
  },
  nameField: 'name',
  texts: ['title', 'audience'],
  choices: ['revision'],
  made: ['size', 'hash', 'changedAt'],
  named: ['revision'],
  keysOf: (document) => [fileKeyOf(document)],
  purged: ({ name, title, deletedAt }) => ({ name, title, deletedAt }),
  present: presentDocument,
  presentDeleted,
  lists: { [DOCUMENT_ORDER_SUBJECT]: 'Documents' },
  listOf: () => DOCUMENT_ORDER_SUBJECT,
  idsPath: '/ids',
  checkTexts({ title }) {
    if (title === undefined || title.trim() !== '') return;
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
