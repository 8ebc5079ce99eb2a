import { isDeepStrictEqual } from 'node:util';
import type { Commodity } from '#contract/cash-bids.ts';
import {
  HISTORY_ROWS_SHOWN,
  type HistoryEntry,
  type HistoryImage,
  type HistoryValue,
} from '#contract/history.ts';
import type { SettingValue } from '#contract/site-settings.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import type { EndedSessions, LoggedAccount } from '#server/domains/accounts/log-account.ts';
import type { BidColumns } from '#server/domains/cash-bids/cash-bid-store.ts';
import { documentSubject } from '#server/domains/documents/change-document.ts';
import { hasOtherFiles } from '#server/domains/images/change-image.ts';
import { imageSubject, type LoggedImage } from '#server/domains/images/save-image.ts';
import { toExceptions } from '#server/domains/locations/location-store.ts';
import { LOCATIONS_SUBJECT } from '#server/domains/locations/locations.ts';
import { OWN_PAGE_ORDER_SUBJECT, ownPageSubject } from '#server/domains/own-pages/own-pages.ts';
import { HISTORY_SUBJECT, type Checkpoint } from '#server/platform/change-log/checkpoint.ts';
import { entryId, type LogEntry } from '#server/platform/change-log/change-log-store.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import { formatFileSize } from '#shared/file-size.ts';
import { formatDate } from '#shared/date-time.ts';
import { dollars, formatCents, formatEighths, unitsFromCash } from '#shared/bid-prices.ts';
import { blockName } from '#shared/block-names.ts';
import { listIn, PAGE_ROW } from '#shared/own-page-rows.ts';
import { visibleText } from '#shared/visible-text.ts';
import { counted } from '#contract/text.ts';
import { kindOf } from './history-kinds.ts';
import { presentSetting } from './present-setting.ts';

type Fields = Record<string, unknown>;
type Field = { label: string; text: string; html?: true };

export type ParsedEntry = Omit<LogEntry, 'before' | 'after'> & { before: unknown; after: unknown };

/** What the values of an entry leave out. */
export type Context = {
  /** Names by item id. */
  names: ReadonlyMap<string, string>;
  /** True if no earlier entry concerns the subject. */
  isFirst(entry: ParsedEntry): boolean;
  formatTime(iso: string): string;
  formatDay(iso: string): string;
  categoryName(category: number): string;
  whyNot(entry: ParsedEntry): string | undefined;
  /** Returns the image with the files of a logged one, which a change at `replacedAt` replaced. */
  imageOf(id: string, logged: LoggedImage, replacedAt?: string): HistoryImage;
};

export function parseEntry(entry: LogEntry): ParsedEntry {
  return { ...entry, before: parseValue(entry.before), after: parseValue(entry.after) };
}

export function presentEntry(entry: ParsedEntry, context: Context): HistoryEntry {
  const { version, hash, at, origin, author, subject } = entry;
  const [name, restored] = origin.split(':');
  const [before, after] = readableValuesOf(entry, context);
  const reason = context.whyNot(entry);
  return {
    id: entryId({ version, hash }),
    at,
    origin: (restored ? 'admin' : name) as HistoryEntry['origin'],
    author,
    kind: kindOf(subject),
    item: { id: itemIdOf(entry), name: nameOf(entry, context) },
    action: actionOf(entry, context),
    before,
    after,
    ...(restored && { restored }),
    canRestore: reason === undefined,
    ...(reason !== undefined && { reason }),
  };
}

export const itemIdOf = ({ subject, item }: Pick<LogEntry, 'subject' | 'item'>) =>
  item === null ? subject : `${subject}/${item}`;

/** Returns the id of an image, document, or Pioneer item, which is part of its subject. */
export const idOf = (subject: string) => subject.slice(subject.indexOf(':') + 1);

function actionOf({ origin, subject, item, before, after, ...entry }: ParsedEntry, context: Context) {
  if (origin.startsWith('restore')) return 'restored';
  const kind = kindOf(subject);
  if (subject === HISTORY_SUBJECT) return 'deleted';
  if ((kind === 'image' || kind === 'document') && origin === 'clock') return 'purged';
  if (after === null && before !== null) return 'deleted';
  if (before === null) {
    const isNew = item !== null || context.isFirst({ origin, subject, item, before, after, ...entry });
    return isNew ? 'added' : 'restored';
  }
  if (isOrder(before) || isOrder(after)) return 'moved';
  const moved = kind === 'pioneer' && (before as Fields)['category'] !== (after as Fields)['category'];
  return moved ? 'moved' : 'changed';
}

const isOrder = (value: unknown): value is string[] => Array.isArray(value) && typeof value[0] === 'string';

/** Returns what a person calls the item: its name now, or else its name in the entry. */
function nameOf({ subject, item, before, after }: ParsedEntry, { names }: Context): string {
  return (
    names.get(itemIdOf({ subject, item })) ??
    (rowName(subject, (after ?? before) as Fields | null) || subject)
  );
}

/** Returns the name of a complete row, or '' if it has none. */
export function rowName(subject: string, row: Fields | null): string {
  if (row === null || typeof row !== 'object') return '';
  const kind = kindOf(subject);
  if (kind === 'bid') {
    const names = ['commodity', 'location', 'delivery'].map((field) => textOf(row[field]));
    return names.filter((name) => name !== '').join(', ');
  }
  if (kind === 'pioneer') {
    const words = visibleText(textOf(row['description']));
    const start = words.slice(0, NAME_LENGTH).trimEnd();
    return words.length > NAME_LENGTH ? `${start}…` : words || 'Pioneer item';
  }
  if (kind === 'document') return textOf(row['title']);
  if (kind === 'page') {
    const own = Array.isArray(row) ? (row as Fields[]).find(({ id }) => id === PAGE_ROW) : row;
    return own && 'kind' in own ? blockName(own) : textOf(own?.['title']);
  }
  return textOf(row['name']) || (kind === 'image' ? 'Image without a name' : '');
}

const NAME_LENGTH = 60;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

type Value = HistoryValue | null;

/** Returns no values if they cannot be read: one broken entry must not hide the others. */
function readableValuesOf(entry: ParsedEntry, context: Context): [Value, Value] {
  try {
    return valuesOf(entry, context);
  } catch {
    return [null, null];
  }
}

function valuesOf({ subject, item, at, before, after }: ParsedEntry, context: Context): [Value, Value] {
  const kind = kindOf(subject);
  if (isOrder(before) || isOrder(after)) return orders(subject, toIds(before), toIds(after), context);
  if (kind === 'employee' && item === null) return bothOf(before, after, tableOf(EMPLOYEE_FIELDS));
  if (kind === 'bid' && item === null) return bothOf(before, after, tableOf(BID_FIELDS));
  switch (kind) {
    case 'text':
      return bothOf(before, after, (value) => toText(value, RICH.has(subject)));
    case 'table':
      return splices(before, after);
    case 'commodity':
      return bothOf(before, after, tableOf(COMMODITY_FIELDS));
    case 'employee':
      return bothOf(before, after, (value) => fieldsOf(value as Fields, EMPLOYEE_FIELDS));
    case 'location':
      return bothOf(before, after, (value) => fieldsOf(value as Fields, locationFields(context)));
    case 'bid':
      return bothOf(before, after, (value) => fieldsOf(value as Fields, bidFields(context)));
    case 'pioneer':
      return typeof (before ?? after) === 'string'
        ? bothOf(before, after, (value) => toText(value, false))
        : differing(before, after, pioneerFields(context));
    case 'image':
      return images({ subject, at, before, after }, context);
    case 'setting':
      return presentSetting(idOf(subject), before as SettingValue, after as SettingValue);
    case 'document':
      return differing(before, after, documentFields(context));
    case 'page':
      return bothOf(before, after, (value) =>
        Array.isArray(value)
          ? pageFields(value as Fields[], context)
          : fieldsOf(value as Fields, pageRowFields(context)),
      );
    case 'token':
      return bothOf(before, after, (value) => fieldsOf(value as Fields, { name: { label: 'Name' } }));
    case 'account':
      return differing(before, after, ACCOUNT_FIELDS);
    case 'futures':
      return bothOf(before, after, toQuotes);
    case 'site':
      return bothOf(before, after, (value) =>
        toText(
          subject === HISTORY_SUBJECT
            ? `Changes through ${context.formatDay((value as Checkpoint).at)}`
            : (value as Fields)['backup'],
          false,
        ),
      );
    case 'other':
      return [null, null];
  }
}

const bothOf = (
  before: unknown,
  after: unknown,
  present: (value: unknown) => HistoryValue,
): [Value, Value] => [before === null ? null : present(before), after === null ? null : present(after)];

const RICH = new Set<string>(SITE_TEXTS.filter(({ richText }) => richText).map(({ subject }) => subject));

const toText = (value: unknown, isHtml: boolean): HistoryValue => ({
  type: 'text',
  text: textOf(value),
  ...(isHtml && { html: true }),
});

type FieldRules = Record<string, { label: string; html?: true; format?: (value: never) => string }>;

const EMPLOYEE_FIELDS: FieldRules = {
  name: { label: 'Name' },
  title: { label: 'Title' },
  phoneNumber: { label: 'Phone number' },
  email: { label: 'Email' },
};

const locationFields = ({ names }: Context): FieldRules => ({
  name: { label: 'Name' },
  address: { label: 'Address' },
  phoneNumber: { label: 'Phone number' },
  fax: { label: 'Fax number' },
  emergencyNumber: { label: 'Emergency number' },
  normalMonFri: { label: 'Normal Mon-Fri' },
  normalSatSun: { label: 'Normal Sat & Sun' },
  harvestMonFri: { label: 'Harvest Mon-Fri' },
  harvestSatSun: { label: 'Harvest Sat & Sun' },
  exceptions: {
    label: 'Special days',
    format: (json: string) =>
      toExceptions(json)
        .map(({ date, hours }) => `${formatDate(date)}: ${hours}`)
        .join('\n'),
  },
  services: { label: 'Services' },
  mapUrl: { label: 'Map link' },
  imageId: {
    label: 'Image',
    format: (id: string) => (id === '' ? '' : (names.get(imageSubject(id)) ?? 'Deleted image')),
  },
});

const orBlank =
  <V>(format: (value: V) => string) =>
  (value: V | null) =>
    value === null ? '' : format(value);

const BID_FIELDS: FieldRules & Partial<Record<keyof BidColumns, unknown>> = {
  location: { label: 'Location' },
  commodity: { label: 'Commodity' },
  delivery: { label: 'Delivery' },
  delivery_start: { label: 'Delivery start' },
  delivery_end: { label: 'Delivery end' },
  futures_month: { label: 'Futures month' },
  futures_eighths: { label: 'Futures', format: orBlank(formatEighths) },
  change_eighths: { label: 'Change', format: orBlank(formatEighths) },
  basis_hundredths: { label: 'Basis', format: orBlank(formatCents) },
  cash_price: { label: 'Fixed price', format: orBlank((price: number) => dollars(unitsFromCash(price))) },
  active: { label: 'On website', format: (active: number) => (active === 1 ? 'Yes' : 'No') },
  notes: { label: 'Notes' },
};

const bidFields = ({ names }: Context): FieldRules => ({
  ...(BID_FIELDS as FieldRules),
  location_id: {
    label: 'Phone and hours of',
    format: orBlank((id: string) => names.get(locationItem(id)) ?? 'a deleted location'),
  },
});

const COMMODITY_FIELDS: FieldRules & Record<keyof Commodity, unknown> = {
  name: { label: 'Name' },
  poundsPerBushel: { label: 'Pounds per bushel' },
  rounding: { label: 'Rounding' },
  decimals: { label: 'Decimals' },
  futuresRoot: { label: 'Futures symbol' },
};

const pioneerFields = ({ categoryName }: Context): FieldRules => ({
  category: { label: 'Category', format: categoryName },
  description: { label: 'Description', html: true },
});

const SIGNED_OUT: Record<EndedSessions, string> = {
  all: 'On every device',
  others: 'On all other devices',
  one: 'On one device',
};

const ACCOUNT_FIELDS: FieldRules & Record<keyof LoggedAccount, unknown> = {
  name: { label: 'Name' },
  password: { label: 'Password', format: () => 'Set to a new one' },
  signedOut: { label: 'Signed out', format: (sessions: EndedSessions) => SIGNED_OUT[sessions] },
};

const IMAGE_FIELDS: FieldRules = {
  name: { label: 'Name' },
  altText: { label: 'Description' },
  type: { label: 'List', format: (type: number) => (type === 0 ? 'Gallery' : 'Products') },
  focus: { label: 'Crop', format: ({ x, y }: { x: number; y: number }) => `${x}% from left, ${y}% from top` },
};

const documentFields = ({ formatTime }: Context): FieldRules => ({
  title: { label: 'Title' },
  size: { label: 'Size', format: formatFileSize },
  changedAt: { label: 'Uploaded', format: formatTime },
});

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

const pageRowFields = ({ names }: Context): FieldRules => ({
  title: { label: 'Title' },
  address: { label: 'Address' },
  description: { label: 'Description' },
  inMenu: { label: 'In the menu', format: yesOrNo },
  hidden: { label: 'Hidden', format: yesOrNo },
  level: { label: 'Size', format: (level: number) => (level === 2 ? 'Heading' : 'Subheading') },
  text: { label: 'Heading' },
  html: { label: 'Text', html: true },
  imageId: { label: 'Image', format: (id: string) => imageName(names, id) },
  imageIds: {
    label: 'Images',
    format: (ids: string) =>
      idsIn(ids)
        .map((id) => imageName(names, id))
        .join(', '),
  },
  caption: { label: 'Caption' },
  headers: { label: 'Headers', format: (headers: string) => idsIn(headers).join(' | ') },
  rows: {
    label: 'Rows',
    format: (rows: string) => (listIn(rows) as string[][]).map((row) => row.join(' | ')).join('\n'),
  },
  employeeIds: {
    label: 'People',
    format: (ids: string) => (idsIn(ids).length === 0 ? 'Everyone' : counted(idsIn(ids).length, 'employee')),
  },
  documentIds: {
    label: 'Documents',
    format: (ids: string) =>
      idsIn(ids)
        .map((id) => names.get(documentSubject(id)) ?? 'Deleted document')
        .join(', '),
  },
  message: { label: 'Message' },
  phoneNumber: { label: 'Phone number' },
  height: { label: 'Height' },
});

const idsIn = (list: string) => listIn(list) as string[];

const imageName = (names: ReadonlyMap<string, string>, id: string) =>
  id === '' ? '' : (names.get(imageSubject(id)) ?? 'Deleted image');

/** Presents all fields of a page, and one for each of its blocks. */
function pageFields(rows: readonly Fields[], context: Context): HistoryValue {
  const rules = pageRowFields(context);
  const fields = rows.flatMap((row, position) => {
    const own = toFields(row, rules);
    if (row['id'] === PAGE_ROW) return own;
    const text = own.map((field) => (field.html ? visibleText(field.text) : field.text)).filter(Boolean);
    return { label: `Block ${position}, ${blockName(row)}`, text: text.join('\n') };
  });
  return { type: 'fields', fields };
}

/** Returns the ids of the images that the values of a page's entry name. */
export const imagesIn = (entry: ParsedEntry): string[] =>
  rowsIn(entry).flatMap(({ imageId, imageIds }) => [
    ...(typeof imageId === 'string' && imageId !== '' ? [imageId] : []),
    ...(typeof imageIds === 'string' ? idsIn(imageIds) : []),
  ]);

/** Returns the ids of the documents that the values of a page's entry name. */
export const documentsIn = (entry: ParsedEntry): string[] =>
  rowsIn(entry).flatMap(({ documentIds }) => (typeof documentIds === 'string' ? idsIn(documentIds) : []));

/** Returns the rows of pages in an entry. */
const rowsIn = ({ subject, before, after }: ParsedEntry): Fields[] =>
  kindOf(subject) === 'page'
    ? ([before, after].flat().filter((row) => typeof row === 'object' && row !== null) as Fields[])
    : [];

function toFields(row: Fields, rules: FieldRules): Field[] {
  return Object.entries(rules).flatMap(([name, { label, html, format = textOf }]) =>
    name in row ? [{ label, text: format(row[name] as never), ...(html && { html }) }] : [],
  );
}

const fieldsOf = (row: Fields, rules: FieldRules): HistoryValue => ({
  type: 'fields',
  fields: toFields(row, rules),
});

/** Presents the fields of two complete rows that differ. */
function differing(before: unknown, after: unknown, rules: FieldRules): [Value, Value] {
  const [old, next] = [before, after] as [Fields | null, Fields | null];
  const part = (row: Fields, other: Fields | null): Fields =>
    other === null
      ? row
      : Object.fromEntries(
          Object.entries(row).filter(([name, value]) => !isDeepStrictEqual(value, other[name])),
        );
  return [old && fieldsOf(part(old, next), rules), next && fieldsOf(part(next, old), rules)];
}

function images(
  { subject, at, before, after }: Pick<ParsedEntry, 'subject' | 'at' | 'before' | 'after'>,
  { imageOf }: Context,
): [Value, Value] {
  const [old, next] = [before, after] as (LoggedImage | null)[];
  const [oldFields, nextFields] = differing(before, after, IMAGE_FIELDS);
  const isPictured = !old || !next || hasOtherFiles(old, next);
  // A purge is logged without a name.
  const withImage = (fields: Value, logged: LoggedImage | null | undefined, replacedAt?: string): Value =>
    isPictured && fields?.type === 'fields' && logged?.name !== undefined
      ? { ...fields, image: imageOf(idOf(subject), logged, replacedAt) }
      : fields;
  return [withImage(oldFields, old, at), withImage(nextFields, next)];
}

const cells = (headers: string[] | null, rows: string[][], firstRow = 1): HistoryValue => ({
  type: 'cells',
  firstRow,
  headers,
  rows: rows.slice(0, HISTORY_ROWS_SHOWN),
  moreRows: Math.max(0, rows.length - HISTORY_ROWS_SHOWN),
});

const tableOf = (rules: FieldRules) => (rows: unknown) =>
  cells(
    Object.values(rules).map(({ label }) => label),
    (rows as Fields[]).map((row) =>
      Object.entries(rules).map(([name, { format = textOf }]) =>
        name in row ? format(row[name] as never) : '',
      ),
    ),
  );

type LoggedPart = { at?: number; rows: string[][]; headers?: string[] };

const splices = (before: unknown, after: unknown): [Value, Value] =>
  bothOf(before, after, (value) => {
    const { at = 0, rows, headers = null } = value as LoggedPart;
    return cells(headers, rows, at + 1);
  });

const toIds = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

/** Returns the ids from the first to the last that moved, as far as they are shown. */
function movedIds(before: string[], after: string[]) {
  let first = 0;
  while (first < before.length && before[first] === after[first]) first += 1;
  let same = 0;
  while (same < before.length - first && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const part = (ids: string[]) => ({
    ids: ids.slice(first, Math.min(first + HISTORY_ROWS_SHOWN, ids.length - same)),
    moreRows: Math.max(0, ids.length - same - first - HISTORY_ROWS_SHOWN),
  });
  return { firstRow: first + 1, before: part(before), after: part(after) };
}

export const locationItem = (id: string) => itemIdOf({ subject: LOCATIONS_SUBJECT, item: id });

/** Returns whether an entry changes the location of a bid. */
export const namesLocation = ({ subject, before, after }: ParsedEntry): boolean =>
  kindOf(subject) === 'bid' &&
  [before, after].some((row) => typeof row === 'object' && row !== null && 'location_id' in row);

/** Returns the ids of the images that the values of a location's entry name. */
export const imagesOfLocations = ({ subject, before, after }: ParsedEntry): string[] =>
  kindOf(subject) === 'location'
    ? [before, after].flatMap((row) => textOf((row as Fields | null)?.['imageId']) || [])
    : [];

/** Returns the items that an entry names: its own, and those of an order. */
export function namedItems({ subject, item, before, after }: ParsedEntry): string[] {
  if (!isOrder(before) && !isOrder(after)) return [itemIdOf({ subject, item })];
  const moved = movedIds(toIds(before), toIds(after));
  return [...moved.before.ids, ...moved.after.ids].map((id) => rowIdOf(subject, id));
}

function rowIdOf(subject: string, id: string): string {
  if (subject === OWN_PAGE_ORDER_SUBJECT) return ownPageSubject(id);
  const kind = kindOf(subject);
  if (kind === 'image') return imageSubject(id);
  return kind === 'document' ? documentSubject(id) : itemIdOf({ subject, item: id });
}

function orders(subject: string, before: string[], after: string[], { names }: Context): [Value, Value] {
  const { firstRow, ...moved } = movedIds(before, after);
  const present = ({ ids, moreRows }: (typeof moved)['before']): HistoryValue => ({
    type: 'order',
    firstRow,
    names: ids.map((id) => names.get(rowIdOf(subject, id)) ?? 'Deleted item'),
    moreRows,
  });
  return [present(moved.before), present(moved.after)];
}

type Quotes = { quotes?: { symbol: string; futuresEighths: number; changeEighths: number }[] };

const toQuotes = (value: unknown): HistoryValue => ({
  type: 'fields',
  fields: ((value as Quotes).quotes ?? []).map(({ symbol, futuresEighths, changeEighths }) => ({
    label: symbol,
    text: `${formatEighths(futuresEighths)} (${formatEighths(changeEighths)})`,
  })),
});

/** Returns all texts of an entry that a person can read, for searches and files. */
export function textsOf(value: HistoryValue | null): string[] {
  if (value === null) return [];
  switch (value.type) {
    case 'text':
      return [value.html ? visibleText(value.text) : value.text];
    case 'fields':
      return value.fields.map(({ label, text, html }) => `${label}: ${html ? visibleText(text) : text}`);
    case 'cells':
      return [...(value.headers ? [value.headers] : []), ...value.rows].map((row) => row.join(' | '));
    case 'order':
      return value.names;
  }
}
