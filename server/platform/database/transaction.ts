import { CompiledQuery, PostgresAdapter, sql } from 'kysely';
import { StorageFullError } from '#server/platform/errors.ts';
import {
  DatabaseUnavailableError,
  isDamage,
  UNAVAILABLE_REASONS,
  type Database,
  type DatabaseHandle,
  type UnavailableReason,
} from './database.ts';

/** Longest wait of a write for those before it, on this server and on others, in milliseconds. */
export const WRITE_WAIT_MS = 9000;
/** Limits the lines about an access that fails again and again. */
const LOG_EVERY_MS = 60_000;
/** A full disk is forgotten then, because an upload may be all that needed the space. */
const DISK_FULL_MS = 15 * 60_000;
/** A success ends the failures of its level and of those below: a full disk can still have space for a short row. */
const LEVELS = { read: 0, writeAside: 1, write: 2 } as const;

/** Runs a transaction with any `begin`, unlike Kysely's own. Throws DatabaseUnavailableError without a connection. */
export async function inTransaction<Result>(
  db: DatabaseHandle,
  begin: readonly string[],
  work: (connection: DatabaseHandle) => Promise<Result>,
): Promise<Result> {
  let isConnected = false;
  const transact = async (connection: DatabaseHandle) => {
    isConnected = true;
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));
    let begun = false;
    try {
      for (const statement of begin) {
        await run(statement);
        begun = true;
      }
      const result = await work(connection);
      await run('commit');
      return result;
    } catch (error) {
      // Report the original error: rolling back fails if the connection is lost.
      if (begun) await run('rollback').catch(() => undefined);
      throw error;
    }
  };
  try {
    return await db.connection().execute(transact);
  } catch (error) {
    throw isConnected ? error : new DatabaseUnavailableError(errorText(error), { cause: error });
  }
}

/** Runs `work` in the caller's transaction. If it throws, only what it has changed is rolled back. */
export async function inSavepoint<Result>(
  db: DatabaseHandle,
  work: (db: DatabaseHandle) => Promise<Result>,
): Promise<Result> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement));
  await run('savepoint part');
  try {
    const result = await work(db);
    await run('release savepoint part');
    return result;
  } catch (error) {
    // Report the original error: rolling back fails if the transaction has ended.
    await run('rollback to savepoint part')
      .then(() => run('release savepoint part'))
      .catch(() => undefined);
    throw error;
  }
}

/** Returns why an error makes the database unavailable. Returns undefined for errors of the work. */
export type FindReason = (error: unknown) => UnavailableReason | undefined;

/** Converts errors of the environment to DatabaseUnavailableError or StorageFullError. */
export async function orUnavailable<Result>(
  findReason: FindReason,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const cause = (error instanceof DatabaseUnavailableError && error.cause) || error;
    const reason = findReason(cause);
    if (reason === undefined) throw error;
    if (reason === 'full') throw new StorageFullError({ cause });
    throw new DatabaseUnavailableError(errorText(cause), { cause, reason });
  }
}

/** Returns the message, or all messages of an AggregateError (one per address of a host), whose own is empty. */
export function errorText(error: unknown): string {
  const errors = error instanceof AggregateError ? error.errors : [error];
  return errors.map((each) => (each as Error).message).join(', ');
}

/**
 * Creates a queue that runs writes one at a time, in the order in which they arrive. `work` gets the milliseconds that are
 * left to wait for other servers. Throws DatabaseUnavailableError for a write whose turn comes after `waitMs`.
 */
export function createWriteQueue(waitMs: number) {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: (leftMs: number) => Promise<Result>): Promise<Result> => {
    const deadline = performance.now() + waitMs;
    const turn = last.then(() => {
      const leftMs = deadline - performance.now();
      if (leftMs > 0) return work(leftMs);
      throw new DatabaseUnavailableError('Other writes took too long.', { reason: 'busy' });
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** First of the accesses that fail, in ISO 8601, and why, in words that end a sentence. */
type AccessFailure = { since: string; because: string; isDiskFull: boolean };

/** What is wrong with the database or the disk, as the accesses of this server and the integrity check have found it. */
export type DatabaseHealth = ReturnType<typeof watchAccess>['health'];

/**
 * Watches reads and writes until one succeeds: only a write ends a failure of writes. Logs the first failure, a change of
 * its reason, and the end, at most one failure per minute.
 */
export function watchAccess(
  database: Database,
  log: { fail(error: unknown, sentence: string): void; note(sentence: string): void },
) {
  let current: (AccessFailure & { level: number; until: number }) | undefined;
  let damage: string | undefined;
  let logged: string | undefined;
  let loggedAt = -Infinity;

  function failure(): AccessFailure | undefined {
    if (current && performance.now() > current.until) current = logged = undefined;
    return current;
  }

  function onFailure(error: DatabaseUnavailableError | StorageFullError, level: number) {
    const isDiskFull = error instanceof StorageFullError;
    const because = UNAVAILABLE_REASONS[isDiskFull ? 'full' : error.reason];
    const now = performance.now();
    const since = failure()?.since ?? new Date().toISOString();
    const until = isDiskFull ? now + DISK_FULL_MS : Infinity;
    current = { since, because, isDiskFull, until, level: Math.max(level, current?.level ?? 0) };
    if (isDamage(error)) damage ??= error.message;
    if (logged === because || now - loggedAt < LOG_EVERY_MS) return;
    [logged, loggedAt] = [because, now];
    if (isDiskFull) log.fail(error.cause, 'The disk is full. Free some space.');
    else log.fail(error, `Saves, sign-ins, or the editor fail because ${because}.`);
  }

  function onSuccess(level: number) {
    if (!current || level < current.level) return;
    if (logged !== undefined) log.note('Saves, sign-ins, and the editor work again.');
    current = logged = undefined;
  }

  const watched =
    (kind: keyof typeof LEVELS): Database[typeof kind] =>
    async (work) => {
      try {
        const result = await database[kind](work);
        onSuccess(LEVELS[kind]);
        return result;
      } catch (error) {
        if (error instanceof DatabaseUnavailableError || error instanceof StorageFullError)
          onFailure(error, Math.min(LEVELS[kind], LEVELS.writeAside));
        throw error;
      }
    };

  const health = {
    failure,
    /** Returns the damage of the database file in technical words. */
    damage: () => damage,
    /** Records the result of an integrity check. */
    setDamage: (found: string | undefined) => void (damage = found),
    /** Records that a response was refused because the disk is full. */
    onDiskFull: (error: StorageFullError) => onFailure(error, LEVELS.write),
    /** Returns a message for administrators, or undefined if all is well. */
    sentence(): string | undefined {
      const because = failure()?.because;
      const who = 'Tell the person who runs your website.';
      if (because !== undefined) return `We can't save right now because ${because}. ${who}`;
      if (damage !== undefined) return `Part of the database is damaged, so something may be missing. ${who}`;
    },
  };
  const [read, write, writeAside] = [watched('read'), watched('write'), watched('writeAside')];
  return { database: { ...database, read, write, writeAside }, health };
}

/** Returns the time of PostgreSQL's clock, which all servers share. SQLite has only its machine's clock, `machine`. */
export async function databaseTime(db: DatabaseHandle, machine = () => new Date()): Promise<Date> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return machine();
  // `current_timestamp` is from before the wait for the write lock.
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? machine();
}
