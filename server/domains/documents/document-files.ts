import {
  DOCUMENT_NOT_ACCEPTED,
  documentTypeOf,
  type DeletedDocuments,
  type Document,
} from '#contract/documents.ts';
import { DOCUMENT_FILES } from '#contract/paths.ts';
import { ValidationError } from '#server/platform/errors.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';
import { slugOf } from '#server/records/stored-file/file-name.ts';
import type { Tables } from '#server/platform/database/database.ts';

/** Stored document; `Tables` describes its columns. */
export type StoredDocument = Pick<
  Tables['document'],
  'id' | 'name' | 'title' | 'revision' | 'size' | 'hash'
> & { changedAt: string; deletedAt: string | null; audience: Document['audience'] };

type NamedFile = Pick<StoredDocument, 'name' | 'revision'>;

/** Returns the name of the stored file. The content under a name never changes. */
export const storedName = ({ name, revision }: NamedFile): string => `${revision}.${documentType(name)}`;

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

export const presentDocument = ({
  id,
  name,
  title,
  size,
  changedAt,
  audience,
}: StoredDocument): Document => ({
  id,
  name,
  title,
  type: documentType(name),
  size,
  changed: changedAt,
  url: `${DOCUMENT_FILES}/${id}/${name}`,
  audience,
});

export const presentDeleted = ({ id, title, deletedAt }: StoredDocument): DeletedDocuments[number] => ({
  id,
  title,
  deletedAt: deletedAt ?? '',
});
