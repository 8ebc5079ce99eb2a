import type { DatabaseHandle } from '#server/platform/database/database.ts';

/** Subject of the entry that `trimHistory` appends. */
export const HISTORY_SUBJECT = 'history';

/** End of the trimmed part of the change log. Before it, the log has only the newest entry of each subject. */
export type Checkpoint = {
  /** Last change of the trimmed part. The chain continues from its hash. */
  version: number;
  hash: string;
  at: string;
  /** Hash of the entries that replaced the part; see `createStatesHash`. */
  states: string;
};

/** Returns the newest checkpoint; undefined if the log was never trimmed. */
export async function findCheckpoint(db: DatabaseHandle): Promise<Checkpoint | undefined> {
  const row = await db
    .selectFrom('change_log')
    .select('after')
    .where('subject', '=', HISTORY_SUBJECT)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && (JSON.parse(row.after) as Checkpoint);
}
