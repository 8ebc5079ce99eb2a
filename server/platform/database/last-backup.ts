import type { DatabaseHandle } from './database.ts';
import { createSettingStore } from './setting-store.ts';

/** Returns the time of the newest complete backup, in ISO 8601, or undefined. */
export const findLastBackup = (db: DatabaseHandle): Promise<string | undefined> =>
  createSettingStore(db).find('last-backup');

/** Saves the time of a complete backup, unless a newer one is known. */
export async function saveLastBackup(db: DatabaseHandle, made: string): Promise<void> {
  const known = await findLastBackup(db);
  if (known === undefined || known < made) await createSettingStore(db).save('last-backup', made);
}
