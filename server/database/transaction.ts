import { CompiledQuery } from 'kysely';
import { DatabaseUnavailableError, type DatabaseHandle } from './database.ts';

/**
 * Runs work on one connection between `begin` and commit, and rolls back when it throws. Kysely's own transactions
 * cannot say `begin immediate`, which is why this exists. Throws DatabaseUnavailableError when there is no connection
 * to be had, for whatever reason.
 */
export async function inTransaction<Result>(
  db: DatabaseHandle,
  begin: readonly string[],
  work: (connection: DatabaseHandle) => Promise<Result>,
): Promise<Result> {
  let isConnected = false;
  try {
    return await db.connection().execute(async (connection) => {
      isConnected = true;
      return await between(begin, connection, work);
    });
  } catch (error) {
    throw isConnected ? error : unavailable(error);
  }
}

async function between<Result>(
  begin: readonly string[],
  connection: DatabaseHandle,
  work: (connection: DatabaseHandle) => Promise<Result>,
): Promise<Result> {
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql));
  let begun = false;
  try {
    for (const sql of begin) {
      await run(sql);
      begun = true;
    }
    const result = await work(connection);
    await run('commit');
    return result;
  } catch (error) {
    // The connection may be gone, and with it the transaction: the first error is the one that counts.
    if (begun) await run('rollback').catch(() => undefined);
    throw error;
  }
}

/** Runs work, and turns the errors that `isUnavailable` knows into DatabaseUnavailableError. */
export async function orUnavailable<Result>(
  isUnavailable: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DatabaseUnavailableError || !isUnavailable(error) ? error : unavailable(error);
  }
}

function unavailable(cause: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError(errorText(cause), { cause });
}

/** What an error says; one that stands for several, such as for all addresses of a host, says nothing itself. */
export function errorText(error: unknown): string {
  const errors = error instanceof AggregateError ? error.errors : [error];
  return errors.map((each) => (each as Error).message).join(', ');
}
