import { HISTORY_ROWS_SHOWN, type HistoryEntry, type HistoryValue } from '#contract/history.ts';
import { FIRST_START, SCHEDULED, type LogEntry } from '#server/platform/change.ts';
import { entryId } from '#server/records/change-log/change-log-store.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import {
  fieldsIn,
  isChange,
  itemIdOf,
  restoreFirst,
  tableOf,
  type HistoryContext,
  type ParsedEntry,
  type Row,
} from '#server/records/history.ts';
import { visibleText } from '#shared/visible-text.ts';
import { rowName, type ItemHistories } from './item-histories.ts';

type Values = [before: HistoryValue | null, after: HistoryValue | null];

/** What entries leave out, also for their names and actions. */
export type Context = HistoryContext & {
  histories: ItemHistories;
  /** The first version of each subject that an entry adds. */
  firstVersions: ReadonlyMap<string, number>;
};

export function parseEntry(entry: LogEntry): ParsedEntry {
  return { ...entry, before: parseValue(entry.before), after: parseValue(entry.after) };
}

export function presentEntry(entry: ParsedEntry, context: Context): HistoryEntry {
  const { version, hash, at, origin, author, subject } = entry;
  const [name, ...ids] = origin.split(':');
  const isScheduled = origin.startsWith(SCHEDULED);
  const restored = ids[isScheduled ? 1 : 0];
  const [before, after] = valuesOf(entry, context);
  const reason = whyNot(entry, context);
  return {
    id: entryId({ version, hash }),
    at,
    origin: (restored || isScheduled ? 'admin' : name) as HistoryEntry['origin'],
    author: author === FIRST_START ? 'setup' : author,
    ...(isScheduled && { scheduled: true }),
    kind: context.histories.find(subject)?.kind ?? 'other',
    item: { id: itemIdOf(entry), name: nameOf(entry, context) },
    action: actionOf(entry, context),
    before,
    after,
    ...(restored && { restored }),
    canRestore: reason === undefined,
    ...(reason !== undefined && { reason }),
  };
}

/** The origin of the end of a scheduled change. */
const RESTORED_BY_SCHEDULE = /^schedule:\w+:/;

function actionOf(entry: ParsedEntry, { histories, firstVersions }: Context): HistoryEntry['action'] {
  const { version, origin, subject, item, before, after } = entry;
  if (origin.startsWith('restore') || RESTORED_BY_SCHEDULE.test(origin)) return 'restored';
  // Time alone deletes nothing but the files that are kept for a while.
  if (origin === 'clock') return 'purged';
  const action = histories.find(subject)?.actionOf?.(entry);
  if (action) return action;
  if (after === null && before !== null) return 'deleted';
  if (before !== null) return isOrder(entry) ? 'moved' : 'changed';
  return item !== null || (firstVersions.get(subject) ?? version) === version ? 'added' : 'restored';
}

/** Returns why the value before a change cannot be restored, or undefined if it can be. */
export function whyNot(entry: ParsedEntry, context: Context): string | undefined {
  const own = context.histories.find(entry.subject);
  const reason = own?.whyNot?.(entry, context);
  if (reason !== undefined || !own?.restore) return reason ?? "This change can't be restored.";
  const id = itemIdOf(entry);
  const isOfItem = (own.read ?? own.rows) && (entry.item !== null || !own.rows) && !isOrder(entry);
  return isOfItem && isChange(entry) && !context.items.has(id)
    ? restoreFirst(context.names.get(id) ?? 'This item')
    : undefined;
}

/** Returns what a person calls the item: its name now, or else its name in the entry. */
function nameOf(entry: ParsedEntry, { names, histories }: Context): string {
  const { subject, before, after } = entry;
  const logged = rowName(histories.find(subject), after ?? before);
  return names.get(itemIdOf(entry)) ?? (logged || subject);
}

/** Returns no values if they cannot be read: one broken entry must not hide the others. */
function valuesOf(entry: ParsedEntry, context: Context): Values {
  const { before, after } = entry;
  try {
    if (isOrder(entry)) return orders(entry, context);
    return [
      present(before, { entry, other: after, context }),
      present(after, { entry, other: before, context }),
    ];
  } catch {
    return [null, null];
  }
}

function present(
  value: unknown,
  shown: { entry: ParsedEntry; other: unknown; context: Context },
): HistoryValue | null {
  const { context, other, entry } = shown;
  const own = context.histories.find(entry.subject);
  if (value === null || !own) return null;
  const { show, isHtml, fields = { labels: {} } } = own;
  const special = show?.(value as never, shown);
  if (special) return special;
  if (typeof value === 'string') return { type: 'text', text: value, ...(isHtml && { html: true }) };
  if (Array.isArray(value)) return tableOf(value as Row[], fields, context);
  return { type: 'fields', fields: fieldsIn(value as Row, other, fields, context) };
}

const isOrder = ({ before, after }: ParsedEntry) =>
  [before, after].some((value) => Array.isArray(value) && typeof value[0] === 'string');

/** Returns the ids from the first to the last that moved, as far as they are shown. */
function movedIds({ before, after }: ParsedEntry) {
  const [old = [], next = []] = [before, after].map((ids) => (Array.isArray(ids) ? (ids as string[]) : []));
  let first = 0;
  while (first < old.length && old[first] === next[first]) first += 1;
  let same = 0;
  while (same < old.length - first && old.at(-1 - same) === next.at(-1 - same)) same += 1;
  const part = (ids: string[]) => ({
    ids: ids.slice(first, Math.min(first + HISTORY_ROWS_SHOWN, ids.length - same)),
    moreRows: Math.max(0, ids.length - same - first - HISTORY_ROWS_SHOWN),
  });
  return { firstRow: first + 1, before: part(old), after: part(next) };
}

/** Returns the item ids of an entry: its own, or those of an order. */
export function itemsIn(entry: ParsedEntry, { orderedItem }: ItemHistories): string[] {
  if (!isOrder(entry)) return [itemIdOf(entry)];
  const { before, after } = movedIds(entry);
  return [...before.ids, ...after.ids].map((id) => orderedItem(entry.subject, id));
}

function orders(entry: ParsedEntry, { names, histories }: Context): Values {
  const { firstRow, before, after } = movedIds(entry);
  const part = ({ ids, moreRows }: typeof before): HistoryValue => ({
    type: 'order',
    firstRow,
    names: ids.map((id) => names.get(histories.orderedItem(entry.subject, id)) ?? 'Deleted item'),
    moreRows,
  });
  return [part(before), part(after)];
}

/** Returns all texts of a value that a person can read, for searches and files. */
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
