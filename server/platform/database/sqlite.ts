import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import { StartError } from '#server/platform/start-error.ts';
import { DatabaseUnavailableError, type Database, type DatabaseHandle, type Tables } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { inTransaction, orUnavailable, type Faults } from './transaction.ts';

const POLL_INTERVAL_MS = 1000;
/** Timeout for the lock of another process. The wait is asynchronous, so requests are served. */
const LOCK_TIMEOUT_MS = 5000;
const RETRY_MS = 25;
/** Timeouts of locks inside SQLite, which block the event loop: long while opening, short afterward. */
const BUSY_TIMEOUT_MS = { opening: 5000, open: 5 } as const;

/** Opens or creates the SQLite database. Throws StartError if the file cannot be used. */
export function openSqlite(path: string, { writeWaitMs = LOCK_TIMEOUT_MS } = {}): Database {
  const sqlite = openFile(path);
  const opened = statSync(path);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(sqlite) }) });
  const aside = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: async () => toKyselyDatabase(openAside(path)) }),
  });

  /** Throws if the file was removed or replaced. SQLite does not detect that, and changes would be lost. */
  function checkFileInPlace() {
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino !== opened.ino || now.dev !== opened.dev) {
      throw new DatabaseUnavailableError('The database file was removed or replaced. Restart Scalehouse.');
    }
  }

  /** Runs a transaction. Retries while another process holds the lock. */
  function run<Result>(
    begin: string,
    work: (db: DatabaseHandle) => Promise<Result>,
    connection = db,
  ): Promise<Result> {
    return orUnavailable(FAULTS, async () => {
      const deadline = performance.now() + writeWaitMs;
      for (;;) {
        checkFileInPlace();
        try {
          const result = await inTransaction(connection, [begin], work);
          checkFileInPlace();
          return result;
        } catch (error) {
          if (!isBusy(error) || performance.now() > deadline) throw error;
        }
        await sleep(RETRY_MS);
      }
    });
  }

  return {
    read: (work) => run('begin', work),

    // A write waits for locks without occupying the connection.
    readAside: (work) => run('begin', work),

    write: (work) => run('begin immediate', work),

    writeAside: (work) => run('begin immediate', work, aside),

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

/** Opens a temporary database in memory or, if it is large, in an unnamed file that vanishes with the process. */
export function openScratchDatabase(): Kysely<Tables> {
  const sqlite = new DatabaseSync('');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(sqlite) }) });
}

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
    // A commit is on the disk before anyone can read it.
    sqlite.exec('pragma synchronous = full');
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

const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

function toKyselyDatabase(sqlite: DatabaseSync) {
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      const statement = sqlite.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => readRows(statement, sql, values(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
      };
    },
  };
}

/** Reads all rows. An integer beyond 2^53 becomes a BigInt, so that only its row is unreadable. */
function readRows(statement: StatementSync, sql: string, parameters: readonly SQLInputValue[]) {
  try {
    // node:sqlite returns rows without a prototype, unlike those from PostgreSQL.
    return statement.all(...parameters).map((row) => ({ ...row }));
  } catch (error) {
    // Never repeat a change, such as `insert … returning`.
    if (!isOutOfRange(error) || !/^\s*select\b/i.test(sql)) throw error;
  }
  statement.setReadBigInts(true);
  return statement
    .all(...parameters)
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toSafeNumber(value)])),
    );
}

const isOutOfRange = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_OUT_OF_RANGE';

const toSafeNumber = (value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
/** Errors of the file, not the SQL: BUSY, LOCKED, READONLY, IOERR, CORRUPT, CANTOPEN, PROTOCOL, NOTADB. */
const UNAVAILABLE_CODES = new Set([SQLITE_BUSY, 6, 8, 10, 11, 14, 15, 26]);

/** Returns the primary result code, without its extended part (https://sqlite.org/rescode.html). */
const primaryCode = (error: unknown) => Number((error as { errcode?: number }).errcode) & 0xff;

const isBusy = (error: unknown) => primaryCode(error) === SQLITE_BUSY;

const FAULTS: Faults = {
  isUnavailable: (error) => UNAVAILABLE_CODES.has(primaryCode(error)),
  // A read-only file stays so until someone changes it, unlike a failover.
  isReadOnly: () => false,
  isFull: (error) => primaryCode(error) === SQLITE_FULL,
};
