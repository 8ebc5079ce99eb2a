import { conflict } from '#server/errors.ts';
import type { ChangeLogStore } from './change-log-store.ts';

/** Throws 409 with the stored value if the subject has changed since `baseVersion`. Does nothing without `baseVersion`. */
export async function assertUnchangedSince(
  changeLog: ChangeLogStore,
  { subject, baseVersion, current }: { subject: string; baseVersion: number | undefined; current: unknown },
): Promise<void> {
  if (baseVersion === undefined) return;
  const newest = await changeLog.findNewest(subject);
  if (newest && newest.version > baseVersion) throw conflict({ ...newest, content: current });
}
