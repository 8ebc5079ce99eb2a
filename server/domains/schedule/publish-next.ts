import type { SaveRequest } from '#contract/drafts.ts';
import { API } from '#contract/paths.ts';
import { SCHEDULED, type Author } from '#server/platform/change.ts';
import { DatabaseUnavailableError, type DatabaseHandle } from '#server/platform/database/database.ts';
import {
  ConflictError,
  DomainError,
  ForbiddenError,
  NotFoundError,
  RetryableError,
  StorageFullError,
  UnauthorizedError,
} from '#server/platform/errors.ts';
import { replacing } from '#server/records/change-log/assert-unchanged.ts';
import type { LoggedStep } from '#server/records/change-log/list-steps.ts';
import type { Log } from '#server/records/content/part-reader.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { createScheduleStore, type ScheduledRow } from './schedule-store.ts';

/** Replays saves in the caller's transaction, as `createDrafts` does. */
export type Draft = {
  /** Replays saves, all of them or none. Returns the changes of each, as in `CHANGES_HEADER`. Throws the first error. */
  publish(batch: {
    adminId: string;
    saves: readonly SaveRequest[];
    at?: Date | undefined;
    origin?: Author['origin'];
  }): Promise<readonly (string | undefined)[]>;
  /** Rolls back all that `work` has published if it throws. */
  together<Result>(work: () => Promise<Result>): Promise<Result>;
};

type MayReplace = Parameters<typeof replacing>[0];

/**
 * Publishes what is due next, in the caller's transaction: the changes of one person for one time, all or none. If one
 * cannot be published, they all stop. Returns false if nothing is due. Throws the error of a database or a disk that cannot
 * be used. With `isRehearsal`, they count as made when they are due.
 */
export async function publishNext(
  draft: Draft,
  db: DatabaseHandle,
  {
    now,
    timeZone,
    isRehearsal = false,
    log,
  }: { now: Date; timeZone: string; isRehearsal?: boolean; log?: Log | undefined },
): Promise<boolean> {
  const store = createScheduleStore(db);
  const next = await store.findNext();
  if (!next || next.at > now.toISOString()) return false;
  const rows = await store.listWith(next);
  let current: ScheduledRow | undefined;
  try {
    await draft.together(async () => {
      for (current of rows) {
        const at = isRehearsal ? new Date(current.at) : undefined;
        await publishRow(draft, db, current, { at, mayReplace: knownTo(current) });
      }
    });
  } catch (error) {
    if (!current || isRetryable(error)) throw error;
    if (!(error instanceof DomainError)) log?.(error as Error, `Couldn't publish ${current.title}.`);
    const { id, title } = current;
    const reason = reasonOf(error, current, timeZone);
    const other = `It was to be published together with “${title}.” That change has stopped.`;
    for (const row of rows)
      await store.save({ ...row, state: 'stopped', reason: row.id === id ? reason : other });
  }
  return true;
}

/**
 * Publishes a change, which ends next or is done. It does not conflict with the changes since its base version that it
 * `mayReplace`. Throws like its saves.
 */
export async function publishRow(
  draft: Draft,
  db: DatabaseHandle,
  row: ScheduledRow,
  { at, mayReplace }: { at?: Date | undefined; mayReplace: MayReplace },
): Promise<void> {
  const { id, until } = row;
  const saves = JSON.parse(row.saves) as SaveRequest[];
  const batch = { adminId: row.author_id, saves, at, origin: `${SCHEDULED}${id}` as const };
  const changes = await replacing(mayReplace, () => draft.publish(batch));
  const ids = changes.flatMap((each) => each?.split('..') ?? []);
  const [first, last] = [ids[0], ids.at(-1)];
  const store = createScheduleStore(db);
  if (until === null || first === undefined || last === undefined) return store.remove(id);
  const body = { changes: first === last ? first : `${first}..${last}` };
  const undo: SaveRequest[] = [{ method: 'POST', path: API.historyRestore, body, version: last }];
  const end = { at: until, until: null, is_end: 1, saves: JSON.stringify(undo) };
  await store.save({ ...row, ...end, state: 'waiting', reason: null });
}

/**
 * Returns the changes with which one does not conflict: those that its author has scheduled, or that others had scheduled
 * before. What an end would take back must not have changed at all.
 */
const knownTo =
  ({ id, author: name, is_end: isEnd }: ScheduledRow) =>
  ({ origin, author }: LoggedStep): boolean =>
    isEnd === 0 && origin.startsWith(SCHEDULED) && (author === name || origin < `${SCHEDULED}${id}`);

const DELETED = 'What this changes was deleted.';

function reasonOf(error: unknown, { author }: ScheduledRow, timeZone: string): string {
  if (error instanceof UnauthorizedError) return `${author}'s account has ended.`;
  if (error instanceof ForbiddenError) return `${author}'s account can't change this anymore.`;
  if (error instanceof NotFoundError) return DELETED;
  if (!(error instanceof ConflictError && error.current))
    return error instanceof DomainError ? error.message : "This can't be saved anymore.";
  const { author: other, at, content, conflicts = [] } = error.current;
  const now = JSON.stringify(content);
  const isGone = conflicts.some(({ item, field }) => !field && !now.includes(JSON.stringify(item)));
  if (isGone) return DELETED;
  return other === null
    ? 'This has changed since it was scheduled.'
    : `${other} changed this on ${formatDateTime(at, timeZone)}.`;
}

/** Returns whether the same change can succeed later, without a person. */
const isRetryable = (error: unknown): boolean =>
  [RetryableError, StorageFullError, DatabaseUnavailableError].some((each) => error instanceof each);
