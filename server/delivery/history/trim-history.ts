import type { LoggedContent } from '#server/domains/logged-content.ts';
import { createChangeLogStore, type LogEntry } from '#server/platform/change-log/change-log-store.ts';
import { HISTORY_SUBJECT, type Checkpoint } from '#server/platform/change-log/checkpoint.ts';
import { createStatesHash, findBrokenLink } from '#server/platform/change-log/find-broken-link.ts';
import { whileUnlocked } from '#server/platform/change-log/while-unlocked.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { applyEntry } from './verify-history.ts';

/** Versions per statement, which bounds its duration. */
const DELETED_AT_ONCE = 10_000;

/** Last entry of the part to trim, and the number of its entries. */
export type TrimmedPart = Pick<LogEntry, 'version' | 'hash' | 'at'> & { count: number };

/**
 * Finds the part of the change log before a time, in ISO 8601. It ends before the first later entry, even if a wrong
 * clock gave older times to entries after that. Returns undefined if there is nothing to trim.
 */
export async function findPartBefore(db: DatabaseHandle, time: string): Promise<TrimmedPart | undefined> {
  const checkpoint = await createChangeLogStore(db).checkpoint();
  const part = db
    .selectFrom('change_log')
    .where('version', '>', checkpoint?.version ?? 0)
    .where(({ eb, fn, selectFrom }) =>
      eb(
        'version',
        '<',
        selectFrom('change_log')
          .select(fn.coalesce(fn.min('version'), eb.val(2 ** 31 - 1)).as('version'))
          .where('version', '>', checkpoint?.version ?? 0)
          .where('at', '>=', time),
      ),
    );
  const { count } = await part
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const last = await part
    .select(['version', 'hash', 'at'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && { ...last, count };
}

/**
 * Replaces a part of the change log by one entry per subject, which has the newest number in the part, and the value
 * after it, without the value before it. Logs the checkpoint. Requires the write lock and a log without broken links.
 */
export async function trimHistory(db: DatabaseHandle, { version, hash, at }: TrimmedPart): Promise<void> {
  const changeLog = createChangeLogStore(db);
  const logged: LoggedContent = new Map();
  const newest = new Map<string, Omit<LogEntry, 'before' | 'after'>>();
  const broken = await findBrokenLink(changeLog, (entry, isState) => {
    if (entry.version > version) return;
    applyEntry(logged, entry, isState);
    const { before: _before, after: _after, ...rest } = entry;
    newest.set(entry.subject, rest);
  });
  if (broken) throw new RangeError(`The change log is broken at ${broken.version}.`);
  const states: LogEntry[] = [...newest.values()]
    .toSorted((one, other) => one.version - other.version)
    .map((entry) => ({
      ...entry,
      item: null,
      before: 'null',
      after: JSON.stringify(logged.get(entry.subject)),
    }));
  const statesHash = createStatesHash();
  await whileUnlocked(db, async () => {
    for (let from = 0; from <= version; from += DELETED_AT_ONCE) {
      await db
        .deleteFrom('change_log')
        .where('version', '>=', from)
        .where('version', '<', Math.min(from + DELETED_AT_ONCE, version + 1))
        .execute();
    }
    for (const state of states) {
      statesHash.add(state);
      await db.insertInto('change_log').values(state).execute();
    }
  });
  const checkpoint: Checkpoint = { version, hash, at, states: statesHash.digest() };
  await changeLog.append({
    author: { origin: 'retention' },
    subject: HISTORY_SUBJECT,
    before: null,
    after: checkpoint,
  });
}
