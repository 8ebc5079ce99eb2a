import { conflict } from '#server/errors.ts';
import type { ChangeLogStore } from './change-log-store.ts';

/** Throws 409 with the stored value if the subject has changed since `basedOn`. Does nothing without `basedOn`. */
export async function refuseOutdated(
  changeLog: ChangeLogStore,
  { subject, basedOn, current }: { subject: string; basedOn: number | undefined; current: unknown },
): Promise<void> {
  if (basedOn === undefined) return;
  const newest = await changeLog.findNewest(subject);
  if (newest && newest.version > basedOn) throw conflict({ ...newest, content: current });
}
