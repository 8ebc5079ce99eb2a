import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseStored } from '#server/platform/database/stored-values.ts';

/** Subject of the entry that the trimming of the log by an earlier release appended. */
export const HISTORY_SUBJECT = 'history';

/** End of the trimmed part of the change log. Before it, the log has only the newest entry of each subject. */
export type Checkpoint = {
  /** Last change of the trimmed part. */
  version: number;
  hash: string;
  at: string;
};

/** Checkpoint, and why its entry is unreadable if so. */
export type FoundCheckpoint = Checkpoint & { unreadable?: string };

/**
 * Returns the newest checkpoint; undefined if the log was never trimmed. If its entry is unreadable, it is unknown where
 * the trimmed part ends, so everything before the entry counts as trimmed.
 */
export async function findCheckpoint(db: DatabaseHandle): Promise<FoundCheckpoint | undefined> {
  const row = await db
    .selectFrom('change_log')
    .select(['version', 'hash', 'at', 'after'])
    .where('subject', '=', HISTORY_SUBJECT)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { after, ...entry } = row;
  try {
    return parseStored('after', after, isCheckpoint);
  } catch (error) {
    const { message: reason } = error as Error;
    return {
      ...entry,
      unreadable: `Can't read row ${row.version} of table change_log: ${reason}.`,
    };
  }
}

function isCheckpoint(value: unknown): value is Checkpoint {
  const { version, hash, at } = (value ?? {}) as Record<keyof Checkpoint, unknown>;
  const isTime = typeof at === 'string' && !Number.isNaN(Date.parse(at));
  return Number.isSafeInteger(version) && typeof hash === 'string' && isTime;
}
