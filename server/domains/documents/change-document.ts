import { isDeepStrictEqual } from 'node:util';
import { DOCUMENTS_MAX, type Documents, type SavedDocument } from '#contract/documents.ts';
import type { Included } from '#contract/saved.ts';
import type { Author, BaseVersion } from '#server/platform/change-log/change-log-store.ts';
import {
  assertUnchangedSince,
  conflict,
  findChangeSince,
} from '#server/platform/change-log/assert-unchanged.ts';
import { mergeOrder } from '#server/platform/change-log/merge-order.ts';
import { checkOrder } from '#server/platform/check-ids-differ.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { presentDocument } from './document-files.ts';
import type { DocumentStores, StoredDocument } from './document-store.ts';

const DAY_MS = 24 * 60 * 60_000;

export const documentSubject = (id: string) => `document:${id}`;
export const DOCUMENT_ORDER_SUBJECT = 'document-order';

/** Fields of a document's file, which change together. */
const FILE_FIELDS = ['revision', 'size', 'hash', 'changedAt'] as const;
export type DocumentFile = Pick<StoredDocument, (typeof FILE_FIELDS)[number]>;

/** Document in the change log. A purge logs only some fields. */
export type LoggedDocument = Partial<ReturnType<typeof toLogValue>>;

export function toLogValue({ name, title, revision, size, hash, changedAt }: StoredDocument) {
  return { name, title, revision, size, hash, changedAt };
}

/**
 * Registers a document, or updates the title of one that the same upload has made. Throws ValidationError without `file`
 * for a new one, and ConflictError if it was deleted or there are too many.
 */
export async function saveDocument(
  stores: DocumentStores,
  author: Author,
  { id, name, title, file }: { id: string; name: string; title: string; file: DocumentFile | undefined },
): Promise<SavedDocument> {
  const before = await stores.documents.find(id);
  if (before?.deletedAt) throw documentDeleted();
  const known = before ?? (file && { id, name, deletedAt: null, ...file });
  if (!known || known.name !== name) throw nothingUploaded();
  if (!before && (await stores.documents.list()).length >= DOCUMENTS_MAX) throw tooMany();
  return storeDocument(stores, author, { before, after: { ...known, title: checkedTitle(title) } });
}

/** Changes the title or the file. Throws NotFoundError, or ConflictError if it has changed since `baseVersion`. */
export async function changeDocument(
  stores: DocumentStores,
  author: Author,
  {
    id,
    baseVersion,
    change,
  }: { id: string; baseVersion?: BaseVersion | undefined; change: DocumentFile | { title: string } | object },
): Promise<SavedDocument> {
  const before = await findDocument(stores, id);
  const checked = 'title' in change ? { ...change, title: checkedTitle(change.title) } : change;
  const after = { ...before, ...checked };
  if (!isDeepStrictEqual(before, after)) {
    await assertDocumentUnchangedSince(stores, { before, baseVersion, fields: Object.keys(change) });
  }
  return storeDocument(stores, author, { before, after });
}

/** Throws ConflictError with the current document if one of the fields has changed since `baseVersion`. */
export async function assertDocumentUnchangedSince(
  { changeLog }: Pick<DocumentStores, 'changeLog'>,
  {
    before,
    baseVersion,
    fields,
  }: { before: StoredDocument; baseVersion: BaseVersion | undefined; fields: readonly string[] },
): Promise<void> {
  if (baseVersion === undefined) return;
  const subject = documentSubject(before.id);
  const change = await findChangeSince(changeLog, { subject, baseVersion });
  if (!change) return;
  const { newest, isOtherHistory } = change;
  const seen = isOtherHistory ? undefined : await changeLog.findAt(subject, baseVersion.version);
  const then = seen?.value as Record<string, unknown> | null | undefined;
  const current: Record<string, unknown> = before;
  const isSame = then && fields.every((field) => then[field] === current[field]);
  if (!isSame) throw conflict({ ...newest, content: presentDocument(before) });
}

/** Deletes a document, but keeps its file, so that it can be undeleted. Throws NotFoundError if it does not exist. */
export async function removeDocument(
  stores: DocumentStores,
  author: Author,
  id: string,
  now: Date,
): Promise<void> {
  const before = await findDocument(stores, id);
  await stores.documents.save({ ...before, deletedAt: now.toISOString() });
  await stores.changeLog.append({
    author,
    subject: documentSubject(id),
    before: toLogValue(before),
    after: null,
  });
}

/** Time, and the days for which deleted images and documents can be restored. */
export type UndeleteTime = { now: Date; deletedImageDays: number };

/** Returns the undelete cutoff: documents deleted at or before this time cannot be undeleted. */
export const undeleteCutoff = ({ now, deletedImageDays }: UndeleteTime) =>
  new Date(now.getTime() - deletedImageDays * DAY_MS);

/** Undeletes a document at its previous position. Throws NotFoundError if it is unknown or was deleted too long ago. */
export async function undeleteDocument(
  stores: DocumentStores,
  author: Author,
  { id, ...time }: { id: string } & UndeleteTime,
): Promise<SavedDocument> {
  const before = await stores.documents.find(id);
  if (!before || (before.deletedAt && before.deletedAt <= undeleteCutoff(time).toISOString())) {
    throw noSuchDocument();
  }
  if (before.deletedAt && (await stores.documents.list()).length >= DOCUMENTS_MAX) throw tooMany();
  return storeDocument(stores, author, { before, after: { ...before, deletedAt: null } });
}

/**
 * Reorders the documents. Ignores unknown ids, and moves unlisted documents to the end. Merges moves since
 * `baseVersion`. Throws ValidationError for a duplicate id, and ConflictError if someone else has moved the same document.
 */
export async function orderDocuments(
  stores: DocumentStores,
  author: Author,
  { ids, baseVersion }: { ids: readonly string[]; baseVersion?: BaseVersion | undefined },
): Promise<{ content: Documents; version: number; changed: boolean; included?: Included[] }> {
  checkOrder(ids, '/ids');
  const before = await stores.documents.list();
  const subject = DOCUMENT_ORDER_SUBJECT;
  const current = before.map(presentDocument);
  const from = before.map(({ id }) => id);
  const stored = { subject, subjectOf: documentSubject, ids: from, current };
  const { ids: to, included } = await mergeOrder(stores.changeLog, stored, { ids, author, baseVersion });
  if (isDeepStrictEqual(from, to)) {
    return { content: current, version: await stores.changeLog.version(), changed: false, ...included };
  }
  await stores.documents.order(to);
  const version = await stores.changeLog.append({ author, subject, before: from, after: to });
  const positions = new Map(to.map((id, position) => [id, position]));
  const positionOf = ({ id }: Documents[number]) => positions.get(id) ?? 0;
  const content = current.toSorted((one, other) => positionOf(one) - positionOf(other));
  return { content, version, changed: true, ...included };
}

export const hasOtherFile = (before: LoggedDocument, after: LoggedDocument) =>
  before.revision !== after.revision;

/**
 * Undoes a logged change of a document: deletes it if `before` is null, undeletes it if `after` is, or sets what differs.
 * Its file must exist. Throws like `changeDocument` and `undeleteDocument`.
 */
export async function undoDocument(
  stores: DocumentStores,
  author: Author,
  {
    id,
    before,
    after,
    baseVersion,
  }: {
    id: string;
    before: LoggedDocument | null;
    after: LoggedDocument | null;
    baseVersion: BaseVersion | undefined;
  },
  time: UndeleteTime,
): Promise<void> {
  const stored = await stores.documents.find(id);
  if (before !== null && after !== null) {
    const fields = [
      ...(before.title === after.title ? [] : (['title'] as const)),
      ...(hasOtherFile(before, after) ? FILE_FIELDS : []),
    ];
    const change = Object.fromEntries(fields.map((field) => [field, before[field]]));
    await changeDocument(stores, author, { id, baseVersion, change });
    return;
  }
  const isWanted = before !== null;
  if (!isWanted && (!stored || stored.deletedAt !== null)) return;
  if (isWanted && stored?.deletedAt === null) return;
  const current = stored?.deletedAt === null ? presentDocument(stored) : null;
  await assertUnchangedSince(stores.changeLog, { subject: documentSubject(id), baseVersion, current });
  if (isWanted) await undeleteDocument(stores, author, { id, ...time });
  else await removeDocument(stores, author, id, time.now);
}

/** Returns a document. Throws NotFoundError if it is unknown or deleted. */
export async function findDocument(
  stores: Pick<DocumentStores, 'documents'>,
  id: string,
): Promise<StoredDocument> {
  const document = await stores.documents.find(id);
  if (!document || document.deletedAt) throw noSuchDocument();
  return document;
}

/** Saves a document and logs the change, unless nothing has changed. */
export async function storeDocument(
  stores: DocumentStores,
  author: Author,
  { before, after }: { before: StoredDocument | undefined; after: StoredDocument },
): Promise<SavedDocument> {
  const content = presentDocument(after);
  if (isDeepStrictEqual(before, after)) {
    return { content, version: await stores.changeLog.version(), changed: false };
  }
  await stores.documents.save(after);
  const version = await stores.changeLog.append({
    author,
    subject: documentSubject(after.id),
    before: before && !before.deletedAt ? toLogValue(before) : null,
    after: toLogValue(after),
  });
  return { content, version, changed: true };
}

function checkedTitle(title: string): string {
  if (title.trim() === '') {
    throw new ValidationError('invalid', 'Enter a title for this document.', '/title');
  }
  // Replace lone surrogates, which a length limit can leave behind and UTF-8 cannot encode.
  return title.toWellFormed();
}

const documentDeleted = () =>
  new ConflictError(
    'document-deleted',
    'This document was deleted. You can restore it from the list of deleted documents.',
  );

const tooMany = () =>
  new ConflictError(
    'too-many-documents',
    `Your website has ${DOCUMENTS_MAX.toLocaleString('en-US')} documents, and that's the most it can hold. Delete one first.`,
  );

export const noSuchDocument = () =>
  new NotFoundError('no-such-document', 'This document no longer exists. Reload the page.');

export const documentFileLost = () =>
  new ConflictError(
    'document-file-lost',
    "This document's file is missing, so we can't restore it. Upload the document again.",
  );

export const nothingUploaded = () =>
  new ValidationError(
    'nothing-uploaded',
    "We can't find this upload. It may have expired. Upload the file again.",
    '/fileUrl',
  );
