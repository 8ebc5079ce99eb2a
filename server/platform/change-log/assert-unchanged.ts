import { ConflictError, type CurrentValue } from '#server/platform/errors.ts';
import type { ChangeLogStore } from './change-log-store.ts';

/** Throws `conflict` if the subject has changed since `baseVersion`. Does nothing without `baseVersion`. */
export async function assertUnchangedSince(
  changeLog: ChangeLogStore,
  { subject, baseVersion, current }: { subject: string; baseVersion: number | undefined; current: unknown },
): Promise<void> {
  if (baseVersion === undefined) return;
  const newest = await changeLog.findNewest(subject);
  if (newest && newest.version > baseVersion) throw conflict({ ...newest, content: current });
}

/** Returns the error of a save that would overwrite a newer value. */
export const conflict = (current: CurrentValue) =>
  new ConflictError(
    'conflict',
    'Someone else changed this while you were editing. Choose which version to keep.',
    { current },
  );
