import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, Kysely, SqliteDialect, type SqliteDialectConfig } from 'kysely';
import { StartError } from '#server/platform/start-error.ts';
import {
  DatabaseUnavailableError,
  type Database,
  type DatabaseHandle,
  type UnavailableReason,
} from './database.ts';
import type { Tables } from './tables.ts';
import { migrateToLatest } from './migrate.ts';
import {
  createWriteQueue,
  inTransaction,
  orUnavailable,
  WRITE_WAIT_MS,
  type FindReason,
} from './transaction.ts';

const POLL_INTERVAL_MS = 1000;
/** Longest pause between two attempts to lock. The wait is asynchronous, so requests are served. */
const RETRY_MS = 10;
/** Time after which a process with many writes lets others have the lock. */
const TURN_MS = 100;
/** Timeouts of locks inside SQLite, which block the event loop: long while opening, short afterward. */
const BUSY_TIMEOUT_MS = { opening: 5000, open: 5 } as const;

/** Opens or creates the SQLite database. Throws StartError if the file cannot be used. */
export function openSqlite(path: string, { writeWaitMs = WRITE_WAIT_MS } = {}): Database {
  const sqlite = openFile(path);
  const logPath = `${path}-wal`;
  const [opened, openedLog] = [findFile(path), findFile(logPath)];
  const db = openKysely(toKyselyDatabase(sqlite));
  const aside = openKysely(async () => toKyselyDatabase(openAside(path)));
  const inWriteOrder = createWriteQueue(writeWaitMs);
  const inAsideOrder = createWriteQueue(writeWaitMs);
  let pausedAt = performance.now();

  /** Throws if the file or its log was removed or replaced. SQLite does not detect that, and changes would be lost. */
  async function checkFilesInPlace(): Promise<void> {
    if (findFile(path) !== opened) throw moved('The database file was removed or replaced.');
    if (findFile(logPath) === openedLog) return;
    // Only this process can still read the removed log. Its end must not lose the changes there.
    await db.executeQuery(CompiledQuery.raw('pragma wal_checkpoint'));
    throw moved(`The log of the database, ${logPath}, was removed or replaced. Its changes are saved.`);
  }

  /** Runs a transaction. Retries while another process holds the lock. */
  function run<Result>(
    begin: string,
    work: (db: DatabaseHandle) => Promise<Result>,
    { connection = db, waitMs = writeWaitMs } = {},
  ): Promise<Result> {
    return orUnavailable(findReason, async () => {
      const deadline = performance.now() + waitMs;
      for (;;) {
        await checkFilesInPlace();
        try {
          const result = await inTransaction(connection, [begin], work);
          await checkFilesInPlace();
          return result;
        } catch (error) {
          if (!isBusy(error) || performance.now() > deadline) throw error;
        }
        await sleep(RETRY_MS * Math.random());
      }
    });
  }

  return {
    read: (work) => run('begin', work),

    // A write waits for locks without occupying the connection.
    readAside: (work) => run('begin', work),

    write: (work) =>
      inWriteOrder(async (waitMs) => {
        // SQLite has no queue for its lock, so a process with many writes would keep it from the others.
        if (writeWaitMs - waitMs > TURN_MS && performance.now() - pausedAt > TURN_MS) {
          await sleep(RETRY_MS);
          pausedAt = performance.now();
        }
        return run('begin immediate', work, { waitMs });
      }),

    writeAside: (work) =>
      inAsideOrder((waitMs) => run('begin immediate', work, { connection: aside, waitMs })),

    watch(check) {
      const timer = setInterval(check, POLL_INTERVAL_MS);
      timer.unref();
      return async () => clearInterval(timer);
    },

    // On SQLite, Kysely migrates without a transaction and without a lock against other starting servers.
    migrate: () => run('begin immediate', (transaction) => migrateToLatest(transaction)),

    // Closing the last connection checkpoints the write-ahead log.
    async close() {
      await aside.destroy();
      await db.destroy();
    },
  };
}

/** Returns what identifies a file, or undefined if there is none. */
function findFile(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

const moved = (message: string) =>
  new DatabaseUnavailableError(`${message} Restart Scalehouse.`, { reason: 'moved' });

/** Opens a temporary database in memory or, if it is large, in an unnamed file that vanishes with the process. */
export const openScratchDatabase = (): Kysely<Tables> => openKysely(toKyselyDatabase(new DatabaseSync('')));

const openKysely = (database: SqliteDialectConfig['database']) =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });

function openFile(path: string): DatabaseSync {
  const deadline = performance.now() + BUSY_TIMEOUT_MS.opening;
  for (;;) {
    try {
      return tryToOpen(path);
    } catch (error) {
      // While another process changes the journal mode, SQLite does not wait for its lock.
      if (isBusy(error) && performance.now() < deadline) continue;
      throw new StartError(
        `Can't open the database ${path}: ${(error as Error).message}. Restore a backup, or move the file to start with an empty site.`,
      );
    }
  }
}

function tryToOpen(path: string): DatabaseSync {
  const sqlite = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS.opening });
  try {
    sqlite.exec('pragma journal_mode = wal; pragma foreign_keys = on');
    // A commit is on the disk before anyone can read it. The read creates the log.
    sqlite.exec('pragma synchronous = full; select 1 from sqlite_schema');
    sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS.open}`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Opens a second connection, which neither waits for the transactions of the first one nor for the disk. */
function openAside(path: string): DatabaseSync {
  const sqlite = new DatabaseSync(path, { timeout: 0 });
  sqlite.exec('pragma synchronous = normal; pragma foreign_keys = on');
  return sqlite;
}

type Values = readonly SQLInputValue[];

function toKyselyDatabase(sqlite: DatabaseSync) {
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      const statement = sqlite.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (values: Values) => readRows(statement, sql, values),
        run: (values: Values) => statement.run(...values),
        iterate: (values: Values) => statement.iterate(...values),
      };
    },
  };
}

/** Reads all rows. An integer beyond 2^53 becomes a BigInt, so that only its row is unreadable. */
function readRows(statement: StatementSync, sql: string, values: Values) {
  try {
    // node:sqlite returns rows without a prototype, unlike those from PostgreSQL.
    return statement.all(...values).map((row) => ({ ...row }));
  } catch (error) {
    // Never repeat a change, such as `insert … returning`.
    if (!isOutOfRange(error) || !/^\s*select\b/i.test(sql)) throw error;
  }
  statement.setReadBigInts(true);
  return statement
    .all(...values)
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toSafeNumber(value)])),
    );
}

const isOutOfRange = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_OUT_OF_RANGE';

const toSafeNumber = (value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

const SQLITE_BUSY = 5;
/** Errors of the file, not the SQL: BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. */
const REASONS: Readonly<Record<number, UnavailableReason>> = {
  [SQLITE_BUSY]: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'disk',
  11: 'damaged',
  13: 'full',
  14: 'no-response',
  15: 'busy',
  26: 'damaged',
};

/** Returns the primary result code, without its extended part (https://sqlite.org/rescode.html). */
const primaryCode = (error: unknown) => Number((error as { errcode?: number }).errcode) & 0xff;

const isBusy = (error: unknown) => primaryCode(error) === SQLITE_BUSY;

const findReason: FindReason = (error) => REASONS[primaryCode(error)];
