import { databaseTime } from '#server/platform/database/transaction.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import { itemIdOf, rowsIn, type HistorySetting, type ParsedEntry } from '#server/records/history.ts';
import { createHistoryStore } from '#server/records/history-store.ts';
import { rowName, type ItemHistories } from './item-histories.ts';
import { itemsIn, type Context } from './present-entry.ts';

export type ContextParts = Omit<HistorySetting, 'now'> & { histories: ItemHistories; now: () => Date };

/** Reads what the entries of a page leave out: names, and what can be restored. */
export async function readContext(
  db: DatabaseHandle,
  entries: readonly ParsedEntry[],
  { histories, site, deletedImageDays, now: machine }: ContextParts,
): Promise<Context> {
  const setting = { site, deletedImageDays, now: await databaseTime(db, machine) };
  const log = createHistoryStore(db);
  const stores = histories.storesOf(db);
  const names = histories.fixedNames(site);
  const items = new Map<string, unknown>();
  const own = new Set(entries.flatMap((entry) => itemsIn(entry, histories)));
  const wanted = [...own.union(new Set(entries.flatMap((entry) => mentionedItems(entry, histories))))];
  for (const each of histories.list) {
    const prefix = each.rows ? itemIdOf({ subject: each.subject, item: '' }) : each.subject;
    const ids = wanted.filter((id) => id.startsWith(prefix));
    if (ids.length === 0) continue;
    const found = await each.read?.(stores, ids, { ...setting, log });
    for (const [id, name] of found?.names ?? []) names.set(id, name);
    for (const [id, item] of found?.items ?? []) items.set(id, item);
    for (const [row, name] of await histories.rowNames(db, each)) {
      names.set(prefix + row, name);
      items.set(prefix + row, name);
    }
  }

  const removed = [...own].filter((id) => id.includes('/') && !names.has(id));
  const rowIds = new Set(removed.map((id) => id.slice(id.indexOf('/') + 1)));
  for (const entry of await log.listEnds('last', [...rowIds], 'item')) {
    const { subject, before, after } = entry;
    if (after !== 'null' || !removed.includes(itemIdOf(entry))) continue;
    names.set(itemIdOf(entry), rowName(histories.find(subject), parseValue(before), names.get(subject)));
  }

  const added = entries.filter(({ item, before }) => item === null && before === null);
  const first = await log.listEnds('first', [...new Set(added.map(({ subject }) => subject))]);
  const firstVersions = new Map(first.map(({ subject, version }) => [subject, version]));
  const nameOf: Context['nameOf'] = (kind, id) => names.get(histories.itemOf(kind, id));
  return { ...setting, names, items, histories, firstVersions, nameOf };
}

/** Returns the item ids of the items of other domains that an entry names. */
const mentionedItems = (entry: ParsedEntry, { find, itemOf }: ItemHistories): string[] =>
  rowsIn(entry)
    .flatMap((row) => find(entry.subject)?.mentions?.(row) ?? [])
    .flatMap(({ kind, id }) => (typeof id === 'string' && id !== '' ? itemOf(kind, id) : []));
