import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export type DatabaseHandle = Kysely<Tables>;

/** Interface of both databases. */
export type Database = {
  /** Runs reads on one snapshot. Throws DatabaseUnavailableError if the database does not respond. */
  read<Result>(work: (db: DatabaseHandle) => Promise<Result>): Promise<Result>;
  /** Like `read`, on a connection that requests never use, so that it does not wait for them. */
  readAside<Result>(work: (db: DatabaseHandle) => Promise<Result>): Promise<Result>;
  /** Runs a durable transaction, one at a time across all processes. Throws DatabaseUnavailableError. */
  write<Result>(work: (db: DatabaseHandle) => Promise<Result>): Promise<Result>;
  /**
   * Runs a short transaction on rows that are not content, one at a time across all processes. Uses a connection of its
   * own, does not notify other processes, and may be lost in a power failure. Throws DatabaseUnavailableError.
   */
  writeAside<Result>(work: (db: DatabaseHandle) => Promise<Result>): Promise<Result>;
  /** Calls `check` when another process may have written, or the connection has changed. Returns a function to stop. */
  watch(check: () => void): () => Promise<void>;
  /** Migrates to the latest tables. Throws StartError if the database is newer. `print` reports a long update. */
  migrate(print?: (line: string) => void): Promise<void>;
  close(): Promise<void>;
};

/** Why the database cannot be used, in words that end a sentence. */
export const UNAVAILABLE_REASONS = {
  'no-response': "the database isn't responding",
  standby: 'the database is read-only for the moment',
  'read-only': 'the database is read-only',
  connections: 'the database has too many connections',
  busy: 'something else is using the database',
  damaged: 'part of the database is damaged',
  disk: "the server's disk reports errors",
  full: "the server's disk is full",
  moved: 'the database file or its log was removed or replaced',
} as const;

export type UnavailableReason = keyof typeof UNAVAILABLE_REASONS;

/**
 * Thrown when the database does not respond, cannot be written, or stays locked. Nothing was saved, unless the
 * connection was lost during commit: then the outcome is unknown.
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  readonly reason: UnavailableReason;

  constructor(message?: string, options: ErrorOptions & { reason?: UnavailableReason } = {}) {
    super(message, options);
    this.reason = options.reason ?? 'no-response';
  }
}

export const isDamage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError && error.reason === 'damaged';
