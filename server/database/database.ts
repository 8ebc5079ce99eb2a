import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { openSqlite } from './sqlite.ts';

/** The rows as they are stored, the same in both databases. Times are ISO 8601 in UTC; ids are ours. */
export type Tables = {
  site_text: { config_id: number; content: string };
  /** What holds for all bids of a grain; none where the cooperative has not settled anything. */
  cash_commodity: {
    name: string;
    position: number;
    pounds_per_bushel: number | null;
    rounding: string;
    decimals: number;
    futures_root: string;
  };
  cash_bid: {
    id: string;
    position: number;
    location: string;
    commodity: string;
    delivery: string;
    /** Calendar days such as 2026-12-01, or empty. */
    delivery_start: string;
    delivery_end: string;
    /** Such as Dec 2026, or empty. */
    futures_month: string;
    /** Eighths of a cent per bushel, as futures are quoted. */
    futures_eighths: number | null;
    change_eighths: number | null;
    /** Hundredths of a cent per bushel, negative under futures. */
    basis_hundredths: number | null;
    /** Ten-thousandths of a dollar per bushel, only where the price is fixed: else futures and basis make it. */
    cash_price: number | null;
    /** 1 for a bid that farmers see, else 0. */
    active: number;
    notes: string;
    as_of: string;
  };
  employee: {
    id: string;
    /** What the editor called the employee before it was saved, so that a repeated save finds it. */
    editor_id: string | null;
    position: number;
    name: string;
    title: string;
    phone_number: string;
    email: string;
  };
  /** Headers and rows are JSON: a list of texts, and a list of such lists. */
  price_table: { table_type: number; headers: string; rows: string };
  pioneer_category: { category: number; description: string };
  pioneer_item: {
    id: string;
    /** Tells the save that made the item from any other, so that repeating it adds nothing; null for one without. */
    save_key: string | null;
    category: number;
    position: number;
    description: string;
  };
  image: {
    id: string;
    file_name: string;
    name: string;
    /** 0 for the gallery, 1 for products. */
    type: number;
    position: number;
    /** Of the full copy, in pixels. */
    width: number;
    height: number;
    /** Null while visitors see it. */
    deleted_at: string | null;
    /** What it shows, in words. */
    alt_text: string;
    /** The point that squares are cut around, in hundredths. */
    focus_x: number;
    focus_y: number;
    /** Tells the files that were made of one upload from those of another that took its place; empty at first. */
    revision: string;
    /** Tells squares that were cut anew from those before; empty at first. */
    cut: string;
    /** Of the upper and the lower half of its squares, such as "#aabbcc #ddeeff"; empty where they are not known. */
    colours: string;
  };
  change_log: {
    version: number;
    at: string;
    /** What made the change: an administrator, a program with a token, the demo content, a restored backup, … */
    origin: string;
    /** The name of the administrator or of the token, or null where nobody signed. */
    author: string | null;
    subject: string;
    /** JSON of the value before and after. */
    before: string;
    after: string;
  };
  setting: { name: string; value: string };
  admin: {
    id: string;
    username: string;
    /** The name as it is compared: two that look alike are one. */
    username_key: string;
    /** A PHC string. */
    password: string;
    created_at: string;
  };
  /** The token itself is only in the visitor's cookie. */
  session: { token_hash: string; admin_id: string; created_at: string; seen_at: string };
  /** The keys of the office's own programs. The token itself is nowhere. */
  api_token: {
    id: string;
    name: string;
    token_hash: string;
    created_at: string;
    created_by: string;
    used_at: string | null;
  };
  /** Failed attempts to sign in, and those under way. */
  sign_in_attempt: { id: string; account: string; address: string; at: string };
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

/** Where the database is: at a postgres:// address, or else embedded, in the data folder. */
export type DatabaseLocation = { dataDir: string; databaseUrl: string | undefined };

/** The file of the embedded database. */
export const databaseFile = (dataDir: string) => join(dataDir, 'scalehouse.sqlite');

/** Opens the database of the settings as it is. Throws StartError with one clear line when it cannot be used. */
export async function connectDatabase({ dataDir, databaseUrl }: DatabaseLocation): Promise<Database> {
  // The PostgreSQL client is loaded only where it is used: it costs the start of everybody else.
  return databaseUrl
    ? (await import('./postgres.ts')).openPostgres(databaseUrl)
    : openSqlite(databaseFile(dataDir));
}

/** Opens the database of the settings and migrates it forward. Throws StartError when it cannot be used. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database = await connectDatabase(location);
  try {
    await database.migrate();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
