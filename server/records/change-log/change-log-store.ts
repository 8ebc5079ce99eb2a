import { randomBytes } from 'node:crypto';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import type { Author, BaseVersion, ContentVersion, LogEntry } from '#server/platform/change.ts';
import { demoChanges, findCheckpoint, subjectChanges } from './subject-changes.ts';
import type { Step } from './list-steps.ts';

export type { LoggedStep } from './list-steps.ts';
export type ChangeLogStore = ReturnType<typeof createChangeLogStore>;

/** Subject of the entry that a restore appends. */
export const RESTORE_SUBJECT = 'site';

type Change = { author: Author; subject: string };

/** Rows per statement, which bounds the memory and the number of parameters. */
const PAGE_ROWS = 500;

/**
 * Stores the append-only log of all changes. Its newest number is the content version.
 *
 * An entry describes one value: a text, a table, or the row `item` of a list. `before` and `after` hold what differs;
 * `list-steps.ts` describes those of lists. One save can append several entries, with the same time.
 *
 * Each entry has a random id of eight hexadecimal digits, in the column `hash`: earlier releases stored a hash there, whose
 * first eight digits are the id. Number and id never change, not even in a restored backup; numbers may have gaps.
 */
export function createChangeLogStore(db: DatabaseHandle) {
  /** Returns what identifies the newest entry. Without one, its version is 0. */
  async function last(): Promise<Pick<LogEntry, 'version' | 'hash'>> {
    const found = await db
      .selectFrom('change_log')
      .select(['version', 'hash'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    return found ?? { version: 0, hash: '' };
  }

  const version = async () => (await last()).version;

  /** Returns the epoch of an entry, or '' if there is none. */
  async function epochAt(number: number): Promise<string> {
    const row = await db
      .selectFrom('change_log')
      .select('hash')
      .where('version', '=', number)
      .executeTakeFirst();
    return row ? epochOf(row) : '';
  }

  /** Appends one entry per step. Returns the last number; all exceed the existing ones and `above`. */
  async function appendAll({ author, subject }: Change, steps: readonly Step[], { above = 0 } = {}) {
    await author.check?.(db, { subject, steps });
    const newest = Math.max(await version(), above);
    const at = author.at ?? (await databaseTime(db)).toISOString();
    const entries = steps.map(({ item, before, after }, index) => ({
      version: newest + 1 + index,
      at,
      origin: author.origin,
      author: 'name' in author ? author.name : null,
      subject,
      item,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      hash: randomBytes(4).toString('hex'),
    }));
    for (let from = 0; from < entries.length; from += PAGE_ROWS) {
      const page = entries.slice(from, from + PAGE_ROWS);
      await db.insertInto('change_log').values(page).execute();
    }
    author.onAppend?.(entries);
    return newest + entries.length;
  }

  return {
    last,
    version,
    appendAll,

    /** Appends a change. Returns its number, which exceeds all others and `above`. Requires the write lock. */
    append: (
      { item = null, before, after, ...change }: Change & Omit<Step, 'item'> & { item?: string | null },
      options?: { above?: number },
    ): Promise<number> => appendAll(change, [{ item, before, after }], options),

    /** Returns the time of the oldest entry, undefined if there is none. */
    async findFirstTime(): Promise<string | undefined> {
      const query = db.selectFrom('change_log').select('at').orderBy('version').limit(1);
      return (await query.executeTakeFirst())?.at;
    },

    /** Lists what has changed after a version, or returns undefined if that is a page of entries or more. */
    async listChangedSince(since: number) {
      const rows = await db
        .selectFrom('change_log')
        .select(['subject', 'item', 'origin'])
        .where('version', '>', since)
        // The order and the limit make PostgreSQL use the primary key even without statistics.
        .orderBy('version')
        .limit(PAGE_ROWS)
        .execute();
      return rows.length < PAGE_ROWS ? rows : undefined;
    },

    /** Returns the content version: the newest change. */
    async contentVersion(): Promise<ContentVersion> {
      const newest = await last();
      return { version: newest.version, epoch: epochOf(newest) };
    },

    epochAt,
    checkpoint: () => findCheckpoint(db),

    /** Returns whether a version is a state in the history of this log, from its checkpoint on if it has one. */
    async contains({ version: number, epoch }: BaseVersion): Promise<boolean> {
      const checkpoint = await findCheckpoint(db);
      if (checkpoint && number < checkpoint.version) return false;
      if (epoch === undefined || number === 0) return true;
      const found = number === checkpoint?.version ? epochOf(checkpoint) : await epochAt(number);
      return found === epoch;
    },

    ...subjectChanges(db),
    ...demoChanges(db),
  };
}

/** Returns the stable id of an entry, such as 1234-0a1b2c3d. */
export const entryId = (entry: Pick<LogEntry, 'version' | 'hash'>) => `${entry.version}-${epochOf(entry)}`;

export const epochOf = ({ hash }: Pick<LogEntry, 'hash'>) => hash.slice(0, 8);
