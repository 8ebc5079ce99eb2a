import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import { StartError } from '#server/platform/start-error.ts';
import { DatabaseUnavailableError, type Database, type DatabaseHandle, type Tables } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { inTransaction, orUnavailable } from './transaction.ts';

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

  /** Throws if the file was removed or replaced. SQLite does not detect that, and changes would be lost. */
  function checkFileInPlace() {
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino !== opened.ino || now.dev !== opened.dev) {
      throw new DatabaseUnavailableError('The database file was removed or replaced. Restart Scalehouse.');
    }
  }

  /** Runs a transaction. Retries while another process holds the lock. */
  function run<Result>(begin: string, work: (db: DatabaseHandle) => Promise<Result>): Promise<Result> {
    return orUnavailable(isUnavailable, async () => {
      const deadline = Date.now() + writeWaitMs;
      for (;;) {
        checkFileInPlace();
        try {
          const result = await inTransaction(db, [begin], work);
          checkFileInPlace();
          return result;
        } catch (error) {
          if (!isBusy(error) || Date.now() > deadline) throw error;
        }
        await sleep(RETRY_MS);
      }
    });
  }

  return {
    read: (work) => run('begin', work),

    write: (work) => run('begin immediate', work),

    watch(check) {
      const timer = setInterval(check, POLL_INTERVAL_MS);
      timer.unref();
      return async () => clearInterval(timer);
    },

    // On SQLite, Kysely migrates without a transaction and without a lock against other starting servers.
    migrate: () => run('begin immediate', migrateToLatest),

    // Closing the last connection checkpoints the write-ahead log.
    close: () => db.destroy(),
  };
}

/** Opens a temporary database in memory or, if it is large, in an unnamed file that vanishes with the process. */
export function openScratchDatabase(): Kysely<Tables> {
  const sqlite = new DatabaseSync('');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(sqlite) }) });
}

function openFile(path: string): DatabaseSync {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS.opening });
    // FULL: unlike NORMAL, it makes acknowledged saves survive a power failure.
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    const findings = sqlite.prepare('pragma quick_check(1)').all();
    const finding = Object.values(findings[0] ?? {})[0];
    if (finding !== 'ok') throw new Error(String(finding).replaceAll(/\s+/g, ' '));
    sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS.open}`);
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw new StartError(
      `Can't open the database ${path}: ${(error as Error).message}. Restore a backup, or move the file to start with an empty site.`,
    );
  }
}

const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

function toKyselyDatabase(sqlite: DatabaseSync) {
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      const statement = sqlite.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        // Copy rows, which node:sqlite returns without a prototype, so that they deep-equal rows from PostgreSQL.
        all: (parameters: readonly unknown[]) =>
          statement.all(...values(parameters)).map((row) => ({ ...row })),
        run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
      };
    },
  };
}

const SQLITE_BUSY = 5;
/** Errors of the file, not the SQL: BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. */
const UNAVAILABLE_CODES = new Set([SQLITE_BUSY, 6, 8, 10, 11, 13, 14, 15, 26]);

/** Returns the primary result code, without its extended part (https://sqlite.org/rescode.html). */
const primaryCode = (error: unknown) => Number((error as { errcode?: number }).errcode) & 0xff;

const isBusy = (error: unknown) => primaryCode(error) === SQLITE_BUSY;

const isUnavailable = (error: unknown) => UNAVAILABLE_CODES.has(primaryCode(error));
