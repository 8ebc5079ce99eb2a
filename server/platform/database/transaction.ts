import { CompiledQuery, PostgresAdapter, sql } from 'kysely';
import { StorageFullError } from '#server/platform/errors.ts';
import {
  DatabaseReadOnlyError,
  DatabaseUnavailableError,
  type DatabaseHandle,
  type UnavailableReason,
} from './database.ts';

/** Runs a transaction with any `begin`, unlike Kysely's own. Throws DatabaseUnavailableError without a connection. */
export async function inTransaction<Result>(
  db: DatabaseHandle,
  begin: readonly string[],
  work: (connection: DatabaseHandle) => Promise<Result>,
): Promise<Result> {
  let isConnected = false;
  try {
    return await db.connection().execute(async (connection) => {
      isConnected = true;
      return await beginAndCommit(begin, connection, work);
    });
  } catch (error) {
    throw isConnected ? error : new DatabaseUnavailableError(errorText(error), { cause: error });
  }
}

async function beginAndCommit<Result>(
  begin: readonly string[],
  connection: DatabaseHandle,
  work: (connection: DatabaseHandle) => Promise<Result>,
): Promise<Result> {
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
}

/** Returns why an error makes the database unavailable. Returns undefined for errors of the work. */
export type FindReason = (error: unknown) => UnavailableReason | 'full' | undefined;

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
    const Unavailable = reason === 'standby' ? DatabaseReadOnlyError : DatabaseUnavailableError;
    throw new Unavailable(errorText(cause), { cause, reason });
  }
}

/** Returns the message, or all messages of an AggregateError (one per address of a host), whose own is empty. */
export function errorText(error: unknown): string {
  const errors = error instanceof AggregateError ? error.errors : [error];
  return errors.map((each) => (each as Error).message).join(', ');
}

/** Returns the time of PostgreSQL's clock, which all servers share. SQLite has only its machine's clock, `machine`. */
export async function databaseTime(db: DatabaseHandle, machine = () => new Date()): Promise<Date> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return machine();
  // `current_timestamp` is from before the wait for the write lock.
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? machine();
}
