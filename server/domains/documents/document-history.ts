import { DOCUMENT_LABELS } from '#contract/documents.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';
import {
  idOf,
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
import type { DocumentStores, StoredDocument } from './document-store.ts';

export const documentHistory: readonly ItemHistory<DocumentStores>[] = [
  {
    subject: documentSubject(''),
    kind: 'document',
    nameOf: ({ title }) => textOf(title),
    async read({ documents }, ids) {
      const list = await documents.listByIds(ids.map(idOf));
      return {
        names: list.map(({ id, title }) => [documentSubject(id), title]),
        items: list.map((document) => [documentSubject(document.id), document]),
      };
    },
    fields: {
      labels: DOCUMENT_LABELS,
      formats: {
        size: formatFileSize,
        changedAt: (at: string, { site }) => formatDateTime(at, site.timeZone),
      },
    },
    whyNot,
    files: { of: filesToRestore, lost: documentFileLost },
    restore: undoDocument,
    listOf: () => DOCUMENT_ORDER_SUBJECT,
  },
  {
    subject: DOCUMENT_ORDER_SUBJECT,
    kind: 'document',
    names: { [DOCUMENT_ORDER_SUBJECT]: 'Documents' },
    restore: (stores, author, { before: ids, baseVersion }) =>
      orderDocuments(stores, author, { ids, baseVersion }),
  },
];

const valuesOf = ({ before, after }: ParsedEntry) => [before, after] as (LoggedDocument | null)[];

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

function filesToRestore(entry: ParsedEntry): FileKey[] {
  const [{ name, revision } = {}, next] = valuesOf(entry).map((value) => value ?? undefined);
  if (name === undefined || revision === undefined) return [];
  return next?.revision === revision ? [] : [fileKeyOf({ name, revision })];
}
