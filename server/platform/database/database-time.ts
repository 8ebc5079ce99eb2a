import { sql } from 'kysely';
import type { DatabaseHandle } from './database.ts';

/** Returns the time of PostgreSQL's clock, which all servers share. SQLite has only its machine's clock, `machine`. */
export async function databaseTime(db: DatabaseHandle, machine = () => new Date()): Promise<Date> {
  const { rows } = await sql<{ now: Date | string }>`select current_timestamp as now`.execute(db);
  const now = rows[0]?.now;
  return now instanceof Date ? now : machine();
}
