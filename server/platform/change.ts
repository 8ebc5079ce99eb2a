import type { DatabaseHandle } from './database/database.ts';
import type { Tables } from './database/tables.ts';

export type LogEntry = Tables['change_log'];

/**
 * Author of a change. Only administrators and API tokens have a name. The origin of a value that an administrator
 * restored ends in the id of the entry that it undoes; the origin `restore` alone is that of a backup. That of a scheduled
 * change has its id and, once it ends, the id of the first entry that it undoes.
 */
export type Author = (
  | { origin: 'admin' | 'token' | `restore:${string}` | `schedule:${string}`; name: string }
  | { origin: 'demo' | 'restore' | 'clock' | 'feed' | 'retention' }
) & {
  /** Time of the changes in ISO 8601; left out for that of the database. */
  at?: string;
  /** Called with each change in its transaction, before it is logged. Throws if the author may not make it. */
  check?: (db: DatabaseHandle, change: LoggedChange) => Promise<void>;
  /** The only locations whose rows a save of a whole list replaces; it keeps the others. */
  locations?: readonly string[];
  /** Called with the entries of each save. A transaction that fails may have called it. */
  onAppend?: (entries: readonly Pick<LogEntry, 'version' | 'hash'>[]) => void;
};

/** Start of the origin of scheduled changes. */
export const SCHEDULED = 'schedule:';

/** An administrator, or an API token. */
export type NamedAuthor = Author & { name: string };

/** What a change logs: values before and after it, of a row if `item` is its id. */
export type LoggedChange = {
  subject: string;
  steps: readonly { item: string | null; before: unknown; after: unknown }[];
};

/** Name of the author of the first administrator, in the log. */
export const FIRST_START = 'the first start';

/** Returns true if the name of an author is that of a command, or of the first start, which creates an administrator. */
export const isCommand = (name: string): boolean => name === FIRST_START || name.startsWith('the command ');

/** Number of a change and its id, which tells apart changes of the same number; '' without any. */
export type ContentVersion = { version: number; epoch: string };
/** Version that a save is based on. Only old clients send no epoch. */
export type BaseVersion = { version: number; epoch?: string | undefined };
