import { CompiledQuery } from 'kysely';
import { DatabaseUnavailableError, type DatabaseHandle } from './database.ts';

/**
 * Runs work on one connection between `begin` and commit, and rolls back when it throws. Kysely's own transactions
 * cannot say `begin immediate`, which is why this exists.
 */
export async function inTransaction<Result>(
  db: DatabaseHandle,
  begin: readonly string[],
  work: (connection: DatabaseHandle) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
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
  });
}

/** Runs work, and turns the errors that `isUnavailable` knows into DatabaseUnavailableError. */
export async function orUnavailable<Result>(
  isUnavailable: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseUnavailableError || !isUnavailable(error)) throw error;
    throw new DatabaseUnavailableError((error as Error).message, { cause: error });
  }
}
