import { DOCUMENT_LABELS } from '#contract/documents.ts';
import {
  differing,
  idOf,
  none,
  restoreFirst,
  textOf,
  type HistoryContext,
  type ItemHistory,
  type ParsedEntry,
} from '#server/records/history.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { formatFileSize } from '#shared/file-size.ts';
import {
  DOCUMENT_ORDER_SUBJECT,
  documentFileLost,
  documentSubject,
  hasOtherFile,
  orderDocuments,
  undeleteCutoff,
  undoDocument,
  type LoggedDocument,
} from './change-document.ts';
import { fileKeyOf } from './document-files.ts';
import { documentStores, type StoredDocument } from './document-store.ts';

const valuesOf = ({ before, after }: ParsedEntry) => [before, after] as (LoggedDocument | null)[];

export const documentHistory: readonly ItemHistory[] = [
  {
    subject: documentSubject(''),
    kind: 'document',
    nameOf: ({ title }) => textOf(title),
    async read(db, ids) {
      const documents = await documentStores(db).documents.listByIds(ids.map(idOf));
      return {
        names: documents.map(({ id, title }) => [documentSubject(id), title]),
        items: documents.map((document) => [documentSubject(document.id), document]),
      };
    },
    actionOf: ({ origin }) => (origin === 'clock' ? 'purged' : undefined),
    present: differing({
      labels: DOCUMENT_LABELS,
      formats: {
        size: formatFileSize,
        changedAt: (at: string, { site }) => formatDateTime(at, site.timeZone),
      },
    }),
    whyNot,
    files: {
      of(entry) {
        const [old, next] = valuesOf(entry);
        if (old?.name === undefined || old.revision === undefined || (next && !hasOtherFile(old, next)))
          return [];
        return [fileKeyOf({ name: old.name, revision: old.revision })];
      },
      lost: documentFileLost,
    },
    restore({ db, author, id, before, after, baseVersion, ...time }) {
      const [old = null, next = null] = [before, after] as (LoggedDocument | null)[];
      return undoDocument(documentStores(db), author, { id, before: old, after: next, baseVersion }, time);
    },
  },
  {
    subject: DOCUMENT_ORDER_SUBJECT,
    kind: 'document',
    names: () => ({ [DOCUMENT_ORDER_SUBJECT]: 'Documents' }),
    present: none,
    restore: ({ db, author, before, baseVersion }) =>
      orderDocuments(documentStores(db), author, { ids: before as string[], baseVersion }),
  },
];

function whyNot(entry: ParsedEntry, { items, ...time }: HistoryContext): string | undefined {
  const document = items.get(entry.subject) as StoredDocument | undefined;
  const [old, next] = valuesOf(entry);
  const cutoff = undeleteCutoff(time).toISOString();
  if (!document || (document.deletedAt !== null && document.deletedAt <= cutoff))
    return "This document was deleted for good, so it can't be restored.";
  if (!old || !next) return undefined;
  if (document.deletedAt !== null) return restoreFirst('This document');
  return hasOtherFile(old, next) && entry.at <= cutoff
    ? "The earlier file of this document was deleted for good, so it can't be restored."
    : undefined;
}
