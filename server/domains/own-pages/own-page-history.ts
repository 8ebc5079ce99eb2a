import { PAGE_LABELS } from '#contract/own-pages.ts';
import { counted } from '#contract/text.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import {
  fieldsIn,
  idOf,
  itemIdOf,
  named,
  restoreFirst,
  rowsIn,
  textOf,
  type Fields,
  type HistoryContext,
  type ItemHistory,
  type Row,
} from '#server/records/history.ts';
import type { HistoryStore } from '#server/records/history-store.ts';
import { blockName } from '#shared/block-names.ts';
import { listIn, PAGE_ROW, toPageRows } from '#shared/own-page-rows.ts';
import { visibleText } from '#shared/visible-text.ts';
import { ownPageSubject, type OwnPageStores } from './own-page-store.ts';
import { orderOwnPages, OWN_PAGE_ORDER_SUBJECT, toOwnPage, undoOwnPage } from './own-pages.ts';

const idsIn = (list: unknown) => (typeof list === 'string' ? (listIn(list) as string[]) : []);
const imageName = named('image', 'Deleted image');
const documentName = named('document', 'Deleted document');
const joined = (name: typeof imageName) => (ids: string, context: HistoryContext) =>
  idsIn(ids)
    .map((id) => name(id, context))
    .join(', ');

const FIELDS: Fields = {
  labels: PAGE_LABELS,
  formats: {
    level: (level: number) => (level === 2 ? 'Heading' : 'Subheading'),
    imageId: imageName,
    imageIds: joined(imageName),
    headers: (headers: string) => idsIn(headers).join(' | '),
    rows: (rows: string) => (listIn(rows) as string[][]).map((row) => row.join(' | ')).join('\n'),
    employeeIds: (ids: string) =>
      idsIn(ids).length === 0 ? 'Everyone' : counted(idsIn(ids).length, 'employee'),
    documentIds: joined(documentName),
  },
  html: ['html'],
};

export const ownPageHistory: readonly ItemHistory<OwnPageStores>[] = [
  {
    subject: ownPageSubject(''),
    kind: 'page',
    nameOf,
    read: readPages,
    mentions: ({ imageId, imageIds, documentIds }) => [
      ...[imageId, ...idsIn(imageIds)].map((id) => ({ kind: 'image' as const, id })),
      ...idsIn(documentIds).map((id) => ({ kind: 'document' as const, id })),
    ],
    fields: FIELDS,
    show: (value: unknown, { context }) =>
      Array.isArray(value) ? presentPage(value as Row[], context) : undefined,
    whyNot: ({ subject, item }, { names, items }) =>
      item !== null && !items.has(subject) ? restoreFirst(names.get(subject) ?? 'This page') : undefined,
    restore: undoOwnPage,
  },
  {
    subject: OWN_PAGE_ORDER_SUBJECT,
    kind: 'page',
    names: { [OWN_PAGE_ORDER_SUBJECT]: 'Pages' },
    restore: (stores, author, { before: ids, baseVersion }) =>
      orderOwnPages(stores, author, { ids, baseVersion }),
  },
];

/** Returns the title of a page, whose value is the list of its rows, or the name of a block. */
function nameOf(row: Row, page?: string): string {
  const own = Array.isArray(row) ? (row as Row[]).find(({ id }) => id === PAGE_ROW) : row;
  const name = own && 'kind' in own ? blockName(own) : textOf(own?.['title']);
  return page === undefined ? name : `${page}, ${name}`;
}

/** Reads the names of pages and their blocks; those of a deleted page from the log. */
async function readPages(
  { ownPages }: OwnPageStores,
  ids: readonly string[],
  { log }: { log: HistoryStore },
) {
  const names = new Map<string, string>();
  const items = new Map<string, unknown>();
  for (const subject of new Set(ids.map((id) => id.replace(/\/.*$/, '')))) {
    const page = await ownPages.find(idOf(subject));
    const [deletion] = page ? [] : await log.listEnds('last', [subject]);
    const logged = parseValue(deletion?.before ?? 'null');
    const rows: Row[] = page
      ? toPageRows(toOwnPage(page))
      : rowsIn({ before: Array.isArray(logged) ? logged : null, after: null });
    const title = nameOf(rows.find(({ id }) => id === PAGE_ROW) ?? {}) || 'Page';
    names.set(subject, title).set(itemIdOf({ subject, item: PAGE_ROW }), title);
    if (page) items.set(subject, page);
    for (const row of rows) {
      const id = itemIdOf({ subject, item: textOf(row['id']) });
      if (row['id'] !== PAGE_ROW) names.set(id, nameOf(row, title));
      if (page) items.set(id, row);
    }
  }
  return { names, items };
}

/** Presents all fields of a page, and one for each of its blocks. */
function presentPage(rows: readonly Row[], context: HistoryContext) {
  const fields = rows.flatMap((row, position) => {
    const own = fieldsIn(row, null, FIELDS, context);
    if (row['id'] === PAGE_ROW) return own;
    const text = own.map((field) => (field.html ? visibleText(field.text) : field.text)).filter(Boolean);
    return { label: `Block ${position}, ${blockName(row)}`, text: text.join('\n') };
  });
  return { type: 'fields' as const, fields };
}
