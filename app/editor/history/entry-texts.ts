import type { HistoryEntry, HistoryKind } from '#contract/history.ts';
import { whenOf, type Reader } from '#app/editor/shell/when-of.ts';

const ACTIONS = {
  added: 'Added',
  changed: 'Changed',
  moved: 'Moved',
  deleted: 'Deleted',
  purged: 'Deleted for good',
  restored: 'Restored',
} as const satisfies Record<HistoryEntry['action'], string>;

/** Returns what happened, when, and who did it, such as "Changed today at 2:14 pm by you". */
export const entryMessage = ({ action, at, origin, author }: HistoryEntry, reader: Reader): string =>
  `${ACTIONS[action]} ${unbroken(whenOf(at, reader))} ${byWhom({ origin, author }, reader)}`.trimEnd();

/** Keeps a time and its am or pm on one line. */
const unbroken = (text: string) => text.replace(/ (?=[ap]m\b)/, '\u00a0');

function byWhom({ origin, author }: Pick<HistoryEntry, 'origin' | 'author'>, { username }: Reader): string {
  if (origin === 'admin') return author === null ? '' : `by ${author === username ? 'you' : author}`;
  if (origin === 'token') return author === null ? 'with an API token' : `with the API token ${author}`;
  return ORIGINS[origin];
}

const ORIGINS = {
  demo: 'with the demo content',
  restore: 'from a backup',
  clock: 'automatically',
  feed: 'by the data vendor',
  retention: 'by the command trim-history',
} as const;

/** Returns the label of the button that gives the item its value from before the entry. */
export function restoreLabel({ before, after, kind }: HistoryEntry): string {
  if (after === null) return 'Restore';
  if (before === null && kind !== 'text') return 'Remove again';
  return 'Restore the earlier version';
}

export const KIND_NAMES = {
  text: 'Website texts',
  table: 'Price tables',
  bid: 'Cash bids',
  commodity: 'Commodities',
  futures: 'Futures prices',
  employee: 'Employees',
  location: 'Locations',
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
