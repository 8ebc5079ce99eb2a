import { databaseTime } from './transaction.ts';
import type { DatabaseHandle } from './database.ts';
import { createSettingStore } from './setting-store.ts';

/** Returns the time of the newest complete backup, in ISO 8601, or undefined. */
export const findLastBackup = (db: DatabaseHandle): Promise<string | undefined> =>
  createSettingStore(db).find('last-backup');

/** Saves the time of a complete backup, unless a newer one is known. A time in the future is from a wrong clock. */
export async function saveLastBackup(db: DatabaseHandle, made: string): Promise<void> {
  const known = await findLastBackup(db);
  const now = (await databaseTime(db)).toISOString();
  if (known === undefined || known < made || known > now)
    await createSettingStore(db).save('last-backup', made);
}
