import {
  DOCUMENT_NOT_ACCEPTED,
  DOCUMENT_PATH,
  DOCUMENT_TOO_LARGE,
  DOCUMENTS_MAX,
  documentTypeOf,
  otherDocumentType,
  type DeletedDocuments,
  type Document,
} from '#contract/documents.ts';
import { DOCUMENT_FILES } from '#contract/paths.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { ValidationError } from '#server/platform/errors.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';
import { randomName, slugOf } from '#server/records/stored-file/file-name.ts';
import { fileTable } from '#server/records/stored-file/file-rows.ts';
import { createStoredFiles } from '#server/records/stored-file/stored-files.ts';

/** Stored document; `Tables` describes its columns. */
export type StoredDocument = Pick<
  Tables['document'],
  'id' | 'name' | 'title' | 'revision' | 'size' | 'hash'
> & { changedAt: string; deletedAt: string | null; audience: Document['audience'] };

type NamedFile = Pick<StoredDocument, 'name' | 'revision'>;

/** Returns the name of the stored file. The content under a name never changes. */
const storedName = ({ name, revision }: NamedFile): string => `${revision}.${documentType(name)}`;

export const fileKeyOf = (document: NamedFile): FileKey => `documents/${storedName(document)}`;

/** Returns the type of a document, whose name always has one of the extensions. */
export function documentType(name: string): Document['type'] {
  const type = documentTypeOf(name);
  if (!type) throw new RangeError(`${name} is not the file name of a document.`);
  return type;
}

/** Returns the name in the URL of a file. Throws ValidationError if it is no document. */
export function documentName(fileName: string): string {
  const type = documentTypeOf(fileName);
  if (!type) throw new ValidationError('not-a-document', DOCUMENT_NOT_ACCEPTED, '/fileName');
  return `${slugOf(fileName, 'document')}.${type}`;
}

export const presentDocument = (document: StoredDocument): Document => ({
  id: document.id,
  name: document.name,
  title: document.title,
  type: documentType(document.name),
  size: document.size,
  changed: document.changedAt,
  url: `${DOCUMENT_FILES}/${document.id}/${document.name}`,
  audience: document.audience,
});

const presentDeleted = ({ id, title, deletedAt }: StoredDocument): DeletedDocuments[number] => ({
  id,
  title,
  deletedAt: deletedAt ?? '',
});

export const DOCUMENT_ORDER_SUBJECT = 'document-order';

export const documentRules = createStoredFiles({
  noun: 'document',
  ...fileTable<StoredDocument, StoredDocument>({
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
    defaults: { audience: 'pages' },
    toRow: (row) => row,
    toColumns: (row) => row,
  }),
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
