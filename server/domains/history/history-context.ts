import { API } from '#contract/paths.ts';
import type { Site } from '#contract/site.ts';
import { CASH_BIDS_SUBJECT } from '#server/domains/cash-bids/cash-bids.ts';
import {
  documentSubject,
  hasOtherFile,
  undeleteCutoff,
  type LoggedDocument,
} from '#server/domains/documents/change-document.ts';
import type { StoredDocument } from '#server/domains/documents/document-store.ts';
import { EMPLOYEES_SUBJECT } from '#server/domains/employees/employees.ts';
import { hasOtherFiles } from '#server/domains/images/change-image.ts';
import { smallSquareName } from '#server/domains/images/image-files.ts';
import { imageSubject, type LoggedImage } from '#server/domains/images/save-image.ts';
import { LOCATIONS_SUBJECT } from '#server/domains/locations/locations.ts';
import { ownPageIdOf, ownPageSubject, toOwnPage } from '#server/domains/own-pages/own-pages.ts';
import { pioneerItemSubject } from '#server/domains/pioneer/pioneer-items.ts';
import { HISTORY_SUBJECT } from '#server/platform/change-log/checkpoint.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import { calendarDay, formatDate, formatDateTime } from '#shared/date-time.ts';
import { PAGE_ROW, toPageRows, type PageRow } from '#shared/own-page-rows.ts';
import { contentStores } from '../domains.ts';
import { createHistoryStore } from './history-store.ts';
import { fileNote, purgedReason, readKeptImages, type FileState } from './kept-images.ts';
import { kindOf } from './history-kinds.ts';
import { fixedNames } from './item-names.ts';
import {
  documentsIn,
  idOf,
  imagesIn,
  imagesOfLocations,
  locationItem,
  namesLocation,
  itemIdOf,
  namedItems,
  rowName,
  type Context,
  type ParsedEntry,
} from './present-entry.ts';

export const LIST_SUBJECTS = [EMPLOYEES_SUBJECT, LOCATIONS_SUBJECT, CASH_BIDS_SUBJECT] as const;

/** Rows of lists whose entries hold only the fields that changed. */
export async function listRowNames(
  db: DatabaseHandle,
  subject: (typeof LIST_SUBJECTS)[number],
): Promise<Map<string, string>> {
  const { employees, locations, cashBids } = contentStores(db);
  const lists = {
    [EMPLOYEES_SUBJECT]: () => employees.list(),
    [LOCATIONS_SUBJECT]: () => locations.list(),
    [CASH_BIDS_SUBJECT]: () => cashBids.listNames(),
  };
  const rows = await lists[subject]();
  return new Map(rows.map((row) => [row.id, rowName(subject, row)]));
}

export type ContextParts = {
  site: Pick<Site, 'pioneer' | 'timeZone'>;
  /** Days for which deleted and replaced images can be restored. */
  deletedImageDays: number;
  now: () => Date;
};

/** Reads what the entries of a page leave out: names, and what can be restored. */
export async function readContext(
  db: DatabaseHandle,
  entries: readonly ParsedEntry[],
  { site, deletedImageDays, now }: ContextParts,
): Promise<Context> {
  const stores = contentStores(db);
  const history = createHistoryStore(db);
  const named = new Set(entries.flatMap(namedItems));
  const names = new Map(fixedNames(site));
  const present = new Set<string>();

  for (const subject of LIST_SUBJECTS) {
    const prefix = itemIdOf({ subject, item: '' });
    const ids = [...named].flatMap((id) => (id.startsWith(prefix) ? id.slice(prefix.length) : []));
    if (ids.length === 0) continue;
    const rows = await listRowNames(db, subject);
    for (const [id, name] of rows) {
      names.set(prefix + id, name);
      present.add(prefix + id);
    }
    const missing = ids.filter((id) => !rows.has(id));
    for (const { item, before } of await history.listRemovals(subject, missing)) {
      names.set(
        itemIdOf({ subject, item }),
        rowName(subject, parseValue(before) as Record<string, unknown> | null),
      );
    }
  }

  const pageIds = new Set([...named].flatMap((id) => ownPageIdOf(id)?.split('/')[0] ?? []));
  for (const id of pageIds) {
    const subject = ownPageSubject(id);
    const page = await stores.ownPages.find(id);
    const rows = page ? toPageRows(toOwnPage(page)) : await lastRows(subject);
    const title = rowName(subject, rows.find((row) => row.id === PAGE_ROW) ?? null) || 'Page';
    names.set(subject, title);
    names.set(itemIdOf({ subject, item: PAGE_ROW }), title);
    if (page) present.add(subject);
    const name = (row: Record<string, unknown> & { id: string }) =>
      names.set(itemIdOf({ subject, item: row.id }), `${title}, ${rowName(subject, row)}`);
    for (const row of rows) {
      if (row.id !== PAGE_ROW) name(row);
      if (page) present.add(itemIdOf({ subject, item: row.id }));
    }
    const missing = [...named].flatMap((each) =>
      each.startsWith(`${subject}/`) && !names.has(each) ? each.slice(subject.length + 1) : [],
    );
    for (const { item, before } of await history.listRemovals(subject, missing)) {
      if (item !== null) name({ ...(parseValue(before) as object | null), id: item });
    }
  }

  /** Returns the rows of a page before it was deleted. */
  async function lastRows(subject: string): Promise<PageRow[]> {
    const { entries: newest } = await history.list({ subject }, { above: 0, below: 2 ** 31 - 1, limit: 1 });
    const rows = parseValue(newest[0]?.before ?? 'null');
    return Array.isArray(rows)
      ? (rows as (PageRow | null)[]).filter((row) => row !== null && typeof row === 'object')
      : [];
  }

  const idsIn = (prefix: string, inPages: (entry: ParsedEntry) => string[]) => [
    ...new Set([
      ...[...named].flatMap((id) => (id.startsWith(prefix) ? idOf(id) : [])),
      ...entries.flatMap(inPages),
    ]),
  ];
  const imageIds = idsIn(imageSubject(''), imagesIn);
  const time = { now: await stores.databaseTime(now), deletedImageDays };
  const { images, stateOf } = await readKeptImages(db, imageIds, time);
  for (const [id, image] of images) names.set(imageSubject(id), rowName(imageSubject(id), image));
  const documentIds = idsIn(documentSubject(''), documentsIn);
  const documents = new Map<string, StoredDocument>();
  for (const document of await stores.documents.listByIds(documentIds)) {
    documents.set(document.id, document);
    names.set(documentSubject(document.id), document.title);
  }
  const itemIds = [...named].flatMap((id) => (id.startsWith(pioneerItemSubject('')) ? idOf(id) : []));
  for (const id of await stores.pioneer.listExisting(itemIds)) present.add(pioneerItemSubject(id));
  if (entries.some(namesLocation)) {
    for (const [id, name] of await listRowNames(db, LOCATIONS_SUBJECT)) names.set(locationItem(id), name);
  }
  for (const image of await stores.images.listByIds(entries.flatMap(imagesOfLocations)))
    names.set(imageSubject(image.id), rowName(imageSubject(image.id), image));

  const added = entries.filter(({ item, before }) => item === null && before === null);
  const firstVersions = await history.listFirstVersions([...new Set(added.map(({ subject }) => subject))]);
  const categories = new Map(site.pioneer.categories.map((each) => [each.category, each.categoryName]));

  const { timeZone } = site;
  const cutoff = undeleteCutoff(time).toISOString();
  const context: Context = {
    names,
    imageOf(id, logged, replacedAt) {
      const { fileName = '', crop = images.get(id)?.crop ?? '', altText, name } = logged;
      const files = stateOf(id, logged, replacedAt);
      const note = fileNote(files, timeZone);
      return {
        alt: altText || name || 'Image without a name',
        ...(files.state !== 'purged' && {
          url: `${API.keptImages}/${smallSquareName({ fileName, crop })}`,
        }),
        ...(note !== undefined && { note }),
      };
    },
    isFirst: ({ subject, version }) => (firstVersions.get(subject) ?? version) === version,
    formatTime: (iso) => formatDateTime(iso, timeZone),
    formatDay: (iso) => formatDate(calendarDay(new Date(iso), timeZone)),
    categoryName: (category) => categories.get(category) ?? String(category),
    whyNot(entry) {
      const { subject, before, after } = entry;
      const id = itemIdOf(entry);
      switch (kindOf(subject)) {
        case 'token':
          return "API tokens can't be restored. Create a new one under Cash Bids.";
        case 'account':
          return "Accounts and passwords can't be restored.";
        case 'futures':
          return "Futures prices come from the market, so they can't be restored.";
        case 'site':
          return subject === HISTORY_SUBJECT ? TRIMMED : BACKUP_RESTORED;
        case 'other':
          return "This change can't be restored.";
        case 'image':
          return subject.startsWith(imageSubject('')) ? whyNotImage(entry) : undefined;
        case 'page':
          if (entry.item !== null && !present.has(subject))
            return `${names.get(subject) ?? 'This page'} was deleted. Restore that first.`;
          return entry.item !== null && before !== null && after !== null && !present.has(id)
            ? `${names.get(id) ?? 'This block'} was deleted. Restore that first.`
            : undefined;
        case 'document':
          return subject.startsWith(documentSubject('')) ? whyNotDocument(entry) : undefined;
        case 'employee':
        case 'location':
        case 'bid':
        case 'pioneer': {
          const isChange = before !== null && after !== null && namedItems(entry).includes(id);
          const isRow = entry.item !== null || subject.startsWith(pioneerItemSubject(''));
          return isChange && isRow && !present.has(id)
            ? `${names.get(id) ?? 'This item'} was deleted. Restore that first.`
            : undefined;
        }
        case 'text':
        case 'table':
        case 'setting':
        case 'commodity':
          return undefined;
      }
    },
  };

  function whyNotImage({ subject, at, before, after }: ParsedEntry): string | undefined {
    const id = idOf(subject);
    const image = images.get(id);
    const [old, next] = [before, after] as (LoggedImage | null)[];
    const current = stateOf(id, image ?? {});
    if (current.state === 'purged') return purgedReason('This image', current, timeZone);
    if (!old || !next) return undefined;
    if (image?.deletedAt !== null) return 'This image was deleted. Restore that first.';
    if (!hasOtherFiles(old, next)) return undefined;
    const files: FileState = old.crop === undefined ? { state: 'purged' } : stateOf(id, old, at);
    return files.state === 'purged'
      ? purgedReason('The earlier file of this image', files, timeZone)
      : undefined;
  }

  function whyNotDocument({ subject, at, before, after }: ParsedEntry): string | undefined {
    const document = documents.get(idOf(subject));
    if (!document || (document.deletedAt !== null && document.deletedAt <= cutoff)) return DOCUMENT_PURGED;
    if (before === null || after === null) return undefined;
    if (document.deletedAt !== null) return 'This document was deleted. Restore that first.';
    const isReplaced = hasOtherFile(before as LoggedDocument, after as LoggedDocument);
    return isReplaced && at <= cutoff ? FILE_PURGED : undefined;
  }

  return context;
}

const DOCUMENT_PURGED = "This document was deleted for good, so it can't be restored.";
const FILE_PURGED = "The earlier file of this document was deleted for good, so it can't be restored.";
const BACKUP_RESTORED = 'A backup was restored. Only restoring another backup undoes it.';
const TRIMMED = "Changes that were deleted from the history can't be restored.";
