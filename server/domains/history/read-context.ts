import { databaseTime } from '#server/platform/database/database-time.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import {
  itemIdOf,
  rowsIn,
  type HistorySetting,
  type ItemHistory,
  type ParsedEntry,
} from '#server/records/history.ts';
import { createHistoryStore } from '#server/records/history-store.ts';
import type { ItemHistories } from './item-histories.ts';
import { itemsIn, rowName, type Context } from './present-entry.ts';

export type ContextParts = Omit<HistorySetting, 'now'> & { histories: ItemHistories; now: () => Date };

/** Reads what the entries of a page leave out: names, and what can be restored. */
export async function readContext(
  db: DatabaseHandle,
  entries: readonly ParsedEntry[],
  { histories, now, ...setting }: ContextParts,
): Promise<Context> {
  const names = histories.fixedNames(setting.site);
  const items = new Map<string, unknown>();
  const own = new Set(entries.flatMap((entry) => itemsIn(entry, histories)));
  const wanted = [...own.union(new Set(entries.flatMap((entry) => mentionedItems(entry, histories))))];
  const read = { ...setting, now: await databaseTime(db, now) };
  for (const each of histories.list) {
    const prefix = each.rows ? itemIdOf({ subject: each.subject, item: '' }) : each.subject;
    const ids = wanted.filter((id) => id.startsWith(prefix));
    if (ids.length === 0) continue;
    const found = await each.read?.(db, ids, read);
    for (const [id, name] of found?.names ?? []) names.set(id, name);
    for (const [id, item] of found?.items ?? []) items.set(id, item);
    for (const [row, name] of await rowNames(db, each)) {
      names.set(prefix + row, name);
      items.set(prefix + row, name);
    }
  }

  const history = createHistoryStore(db);
  const missing = [...own].filter((id) => id.includes('/') && !names.has(id));
  const rowIds = new Set(missing.map((id) => id.slice(id.indexOf('/') + 1)));
  for (const entry of await history.listEnds('last', [...rowIds], 'item')) {
    const { subject, before, after } = entry;
    if (after !== 'null' || !missing.includes(itemIdOf(entry))) continue;
    names.set(itemIdOf(entry), rowName(histories.find(subject), parseValue(before), names.get(subject)));
  }

  const added = entries.filter(({ item, before }) => item === null && before === null);
  const first = await history.listEnds('first', [...new Set(added.map(({ subject }) => subject))]);
  return {
    ...read,
    names,
    items,
    histories,
    firstVersions: new Map(first.map(({ subject, version }) => [subject, version])),
    nameOf: (kind, id) => names.get(histories.itemOf(kind, id)),
  };
}

/** Returns the item ids of other items that an entry names by id. */
const mentionedItems = (entry: ParsedEntry, { find, itemOf }: ItemHistories): string[] =>
  rowsIn(entry)
    .flatMap((row) => find(entry.subject)?.mentions?.(row) ?? [])
    .flatMap(({ kind, id }) => (typeof id === 'string' && id !== '' ? itemOf(kind, id) : []));

/** Returns the names of all rows of a list by their ids. */
export const rowNames = async (db: DatabaseHandle, own: ItemHistory<never>) =>
  ((await own.rows?.(db)) ?? []).map((row): [string, string] => [row.id, rowName(own, row)]);
