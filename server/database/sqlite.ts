import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { DatabaseUnavailableError, type Database, type DatabaseHandle, type Tables } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { inTransaction, orUnavailable } from './transaction.ts';

const WATCH_EVERY_MS = 1000;
/** A save waits this long for another process's, without holding up requests. */
const WRITE_WAIT_MS = 5000;
const RETRY_MS = 25;
/** Waiting inside SQLite holds up everything: there is time for it before the start, and hardly any after. */
const BUSY_WAIT_MS = { opening: 5000, open: 5 } as const;

/** Opens the embedded database, made when missing. Throws StartError when the file cannot be used. */
export function openSqlite(path: string, { writeWaitMs = WRITE_WAIT_MS } = {}): Database {
  const sqlite = openFile(path);
  const opened = statSync(path);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(sqlite) }) });

  /** Work on a file that was removed or replaced would be lost with it, though SQLite notices nothing. */
  function checkFileInPlace() {
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino !== opened.ino || now.dev !== opened.dev) {
      throw new DatabaseUnavailableError('The database file was removed or replaced.');
    }
  }

  /** Runs work in a transaction; while another process has the lock, again and again. */
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
      const timer = setInterval(check, WATCH_EVERY_MS);
      timer.unref();
      return async () => clearInterval(timer);
    },

    // The migrations of SQLite know no transaction of their own, nor the other server that starts at this moment.
    migrate: () => run('begin immediate', migrateToLatest),

    // Closing the last connection moves the write-ahead log into the file.
    close: () => db.destroy(),
  };
}

/**
 * An embedded database that nobody else can see and that is gone when it is closed, or when the process ends, however
 * that comes about: SQLite keeps it in memory, and what is too large for that in a file without a name.
 */
export function openScratchDatabase(): Kysely<Tables> {
  const sqlite = new DatabaseSync('');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(sqlite) }) });
}

function openFile(path: string): DatabaseSync {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(path, { timeout: BUSY_WAIT_MS.opening });
    // FULL: an acknowledged save survives a power cut, which NORMAL does not promise.
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    const findings = sqlite.prepare('pragma quick_check(1)').all();
    const finding = Object.values(findings[0] ?? {})[0];
    if (finding !== 'ok') throw new Error(String(finding).replaceAll(/\s+/g, ' '));
    sqlite.exec(`pragma busy_timeout = ${BUSY_WAIT_MS.open}`);
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw new StartError(
      `The database ${path} cannot be used: ${(error as Error).message}. Restore a backup, or move the file away to start anew.`,
    );
  }
}

const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];

/** node:sqlite in the shape that Kysely's SQLite dialect expects. */
function toKyselyDatabase(sqlite: DatabaseSync) {
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      const statement = sqlite.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        // Its rows have no prototype; as ordinary objects they equal those of the other database.
        all: (parameters: readonly unknown[]) =>
          statement.all(...values(parameters)).map((row) => ({ ...row })),
        run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
      };
    },
  };
}

const SQLITE_BUSY = 5;
/** BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB: trouble of the file, not of our SQL. */
const UNAVAILABLE_CODES = new Set([SQLITE_BUSY, 6, 8, 10, 11, 13, 14, 15, 26]);

// The low byte is the primary code; the rest tells more of the same (https://sqlite.org/rescode.html).
const primaryCode = (error: unknown) => Number((error as { errcode?: number }).errcode) & 0xff;

const isBusy = (error: unknown) => primaryCode(error) === SQLITE_BUSY;

const isUnavailable = (error: unknown) => UNAVAILABLE_CODES.has(primaryCode(error));
