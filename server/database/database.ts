import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { openSqlite } from './sqlite.ts';

/** The rows as they are stored, the same in both databases. Times are ISO 8601 in UTC; ids are ours. */
export type Tables = {
  site_text: { config_id: number; content: string };
  cash_bid: {
    id: string;
    position: number;
    location: string;
    commodity: string;
    delivery: string;
    futures_month: string;
    /** Cents per bushel, negative under futures. */
    basis_cents: number;
    /** Ten-thousandths of a dollar per bushel. */
    cash_price: number;
    /** Eighths of a cent per bushel, as futures are quoted. */
    change_eighths: number;
    as_of: string;
  };
  change_log: {
    version: number;
    at: string;
    /** What made the change: an administrator, the demo content, … */
    origin: string;
    /** The administrator's name, or null where nobody signed. */
    author: string | null;
    subject: string;
    /** JSON of the value before and after. */
    before: string;
    after: string;
  };
  setting: { name: string; value: string };
};

export type DatabaseHandle = Kysely<Tables>;

/** What the two databases have in common, and all that the rest of the server knows of them. */
export type Database = {
  /** Runs reads that see one moment. Throws DatabaseUnavailableError when the database does not answer. */
  read<Result>(work: (db: DatabaseHandle) => Promise<Result>): Promise<Result>;
  /**
   * Runs a change: all of it or nothing, one writer at a time over all processes, on the disk when it resolves.
   * Throws DatabaseUnavailableError when it could not be written.
   */
  write<Result>(work: (db: DatabaseHandle) => Promise<Result>): Promise<Result>;
  /**
   * Calls `check` whenever another process may have written, and when the connection was lost or came back.
   * Answers a function that ends it.
   */
  watch(check: () => void): () => Promise<void>;
  /** Brings the tables up to date. Throws StartError when they are of a newer version. */
  migrate(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The database did not answer, could not be written, or stayed locked. Nothing of the work was kept, unless the loss
 * fell into the commit itself: then nobody can say, and only a look at the content tells.
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/**
 * Opens the database of the settings and migrates it forward: PostgreSQL where an address is given, otherwise the
 * embedded one in the data folder. Throws StartError with one clear line when it cannot be used.
 */
export async function openDatabase(options: {
  dataDir: string;
  databaseUrl: string | undefined;
}): Promise<Database> {
  // The PostgreSQL client is loaded only where it is used: it costs the start of everybody else.
  const database = options.databaseUrl
    ? await (await import('./postgres.ts')).openPostgres(options.databaseUrl)
    : openSqlite(join(options.dataDir, 'scalehouse.sqlite'));
  try {
    await database.migrate();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
