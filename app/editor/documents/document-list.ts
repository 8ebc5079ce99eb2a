import type { VersionId } from '#contract/content-version.ts';
import type { Document, SavedDocument } from '#contract/documents.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';
import { formatFileSize } from '#shared/file-size.ts';
import { idsIn } from '#app/editor/field/list-order.ts';

/** A document and the content version it was read at. */
export type VersionedDocument = { document: Document; version: VersionId };

/** Returns the document in the response of a save. */
export const savedDocument = ({
  body,
  version,
}: {
  body: SavedDocument;
  version: VersionId;
}): VersionedDocument => ({ document: body.content, version });

export const toOrder = (documents: readonly Pick<Document, 'id'>[]): string =>
  JSON.stringify(documents.map(({ id }) => id));

/** Returns the documents in a serialized order, updated with later changes and additions, without the deleted ones. */
export function currentDocuments(
  loaded: readonly VersionedDocument[],
  {
    changed,
    deletedIds,
    order,
  }: { changed: readonly VersionedDocument[]; deletedIds: ReadonlySet<string>; order: string },
): VersionedDocument[] {
  const all = new Map([...loaded, ...changed].map((known) => [known.document.id, known]));
  const positions = new Map(idsIn(order).map((id, position) => [id, position]));
  const positionOf = ({ document }: VersionedDocument) => positions.get(document.id) ?? positions.size;
  return [...all.values()]
    .filter(({ document }) => !deletedIds.has(document.id))
    .toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Describes the file, such as "PDF, 1.2 MB". */
export const fileText = ({ type, size }: Pick<Document, 'type' | 'size'>): string =>
  `${type.toUpperCase()}, ${formatFileSize(size)}`;

export const uploadedText = ({ changed }: Pick<Document, 'changed'>, timeZone: string): string =>
  formatDate(calendarDay(new Date(changed), timeZone));
