import { isDeepStrictEqual } from 'node:util';
import {
  HISTORY_ROWS_SHOWN,
  type HistoryEntry,
  type HistoryKind,
  type HistoryValue,
} from '#contract/history.ts';
import type { Site } from '#contract/site.ts';
import type { Author, BaseVersion, LogEntry } from '#server/platform/change-log/change-log-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';

/** Logged value of an item with fields, of which a change may have only some. */
export type Row = Record<string, unknown>;

/** Entry of the change log. Values that cannot be read are null. */
export type ParsedEntry = Omit<LogEntry, 'before' | 'after'> & { before: unknown; after: unknown };

/** Values before and after a change, as a screen shows them. */
export type Values = [before: HistoryValue | null, after: HistoryValue | null];

/** Settings, and the time, that decide what an entry shows and what can be restored. */
export type HistorySetting = {
  site: Pick<Site, 'pioneer' | 'timeZone'>;
  now: Date;
  /** Days for which deleted and replaced files can be restored. */
  deletedImageDays: number;
};

/** What the values of entries leave out, by item id: the subject, and the id of a row after a slash. */
export type HistoryContext = HistorySetting & {
  names: ReadonlyMap<string, string>;
  /** Items that exist, as their domains have read them. */
  items: ReadonlyMap<string, unknown>;
  /** Returns the name of an item of another domain. */
  nameOf: (kind: HistoryKind, id: string) => string | undefined;
};

/** Changes to undo together in a transaction, newest first. */
export type Undoing = HistorySetting & {
  db: DatabaseHandle;
  author: Author;
  baseVersion: BaseVersion | undefined;
  entries: readonly ParsedEntry[];
};

/** Those of one subject: `before` is from before all of them. */
export type Undo = Undoing & { id: string; steps: readonly ParsedEntry[]; before: unknown; after: unknown };

/** How the changes of an item, a list, or all items of a kind are named, shown, and undone. Items precede their order. */
export type ItemHistory<Parts = unknown> = {
  /** Subject in the change log. One that ends with a colon is followed by the id of an item. */
  subject: string;
  kind: HistoryKind;
  /** Returns the names of subjects that always exist. */
  names?: (site: HistorySetting['site']) => Readonly<Record<string, string>>;
  /** Returns the name of a complete row, or ''. By default, its field `name`. `parent` is the name of its subject. */
  nameOf?: (row: Row, parent: string | undefined) => string;
  /** Lists the current rows, if entries of this subject concern rows. */
  rows?: (db: DatabaseHandle) => Promise<readonly (Row & { id: string })[]>;
  /** Reads other items by their item ids. */
  read?: (
    db: DatabaseHandle,
    ids: readonly string[],
    setting: HistorySetting,
  ) => Promise<{ names?: Iterable<[string, string]>; items?: Iterable<[string, unknown]> }>;
  /** Returns the items of other domains that a row names by id. */
  mentions?: (row: Row) => { kind: HistoryKind; id: unknown }[];
  /** Returns the action if it does not follow from the values. */
  actionOf?: (entry: ParsedEntry) => HistoryEntry['action'] | undefined;
  /** Presents the values, other than orders. */
  present: (entry: ParsedEntry, context: HistoryContext) => Values;
  /** Returns why the value before a change cannot be restored. Changes of deleted rows never can. */
  whyNot?: (entry: ParsedEntry, context: HistoryContext) => string | undefined;
  /** Files that must exist to restore the value before a change. */
  files?: { of: (entry: ParsedEntry, context: HistoryContext) => FileKey[]; lost: () => Error };
  /** Gives the item its values from before, as a save with the item's own checks. Missing if it cannot be restored. */
  restore?: (undo: Undo & Parts) => Promise<unknown>;
};

export const itemIdOf = ({ subject, item }: Pick<LogEntry, 'subject' | 'item'>) =>
  item === null ? subject : `${subject}/${item}`;

export const isChange = ({ before, after }: ParsedEntry) => before !== null && after !== null;

/** Returns the id after the colon of a subject. */
export const idOf = (subject: string) => subject.slice(subject.indexOf(':') + 1);

/** Returns the reason why a change of a deleted item cannot be restored. */
export const restoreFirst = (name: string) => `${name} was deleted. Restore that first.`;

/** Returns what is an object among the values of an entry: rows, and the rows of whole lists. */
export const rowsIn = ({ before, after }: Pick<ParsedEntry, 'before' | 'after'>): Row[] =>
  [before, after].flat().filter((row): row is Row => typeof row === 'object' && row !== null);

export function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}

/** Fields of a row in the order in which they are shown. */
export type Fields = {
  labels: Readonly<Record<string, string>>;
  /** Functions that return the text of a field's value. */
  formats?: Readonly<Record<string, (value: never, context: HistoryContext) => string>>;
  /** Fields with cleaned HTML. */
  html?: readonly string[];
};

const formatField = ({ formats }: Fields, field: string, row: Row, context: HistoryContext): string => {
  const format = formats?.[field] ?? textOf;
  return field in row ? format(row[field] as never, context) : '';
};

export const fieldsIn = (row: Row, fields: Fields, context: HistoryContext) =>
  Object.entries(fields.labels)
    .filter(([field]) => field in row)
    .map(([field, label]) => ({
      label,
      text: formatField(fields, field, row, context),
      ...(fields.html?.includes(field) && { html: true as const }),
    }));

/** Returns a format for the id of another item: its name, or `missing` if it is unknown, and '' without an id. */
export const named =
  (kind: HistoryKind, missing: string) =>
  (id: string | null, { nameOf }: HistoryContext): string =>
    id ? (nameOf(kind, id) ?? missing) : '';

type Show = (value: unknown, context: HistoryContext) => HistoryValue;

type Present = (entry: Pick<ParsedEntry, 'item' | 'before' | 'after'>, context: HistoryContext) => Values;

/** Presents orders, which are the same for all kinds, and nothing else. */
export const none: Present = () => [null, null];

/** Presents both values in the same way. */
export const both =
  (show: Show): Present =>
  ({ before, after }, context) => [
    before === null ? null : show(before, context),
    after === null ? null : show(after, context),
  ];

export const asText =
  (isHtml = false): Show =>
  (value) => ({ type: 'text', text: textOf(value), ...(isHtml && { html: true }) });

export const asFields =
  (fields: Fields): Show =>
  (row, context) => ({ type: 'fields', fields: fieldsIn(row as Row, fields, context) });

export const asTable =
  (fields: Fields): Show =>
  (rows, context) =>
    cells(
      Object.values(fields.labels),
      (rows as Row[]).map((row) =>
        Object.keys(fields.labels).map((field) => formatField(fields, field, row, context)),
      ),
    );

/** Presents the fields of a row that changed, and all rows of a list, as earlier releases logged it. */
export const asRows =
  (fields: Fields, ofLists = fields): Present =>
  (entry, context) =>
    both(entry.item === null ? asTable(ofLists) : asFields(fields))(entry, context);

/** Presents the fields of two complete rows that differ. */
export const differing =
  (fields: Fields): Present =>
  ({ item, ...values }, context) => {
    const [old = null, next = null] = [values.before, values.after] as (Row | null)[];
    const part = (row: Row | null, other: Row | null) =>
      row &&
      Object.fromEntries(
        Object.entries(row).filter(([name, value]) => !other || !isDeepStrictEqual(value, other[name])),
      );
    return both(asFields(fields))({ item, before: part(old, next), after: part(next, old) }, context);
  };

export const cells = (headers: string[] | null, rows: string[][], firstRow = 1): HistoryValue => ({
  type: 'cells',
  firstRow,
  headers,
  rows: rows.slice(0, HISTORY_ROWS_SHOWN),
  moreRows: Math.max(0, rows.length - HISTORY_ROWS_SHOWN),
});
