import { isDeepStrictEqual } from 'node:util';
import {
  HISTORY_ROWS_SHOWN,
  type HistoryEntry,
  type HistoryKind,
  type HistoryValue,
} from '#contract/history.ts';
import type { Site } from '#contract/site.ts';
import type { Author, BaseVersion, LogEntry } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';
import type { HistoryStore } from './history-store.ts';

/** Logged item with fields, of which a change may have only some. */
export type Row = Record<string, unknown>;

/** Entry of the change log. Values that cannot be read are null. */
export type ParsedEntry = Omit<LogEntry, 'before' | 'after'> & { before: unknown; after: unknown };

/** Value that a domain has logged. Its functions know the type, which the log cannot check. */
type Logged = never;

/** What decides how entries look, and what can be restored. Deleted and replaced files are kept for `deletedImageDays`. */
export type HistorySetting = {
  site: Pick<Site, 'pioneer' | 'timeZone'>;
  now: Date;
  deletedImageDays: number;
};

/** What entries leave out, by item id: the subject, and after a slash the id of a row. */
export type HistoryContext = HistorySetting & {
  names: ReadonlyMap<string, string>;
  /** Items that exist, as their domains have read them. */
  items: ReadonlyMap<string, unknown>;
  /** Returns the name of an item of another domain by its id there. */
  nameOf: (kind: HistoryKind, id: string) => string | undefined;
};

/** Fields of a row in the order in which they are shown. */
export type Fields = {
  labels: Readonly<Record<string, string>>;
  /** Functions that return the text of a field. */
  formats?: Readonly<Record<string, (value: Logged, context: HistoryContext) => string>>;
  /** Fields with cleaned HTML. */
  html?: readonly string[];
  /** Fields that the whole lists in the log of earlier releases lack. */
  notInLists?: readonly string[];
};

/** Changes to undo together in a transaction, newest first. */
export type Undoing = {
  db: DatabaseHandle;
  baseVersion: BaseVersion | undefined;
  entries: readonly ParsedEntry[];
};

/** Those of one subject: `before` is from before all of them. */
export type Undo = Undoing & { id: string; steps: readonly ParsedEntry[]; before: Logged; after: Logged };

/** How the history names, shows, and restores an item, a list, or all items whose subject starts in the same way. */
export type ItemHistory<Stores = unknown, Parts = unknown> = {
  /** Subject in the change log. One that ends with a colon is followed by the id of an item. */
  subject: string;
  /** Kind to filter by. The first history of a kind is that of its items; another one may be that of their order. */
  kind: HistoryKind;
  /** Names of subjects that always exist. */
  names?:
    | Readonly<Record<string, string>>
    | ((site: HistorySetting['site']) => Readonly<Record<string, string>>);
  /** Returns the name of a complete row, or ''; by default, the field `name`. `parent` is the name of its subject. */
  nameOf?: (row: Row, parent?: string) => string;
  /** Lists the current rows of a list whose changes are logged row by row. */
  rows?: (stores: Stores) => Promise<readonly { id: string }[]>;
  /** Reads other items by their item ids. */
  read?: (
    stores: Stores,
    ids: readonly string[],
    setting: HistorySetting & { log: HistoryStore },
  ) => Promise<{ names?: Iterable<[string, string]>; items: Iterable<[string, unknown]> }>;
  /** Returns the items of other domains that a row names by id. */
  mentions?: (row: Row) => { kind: HistoryKind; id: unknown }[];
  /** Returns the action where it does not follow from the values. */
  actionOf?: (entry: ParsedEntry) => HistoryEntry['action'] | undefined;
  fields?: Fields;
  /** Whether texts are cleaned HTML. */
  isHtml?: boolean;
  /** Presents a value that is not just a text, fields, or a list of rows. */
  show?: (
    value: Logged,
    shown: { entry: ParsedEntry; other: unknown; context: HistoryContext },
  ) => HistoryValue | undefined;
  /** Returns why the value before a change cannot be restored. That of a row or item that no longer exists never can. */
  whyNot?: (entry: ParsedEntry, context: HistoryContext) => string | undefined;
  /** Files that a restore needs. */
  files?: { of: (entry: ParsedEntry, context: HistoryContext) => FileKey[]; lost: () => Error };
  /** Saves the value from before, with the item's own checks. Missing if it cannot be restored. */
  restore?: (stores: Stores, author: Author, undo: Undo & Parts, setting: HistorySetting) => Promise<unknown>;
  /** Returns the subject of the list in which the editor has an item. */
  listOf?: (row: Row) => string | undefined;
};

export const itemIdOf = ({ subject, item }: Pick<LogEntry, 'subject' | 'item'>) =>
  item === null ? subject : `${subject}/${item}`;

/** Returns the id after the colon of a subject. */
export const idOf = (subject: string) => subject.slice(subject.indexOf(':') + 1);

export const restoreFirst = (name: string) => `${name} was deleted. Restore that first.`;

export const isChange = ({ before, after }: ParsedEntry) => before !== null && after !== null;

/** Returns the rows among the values of an entry, also those of whole lists. */
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

/** Returns a format for the id of an item of another domain, which may be empty. */
export const named =
  (kind: HistoryKind, missing: string) =>
  (id: string | null, { nameOf }: HistoryContext): string =>
    id ? (nameOf(kind, id) ?? missing) : '';

function formatField(row: Row, field: string, { formats }: Fields, context: HistoryContext): string {
  const format = formats?.[field] ?? textOf;
  return field in row ? format(row[field] as Logged, context) : '';
}

/** Presents the fields of a row that another one does not have. */
export function fieldsIn(row: Row, other: unknown, fields: Fields, context: HistoryContext) {
  const known = (other ?? {}) as Row;
  return Object.entries(fields.labels)
    .filter(([field]) => field in row && !(field in known && isDeepStrictEqual(row[field], known[field])))
    .map(([field, label]) => ({
      label,
      text: formatField(row, field, fields, context),
      ...(fields.html?.includes(field) && { html: true as const }),
    }));
}

export function tableOf(rows: readonly Row[], fields: Fields, context: HistoryContext): HistoryValue {
  const columns = Object.entries(fields.labels).filter(([field]) => !fields.notInLists?.includes(field));
  return cells(
    columns.map(([, label]) => label),
    rows.map((row) => columns.map(([field]) => formatField(row, field, fields, context))),
  );
}

export const cells = (headers: string[] | null, rows: string[][], firstRow = 1): HistoryValue => ({
  type: 'cells',
  firstRow,
  headers,
  rows: rows.slice(0, HISTORY_ROWS_SHOWN),
  moreRows: Math.max(0, rows.length - HISTORY_ROWS_SHOWN),
});
