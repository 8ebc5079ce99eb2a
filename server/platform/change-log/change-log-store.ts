import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/database-time.ts';
import { isAny, parseStored, parseValue } from '#server/platform/database/stored-values.ts';
import { NotFoundError, UnavailableError } from '#server/platform/errors.ts';
import { findCheckpoint } from './checkpoint.ts';
import type { Step } from './list-steps.ts';

/**
 * Author of a change. Only administrators and API tokens have a name. The origin of a value that an administrator
 * restored ends in the id of the entry that it undoes; the origin `restore` alone is that of a backup.
 */
export type Author = (
  | { origin: 'admin' | 'token' | `restore:${string}`; name: string }
  | { origin: 'demo' | 'restore' | 'clock' | 'feed' | 'retention' }
) & {
  /** Called with the entries of each save. A transaction that fails may have called it. */
  onAppend?: (entries: readonly Pick<LogEntry, 'version' | 'hash'>[]) => void;
};

export type ChangeLogStore = ReturnType<typeof createChangeLogStore>;

/** Number of a change and its id, which tells apart changes of the same number; '' without any. */
export type ContentVersion = { version: number; epoch: string };
/** Version that a save is based on. Only old clients send no epoch. */
export type BaseVersion = { version: number; epoch?: string | undefined };

export type LogEntry = Tables['change_log'];
/** Entry whose values are parsed. */
export type LoggedStep = Step & { version: number; subject: string; at: string; author: string | null };

/** Subject of the entry that a restore appends. */
export const RESTORE_SUBJECT = 'site';

/** Largest number of a 32-bit integer column. */
const VERSION_MAX = 2 ** 31 - 1;
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
  async function readLast(): Promise<Pick<LogEntry, 'version' | 'hash'>> {
    const found = await db
      .selectFrom('change_log')
      .select(['version', 'hash'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    return found ?? { version: 0, hash: '' };
  }

  const version = async () => (await readLast()).version;

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
  async function appendAll(
    { author, subject }: { author: Author; subject: string },
    steps: readonly Step[],
    { above = 0 } = {},
  ): Promise<number> {
    const last = Math.max(await version(), above);
    const at = (await databaseTime(db)).toISOString();
    const entries = steps.map(({ item, before, after }, index) => ({
      version: last + 1 + index,
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
    return last + entries.length;
  }

  const selectDemoChanges = () =>
    db
      .selectFrom('change_log as change')
      .select(['change.subject', 'change.item', 'change.version', 'change.after'])
      .where('change.origin', '=', 'demo')
      // Exclude removals, which leave nothing to replace.
      .where('change.after', 'not in', ['null', '""'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('change_log as later')
              .select('later.version')
              .whereRef('later.subject', '=', 'change.subject')
              .whereRef('later.version', '>', 'change.version'),
          ),
        ),
      );

  return {
    version,
    appendAll,

    /** Appends a change. Returns its number, which exceeds all others and `above`. Requires the write lock. */
    append: (
      {
        item = null,
        before,
        after,
        ...change
      }: { author: Author; subject: string; item?: string | null; before: unknown; after: unknown },
      options?: { above?: number },
    ): Promise<number> => appendAll(change, [{ item, before, after }], options),

    /**
     * Yields the entries of the subjects after version `since` and before `below`, newest first. Throws NotFoundError if
     * the log was trimmed since, and UnavailableError with the code `history-unreadable` at an unreadable entry.
     */
    async *stepsBackTo(
      subjects: readonly string[],
      since: number,
      below: number = VERSION_MAX,
      pageRows: number = PAGE_ROWS,
    ): AsyncGenerator<LoggedStep> {
      const checkpoint = await findCheckpoint(db);
      if (checkpoint && since < checkpoint.version) {
        throw new NotFoundError(
          'history-trimmed',
          `The history starts on ${checkpoint.at.slice(0, 10)}. Changes before that were deleted.`,
        );
      }
      for (let until = below; ;) {
        // The index yields the newest entries of a subject in order, which no database does for several together.
        const newest = subjects.map(
          (subject) => sql`select version from (
            select version from change_log where subject = ${subject} and version > ${since} and version < ${until}
            order by version desc limit ${pageRows}) as part`,
        );
        const versions = await sql<{ version: number }>`
          select version from (${sql.join(newest, sql` union all `)}) as parts
          order by version desc limit ${pageRows}`.execute(db);
        if (versions.rows.length === 0) return;
        const rows = await db
          .selectFrom('change_log')
          .select(['version', 'subject', 'item', 'at', 'author', 'before', 'after'])
          .where(
            'version',
            'in',
            versions.rows.map(({ version: number }) => number),
          )
          .orderBy('version', 'desc')
          .execute();
        for (const row of rows) yield parseEntry(row);
        if (rows.length < pageRows) return;
        until = rows.at(-1)?.version ?? 0;
      }
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

    /** Returns the subjects that have changed after a time, in ISO 8601. */
    async listSubjectsAfter(at: string): Promise<ReadonlySet<string>> {
      // Without `distinct`, for which SQLite would read the whole index of subjects.
      const rows = await db.selectFrom('change_log').select('subject').where('at', '>', at).execute();
      return new Set(rows.map(({ subject }) => subject));
    },

    /** Returns the values before the changes of subjects with a prefix after a time, in ISO 8601. */
    async listBeforeAfter(prefix: string, at: string): Promise<{ subject: string; before: unknown }[]> {
      const rows = await db
        .selectFrom('change_log')
        .select(['subject', 'before'])
        .where('at', '>', at)
        .where('subject', 'like', `${prefix}%`)
        .execute();
      return rows.map(({ subject, before }) => ({ subject, before: parseValue(before) }));
    },

    /** Returns the content version: the newest change. */
    async contentVersion(): Promise<ContentVersion> {
      const last = await readLast();
      return { version: last.version, epoch: epochOf(last) };
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

    /** Returns what identifies the newest entry, or undefined if there is none. */
    async findLast(): Promise<Pick<LogEntry, 'version' | 'hash'> | undefined> {
      const last = await readLast();
      return last.version === 0 ? undefined : last;
    },

    /** Yields all entries in pages, oldest first. */
    async *pages(): AsyncGenerator<LogEntry[]> {
      for (let last = -1; ;) {
        const rows = await db
          .selectFrom('change_log')
          .selectAll()
          .where('version', '>', last)
          .orderBy('version')
          .limit(PAGE_ROWS)
          .execute();
        if (rows.length > 0) yield rows;
        if (rows.length < PAGE_ROWS) return;
        last = rows.at(-1)?.version ?? last;
      }
    },

    async findNewest(
      subject: string,
    ): Promise<Pick<LogEntry, 'version' | 'hash' | 'at' | 'author'> | undefined> {
      return db
        .selectFrom('change_log')
        .select(['version', 'hash', 'at', 'author'])
        .where('subject', '=', subject)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
    },

    /** Returns what the newest change of a subject left. */
    async findNewestStep(subject: string): Promise<Pick<Step, 'item' | 'after'> | undefined> {
      const newest = await db
        .selectFrom('change_log')
        .select(['item', 'after'])
        .where('subject', '=', subject)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      return newest && { item: newest.item, after: parseValue(newest.after) };
    },

    /** Lists the newest change of each subject, oldest first, with its values only for subjects with one of the prefixes. */
    async listNewest({ valuesOf }: { valuesOf: readonly string[] }) {
      const rows = await db
        .selectFrom('change_log')
        .select(['version', 'subject', 'at', 'origin', 'author'])
        .select(({ eb, or }) => {
          const hasValues = or(valuesOf.map((prefix) => eb('subject', 'like', `${prefix}%`)));
          return (['before', 'after'] as const).map((column) =>
            eb.case().when(hasValues).then(eb.ref(column)).else('null').end().as(column),
          );
        })
        .where('version', 'in', NEWEST_VERSIONS)
        .orderBy('version')
        .execute();
      return rows.map(({ before, after, ...row }) => ({
        ...row,
        before: parseValue(before),
        after: parseValue(after),
      }));
    },

    /** Returns the `value` at version `seen` (null if missing), or undefined if it has not changed since. */
    async findAt(subject: string, seen: number): Promise<{ value: unknown } | undefined> {
      const next = await db
        .selectFrom('change_log')
        .select('before')
        .where('subject', '=', subject)
        .where('version', '>', seen)
        .orderBy('version')
        .limit(1)
        .executeTakeFirst();
      return next && { value: parseValue(next.before) };
    },

    async findValue(subject: string): Promise<unknown> {
      const newest = await db
        .selectFrom('change_log')
        .select('after')
        .where('subject', '=', subject)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      return newest && parseValue(newest.after);
    },

    /** Returns the readable values of a subject before each change after version `seen`, oldest first. */
    async listBeforeSince(subject: string, seen: number): Promise<unknown[]> {
      const rows = await db
        .selectFrom('change_log')
        .select('before')
        .where('subject', '=', subject)
        .where('version', '>', seen)
        .orderBy('version')
        .execute();
      return rows.map(({ before }) => parseValue(before)).filter((value) => value !== null);
    },

    async hasDemoContent(): Promise<boolean> {
      return (await selectDemoChanges().limit(1).executeTakeFirst()) !== undefined;
    },

    /** Lists the subjects whose newest change is demo content, oldest first. */
    async listDemoChanges() {
      const rows = await selectDemoChanges().orderBy('change.version').execute();
      return rows.map((row) => ({ ...row, after: parseValue(row.after) }));
    },
  };
}

/** Seconds after which a client may try again what needs an unreadable entry, which only an administrator can repair. */
const REPAIR_SECONDS = 3600;

function parseEntry<Entry extends Pick<LogEntry, 'version' | 'before' | 'after'>>(entry: Entry) {
  const { version, before, after } = entry;
  try {
    return {
      ...entry,
      before: parseStored('before', before, isAny),
      after: parseStored('after', after, isAny),
    };
  } catch (error) {
    const reason = (error as Error).message;
    throw new UnavailableError(
      'history-unreadable',
      `Change ${version} in the history can't be read. npm run admin -- check explains why.`,
      REPAIR_SECONDS,
      { cause: new Error(`Can't read row ${version} of table change_log: ${reason}.`) },
    );
  }
}

/** Newest version of each subject. Steps through the index from subject to subject, because there are few of them. */
const NEWEST_VERSIONS = sql<number>`(
  with recursive known(subject) as (
    select min(subject) from change_log
    union all
    select (select min(subject) from change_log where change_log.subject > known.subject) from known
    where known.subject is not null
  )
  select (select max(version) from change_log where change_log.subject = known.subject) from known
  where known.subject is not null
)`;

/** Returns the stable id of an entry, such as 1234-0a1b2c3d. */
export const entryId = (entry: Pick<LogEntry, 'version' | 'hash'>) => `${entry.version}-${epochOf(entry)}`;

export const epochOf = ({ hash }: Pick<LogEntry, 'hash'>) => hash.slice(0, 8);
