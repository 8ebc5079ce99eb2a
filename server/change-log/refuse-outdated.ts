import { conflict } from '#server/errors.ts';
import type { ChangeLogStore } from './change-log-store.ts';

/**
 * Throws 409, with what is stored now, when a thing has changed since `basedOn`: the content version that the caller
 * has seen. Whoever tells no version is never refused.
 */
export async function refuseOutdated(
  changeLog: ChangeLogStore,
  { subject, basedOn, current }: { subject: string; basedOn: number | undefined; current: unknown },
): Promise<void> {
  if (basedOn === undefined) return;
  const newest = await changeLog.findNewest(subject);
  if (newest && newest.version > basedOn) throw conflict({ ...newest, content: current });
}
