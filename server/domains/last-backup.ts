import type { Database } from '#server/platform/database/database.ts';
import { findLastBackup } from '#server/platform/database/last-backup.ts';

export type LastBackupService = ReturnType<typeof createLastBackupService>;

export const createLastBackupService = (database: Pick<Database, 'read'>) => ({
  /** Returns the time of the newest complete backup in ISO 8601, or null if there is none. */
  find: async (): Promise<string | null> => (await database.read(findLastBackup)) ?? null,
});
