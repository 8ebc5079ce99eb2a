import type { HistoryEntry, HistoryKind } from '#contract/history.ts';
import { mayUndo } from '#contract/rights.ts';
import type { Reader } from '#app/editor/shell/when-of.ts';

export const ACTIONS = {
  added: 'Added',
  changed: 'Changed',
  moved: 'Moved',
  deleted: 'Deleted',
  purged: 'Deleted for good',
  restored: 'Restored',
} as const satisfies Record<HistoryEntry['action'], string>;

/** Returns who or what has made a change, such as "You". */
export function whoOf(
  { origin, author, scheduled }: Pick<HistoryEntry, 'origin' | 'author' | 'scheduled'>,
  { username }: Reader,
): string {
  if (origin === 'admin') {
    const who = author === username ? 'You' : (author ?? '');
    return scheduled ? `${who}, scheduled` : who;
  }
  if (origin === 'token') return author ?? 'API token';
  return ORIGINS[origin];
}

const ORIGINS = {
  demo: 'Demo content',
  restore: 'Backup',
  clock: 'Automatic',
  feed: 'Data vendor',
  retention: 'trim-history',
} as const;

/** Returns what the button says that undoes a change, before and while it does; undefined if the reader may not use it. */
export function undoTexts(
  { after, canRestore, item }: Pick<HistoryEntry, 'after' | 'canRestore'> & { item: { id: string } },
  { role }: Pick<Reader, 'role'>,
): readonly [label: string, busy: string] | undefined {
  if (!canRestore || !mayUndo(role, item.id)) return undefined;
  return after === null ? ['Restore', 'Restoring…'] : ['Undo', 'Undoing…'];
}

/** Returns the entry with an id, and the newest one of the same item after it. `entries`: newest first. */
export function findUndone<Entry extends { id: string; item: { id: string } }>(
  entries: readonly Entry[],
  change: string,
): { undone: Entry | undefined; later: Entry | undefined } {
  const position = entries.findIndex(({ id }) => id === change);
  const undone = entries[position];
  return { undone, later: entries.slice(0, position).find(({ item }) => item.id === undone?.item.id) };
}

export const KIND_NAMES = {
  text: 'Website texts',
  table: 'Price tables',
  bid: 'Cash bids',
  commodity: 'Commodities',
  futures: 'Futures prices',
  employee: 'Employees',
  location: 'Locations',
  harvest: 'Harvest board',
  pioneer: 'Pioneer items',
  image: 'Images',
  page: 'Pages',
  document: 'Documents',
  setting: 'Website settings',
  token: 'API tokens',
  account: 'Accounts',
  site: 'Whole website',
  other: 'Other changes',
} as const satisfies Record<HistoryKind, string>;
