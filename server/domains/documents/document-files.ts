import { documentTypeOf, type DeletedDocuments, type Document } from '#contract/documents.ts';
import { DOCUMENT_FILES } from '#contract/paths.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';
import type { StoredDocument } from './document-store.ts';

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

export const presentDocument = ({ id, name, title, size, changedAt }: StoredDocument): Document => ({
  id,
  name,
  title,
  type: documentType(name),
  size,
  changed: changedAt,
  url: `${DOCUMENT_FILES}/${id}/${name}`,
});

export const presentDeleted = ({ id, title, deletedAt }: StoredDocument): DeletedDocuments[number] => ({
  id,
  title,
  deletedAt: deletedAt ?? '',
});
