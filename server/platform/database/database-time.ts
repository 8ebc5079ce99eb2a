import { PostgresAdapter, sql } from 'kysely';
import type { DatabaseHandle } from './database.ts';

/** Returns the time of PostgreSQL's clock, which all servers share. SQLite has only its machine's clock, `machine`. */
export async function databaseTime(db: DatabaseHandle, machine = () => new Date()): Promise<Date> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return machine();
  // `current_timestamp` is from before the wait for the write lock.
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? machine();
}
