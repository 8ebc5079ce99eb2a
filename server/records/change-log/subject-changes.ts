import { sql } from 'kysely';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { distinctValues } from '#server/platform/database/distinct-values.ts';
import { isAny, parseStored, parseValue } from '#server/platform/database/stored-values.ts';
import { NotFoundError, UnavailableError } from '#server/platform/errors.ts';
import { createHistoryStore, NEWEST } from '#server/records/history-store.ts';
import type { LoggedStep } from './list-steps.ts';

type LogEntry = Tables['change_log'];

/** Rows per page, which bounds the memory. */
const PAGE_ROWS = 500;

/** Queries of the change log by subject. */
export function subjectChanges(db: DatabaseHandle) {
  const ofSubject = (subject: string) => db.selectFrom('change_log').where('subject', '=', subject);

  const changesAfter = (subject: string, version: number) =>
    ofSubject(subject).select('before').where('version', '>', version).orderBy('version');

  return {
    /**
     * Yields the entries of the subjects after version `since` and before `below`, newest first. Throws NotFoundError if
     * the log was trimmed since, and UnavailableError with the code `history-unreadable` at an unreadable entry.
     */
    async *stepsBackTo(
      subjects: readonly string[],
      since: number,
      below: number = NEWEST,
    ): AsyncGenerator<LoggedStep> {
      const checkpoint = await findCheckpoint(db);
      if (checkpoint && since < checkpoint.version) {
        throw new NotFoundError(
          'history-trimmed',
          `The history starts on ${checkpoint.at.slice(0, 10)}. Changes before that were deleted.`,
        );
      }
      const history = createHistoryStore(db);
      for (let until = below; ;) {
        const page = { above: since, below: until, limit: PAGE_ROWS };
        const { entries } = await history.list({ subjects }, page);
        for (const entry of entries) yield parseEntry(entry);
        if (entries.length < PAGE_ROWS) return;
        until = entries.at(-1)?.version ?? 0;
      }
    },

    /** Returns the newest change of a subject, and what it left; null if that is unreadable. */
    async findNewest(subject: string) {
      const entries = ofSubject(subject).select(['version', 'hash', 'at', 'author', 'item', 'after']);
      const newest = await entries.orderBy('version', 'desc').limit(1).executeTakeFirst();
      return newest && { ...newest, after: parseValue(newest.after) };
    },

    /** Returns the `value` at version `seen` (null if missing), or undefined if it has not changed since. */
    async findAt(subject: string, seen: number): Promise<{ value: unknown } | undefined> {
      const next = await changesAfter(subject, seen).limit(1).executeTakeFirst();
      return next && { value: parseValue(next.before) };
    },

    /** Returns the readable values of a subject before each change after version `seen`, oldest first. */
    async listBeforeSince(subject: string, seen: number): Promise<unknown[]> {
      const rows = await changesAfter(subject, seen).execute();
      return rows.map(({ before }) => parseValue(before)).filter((value) => value !== null);
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
  };
}

/** Newest version of each subject. */
const NEWEST_VERSIONS = sql<number>`(
  select (select max(version) from change_log where change_log.subject = known.value)
  from (${distinctValues('change_log', 'subject')}) as known
)`;

/** Seconds after which a client may try again what needs an unreadable entry, which only an administrator can repair. */
const REPAIR_SECONDS = 3600;

const unreadableRow = (version: number, error: unknown) =>
  `Can't read row ${version} of table change_log: ${(error as Error).message}.`;

function parseEntry<Entry extends Pick<LogEntry, 'version' | 'before' | 'after'>>(entry: Entry) {
  const { version, before, after } = entry;
  try {
    return {
      ...entry,
      before: parseStored('before', before, isAny),
      after: parseStored('after', after, isAny),
    };
  } catch (error) {
    throw new UnavailableError(
      'history-unreadable',
      `Change ${version} in the history can't be read. npm run admin -- check explains why.`,
      REPAIR_SECONDS,
      { cause: new Error(unreadableRow(version, error)) },
    );
  }
}

/** Queries of the log for demo content that nothing has replaced since. */
export function demoChanges(db: DatabaseHandle) {
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

/** Subject of the entry that the trimming of the log by an earlier release appended. */
export const HISTORY_SUBJECT = 'history';

/** End of the trimmed part of the change log. Before it, the log has only the newest entry of each subject. */
export type Checkpoint = {
  /** Last change of the trimmed part. */
  version: number;
  hash: string;
  at: string;
};

/**
 * Returns the newest checkpoint; undefined if the log was never trimmed. If its entry is `unreadable`, it is unknown where
 * the trimmed part ends, so everything before the entry counts as trimmed.
 */
export async function findCheckpoint(
  db: DatabaseHandle,
): Promise<(Checkpoint & { unreadable?: string }) | undefined> {
  const row = await db
    .selectFrom('change_log')
    .select(['version', 'hash', 'at', 'after'])
    .where('subject', '=', HISTORY_SUBJECT)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { after, ...entry } = row;
  try {
    return parseStored('after', after, isCheckpoint);
  } catch (error) {
    return { ...entry, unreadable: unreadableRow(row.version, error) };
  }
}

function isCheckpoint(value: unknown): value is Checkpoint {
  const { version, hash, at } = (value ?? {}) as Record<keyof Checkpoint, unknown>;
  const isTime = typeof at === 'string' && !Number.isNaN(Date.parse(at));
  return Number.isSafeInteger(version) && typeof hash === 'string' && isTime;
}
