import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConflictingValue } from '#contract/problem.ts';
import type { Included } from '#contract/saved.ts';
import { ConflictError, UnavailableError, type CurrentValue } from '#server/platform/errors.ts';
import type { BaseVersion, ContentVersion } from '#server/platform/change.ts';
import { epochOf, RESTORE_SUBJECT, type ChangeLogStore, type LoggedStep } from './change-log-store.ts';

/** Value that a save replaces, and the version that the save is based on. */
type Replaced = { subject: string; baseVersion: BaseVersion | undefined; current: unknown };

type MayReplace = 'all' | ((step: LoggedStep) => boolean);

const replaceable = new AsyncLocalStorage<MayReplace>();

/** Runs saves that do not conflict with the changes since their base version that they `mayReplace`. */
export const replacing = <Result>(mayReplace: MayReplace, work: () => Promise<Result>) =>
  replaceable.run(mayReplace, work);

/**
 * Throws `conflict` if the subject has changed since `baseVersion`, or if that version is not part of this history.
 * Does nothing without `baseVersion`.
 */
export async function assertUnchangedSince(changeLog: ChangeLogStore, replaced: Replaced): Promise<void> {
  (await findStepsSince(changeLog, replaced))?.refuse();
}

type Change = ContentVersion & { at: string; author: string | null };

/**
 * Returns the newest change of the subject after `baseVersion`. If a backup was restored since, a standby replaced the
 * database, or the log was trimmed, it is unknown what changed: then `isOtherHistory` is set.
 */
export async function findChangeSince(
  changeLog: Pick<ChangeLogStore, 'findNewest' | 'contains' | 'contentVersion'>,
  { subject, baseVersion }: { subject: string; baseVersion: BaseVersion },
): Promise<{ newest: Change; isOtherHistory: boolean } | undefined> {
  const change = await changeLog.findNewest(subject);
  // An epoch identifies the history. Without one, a restore may have changed everything.
  const restore = baseVersion.epoch === undefined ? await changeLog.findNewest(RESTORE_SUBJECT) : undefined;
  const isRestored = restore !== undefined && restore.version > baseVersion.version;
  if (isRestored || !(await changeLog.contains(baseVersion))) {
    const { at } = change ?? restore ?? { at: new Date().toISOString() };
    return { newest: { ...(await changeLog.contentVersion()), at, author: null }, isOtherHistory: true };
  }
  if (!change || change.version <= baseVersion.version) return undefined;
  const { version, at, author } = change;
  return { newest: { version, epoch: epochOf(change), at, author }, isOtherHistory: false };
}

/** Most changes to merge with, which bounds the time of a save. */
const MERGED_STEPS_MAX = 20_000;

/** Changes after the base version of a save, newest first. */
export type Since = {
  steps: readonly LoggedStep[];
  /** Returns the error of a save that changes the same. `values` are those that conflict, with their last changes. */
  conflict(values?: readonly (ConflictingValue | undefined)[]): ConflictError;
  /** Throws that error, unless the save may replace all these changes. */
  refuse(values?: readonly (ConflictingValue | undefined)[]): void;
  included: { included: Included[] };
};

/**
 * Returns what has changed in a subject after `baseVersion`; undefined if nothing has or without `baseVersion`. Throws
 * `conflict` if that is unknown, or too much.
 */
export async function findStepsSince(changeLog: ChangeLogStore, { subject, baseVersion, current }: Replaced) {
  if (baseVersion === undefined) return undefined;
  const change = await findChangeSince(changeLog, { subject, baseVersion });
  if (!change) return undefined;
  const error: Since['conflict'] = (values = []) => {
    const conflicts = values.filter((value) => value !== undefined);
    return conflict({ ...change.newest, content: current, ...(conflicts.length > 0 && { conflicts }) });
  };
  const mayReplace = replaceable.getStore();
  if (change.isOtherHistory && mayReplace === 'all') return undefined;
  if (change.isOtherHistory) throw error();
  const steps: LoggedStep[] = [];
  try {
    for await (const step of changeLog.stepsBackTo([subject], baseVersion.version)) {
      if (steps.push(step) > MERGED_STEPS_MAX) throw error();
    }
  } catch (thrown) {
    const isUnreadable = thrown instanceof UnavailableError && thrown.code === 'history-unreadable';
    throw isUnreadable ? Object.assign(error(), { cause: thrown.cause }) : thrown;
  }
  const refuse: Since['refuse'] = (values) => {
    if (mayReplace !== 'all' && !(mayReplace && steps.every(mayReplace))) throw error(values);
  };
  return { steps, conflict: error, refuse, included: { included: newestOfEach(steps) } };
}

/** Returns the last change of a field of a row, or of the row itself, among steps that are given newest first. */
export function lastChangeOf(
  steps: readonly LoggedStep[],
  { id, field }: { id: string; field?: string | undefined },
): Pick<ConflictingValue, 'at' | 'author'> | undefined {
  const step = steps.find(
    ({ item, before, after }) =>
      item === id &&
      (field === undefined ||
        before === null ||
        after === null ||
        field in (after as Record<string, unknown>)),
  );
  return step && { at: step.at, author: step.author };
}

/** Returns the newest change of each person, among steps that are given newest first. */
export function newestOfEach(steps: readonly LoggedStep[]): Included[] {
  const newest = steps.filter((step, at) => steps.findIndex((each) => each.author === step.author) === at);
  return newest.map((step) => ({ author: step.author, at: step.at }));
}

/** Returns the error of a save that would overwrite a newer value. */
export const conflict = (current: CurrentValue) =>
  new ConflictError('conflict', 'This changed while you were editing. Choose which version to keep.', {
    current,
  });
