import { Type, type Static } from 'typebox';
import { Moment, OrNull } from './schemas.ts';
import { NO_NUL } from './text.ts';

/** Kinds of items that the history can be filtered by. `other` is what this version does not know. */
export const HISTORY_KINDS = [
  'text',
  'table',
  'bid',
  'commodity',
  'futures',
  'employee',
  'location',
  'harvest',
  'pioneer',
  'image',
  'page',
  'document',
  'setting',
  'token',
  'account',
  'site',
  'other',
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

export const HISTORY_PAGE_ENTRIES = 50;
export const HISTORY_SEARCH_LENGTH = 100;

/** Rows of tables, and names of a new order, that an entry shows at most. */
export const HISTORY_ROWS_SHOWN = 100;

const Html = Type.Optional(Type.Literal(true, { description: 'Set if the text is cleaned HTML.' }));

/** Image with the file that it had before or after a change. */
export type HistoryImage = Static<typeof HistoryImage>;
export const HistoryImage = Type.Object({
  url: Type.Optional(
    Type.String({ description: 'The 336-pixel square, for administrators; missing once it was purged.' }),
  ),
  alt: Type.String({ description: 'The description of the image, or else its name.' }),
  note: Type.Optional(
    Type.String({
      description: 'Until when the file is kept, or when it was purged; missing while it is used.',
    }),
  ),
});

/** Value before or after a change, as a screen shows it. */
export type HistoryValue = Static<typeof HistoryValue>;
export const HistoryValue = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: Type.String(), html: Html }),
  Type.Object(
    {
      type: Type.Literal('fields'),
      fields: Type.Array(Type.Object({ label: Type.String(), text: Type.String(), html: Html })),
      image: Type.Optional(HistoryImage),
    },
    { description: 'The fields that changed, or all fields of an added or deleted item.' },
  ),
  Type.Object(
    {
      type: Type.Literal('cells'),
      firstRow: Type.Integer({ description: 'The number of the first row in the table, from 1.' }),
      headers: OrNull(Type.Array(Type.String()), 'Null if the headers did not change.'),
      rows: Type.Array(Type.Array(Type.String()), {
        description: `The rows that changed, at most ${HISTORY_ROWS_SHOWN}.`,
      }),
      moreRows: Type.Integer({ description: 'The number of further rows that changed.' }),
    },
    { description: 'The part of a table that changed.' },
  ),
  Type.Object(
    {
      type: Type.Literal('order'),
      firstRow: Type.Integer({ description: 'The position of the first name in the list, from 1.' }),
      names: Type.Array(Type.String(), {
        description: `The items from the first to the last that moved, at most ${HISTORY_ROWS_SHOWN}.`,
      }),
      moreRows: Type.Integer({ description: 'The number of further items.' }),
    },
    { description: 'The order of a list.' },
  ),
]);

const ENTRY_ID = '[1-9]\\d{0,9}-[0-9a-f]{8}';

export type HistoryEntry = Static<typeof HistoryEntry>;
export const HistoryEntry = Type.Object({
  id: Type.String({ description: 'A stable ID, which a restored backup keeps.' }),
  at: Moment(),
  origin: Type.Enum(['admin', 'token', 'demo', 'restore', 'clock', 'feed', 'retention'], {
    description:
      'An administrator, an API token, the demo content, the restore of a backup, the clock, the futures feed, or the command trim-history.',
  }),
  author: OrNull(Type.String(), 'The administrator or API token; null for other origins.'),
  scheduled: Type.Optional(
    Type.Literal(true, { description: 'Set if the author had scheduled the change.' }),
  ),
  kind: Type.Enum(HISTORY_KINDS),
  item: Type.Object({
    id: Type.String({ description: 'An ID to filter by.' }),
    name: Type.String({ description: 'What people call it, such as Nitrogen or Corn, Marshall, Nov.' }),
  }),
  action: Type.Enum(['added', 'changed', 'moved', 'deleted', 'purged', 'restored'], {
    description: 'Purged means that a deleted image or document was removed for good.',
  }),
  before: OrNull(HistoryValue, 'Null if the item was added.'),
  after: OrNull(HistoryValue, 'Null if the item was deleted.'),
  restored: Type.Optional(
    Type.String({ description: 'The ID of the first change that this one undid, if it is a restore.' }),
  ),
  canRestore: Type.Boolean({ description: 'Whether the value before the change can be restored.' }),
  reason: Type.Optional(Type.String({ description: "Why it can't be restored." })),
});

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a date, such as 2026-11-20' });

export type HistoryQuery = Static<typeof HistoryQuery>;
/** Filters. `from` and `to` are days in the cooperative's time zone, both included. */
export const HistoryQuery = Type.Object({
  person: Type.Optional(Type.String({ maxLength: 200, pattern: NO_NUL })),
  kind: Type.Optional(Type.Enum(HISTORY_KINDS)),
  item: Type.Optional(
    Type.String({ maxLength: 200, pattern: NO_NUL, description: 'the item.id of an entry' }),
  ),
  subjects: Type.Optional(
    Type.String({
      pattern: '^[^,\\0]{1,100}(,[^,\\0]{1,100}){0,19}$',
      description: 'item IDs without a slash, separated by commas',
    }),
  ),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  search: Type.Optional(Type.String({ maxLength: HISTORY_SEARCH_LENGTH, pattern: NO_NUL })),
  cursor: Type.Optional(Type.String({ pattern: '^\\d{1,10}$', description: 'the next of another page' })),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9]|[1-9]\\d|100)$', description: 'a number from 1 to 100' }),
  ),
});

export type HistoryCsvQuery = Static<typeof HistoryCsvQuery>;
export const HistoryCsvQuery = Type.Omit(HistoryQuery, ['cursor', 'limit']);

/** Page of the history, newest first. */
export type HistoryPage = Static<typeof HistoryPage>;
export const HistoryPage = Type.Object({
  entries: Type.Array(HistoryEntry),
  next: OrNull(
    Type.String(),
    'The cursor of the next page, or null at the end. A search can return fewer entries than a page, or none, before the end.',
  ),
  searchedTo: OrNull(
    Moment(),
    'The time of the oldest change that was searched; null at the end of the history.',
  ),
});

/** Names of all administrators and API tokens in the history. */
export const HistoryPeople = Type.Array(Type.String());

/** The ID of a change, or the IDs of the first and last change of one save, as in `CHANGES_HEADER`. */
export const CHANGES = `^${ENTRY_ID}(\\.\\.${ENTRY_ID})?$`;

/** Changes to undo together: each item gets its value before the first of them. */
export const HistoryRestore = Type.Object({
  changes: Type.String({
    pattern: CHANGES,
    description: 'the ID of a change, or the content-changes header of a save',
  }),
});

export type HistoryRestored = Static<typeof HistoryRestored>;
export const HistoryRestored = Type.Object({
  version: Type.Integer({ description: 'The change number, or the latest one if nothing changed.' }),
  changed: Type.Boolean({ description: 'False if everything already has its value from before.' }),
});
