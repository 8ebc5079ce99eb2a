import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import type { ConflictingValue } from '#contract/problem.ts';
import type { Included } from '#contract/saved.ts';
import {
  findStepsSince,
  lastChangeOf,
  newestOfEach,
  type Since,
} from '#server/records/change-log/assert-unchanged.ts';
import type { Author, BaseVersion } from '#server/platform/change.ts';
import type { ChangeLogStore, LoggedStep } from '#server/records/change-log/change-log-store.ts';
import { stepsBetween, undoSteps } from '#server/records/change-log/list-steps.ts';
import { mergeLists, type Conflict, type Versions } from '#shared/merge-lists.ts';

type Rows = readonly { id: string }[];

/** Row of a save. One without an id is new. */
export type SentRow = { id?: string | null | undefined };

/**
 * Returns the ids under which the rows of a save are stored. Replaces temporary ids, and adds those of new rows to
 * `editorIds`, which has the temporary id of each stored row.
 */
export function replaceEditorIds(sent: readonly SentRow[], editorIds: Map<string, string | null>): string[] {
  const listed = new Set(sent.map(({ id }) => id));
  // Exclude rows listed under their stored id: two editors may have used the same temporary id.
  const unlisted = [...editorIds].filter(([id]) => !listed.has(id));
  return sent.map(({ id }) => {
    // Keep ids from API clients.
    if (id && (editorIds.has(id) || !id.endsWith(NEW_ID_SUFFIX))) return id;
    const saved = id && unlisted.find(([, editorId]) => editorId === id);
    if (saved) return saved[0];
    const added = randomUUID();
    if (id) editorIds.set(added, id);
    return added;
  });
}

type SentRows<Row> = { sent: readonly Row[]; theirs: readonly Row[]; isNew: (index: number) => boolean };
type Merged<Row> = { rows: Row[]; conflicts: (ConflictingValue | undefined)[] };

/**
 * Merges all rows of a save with the changes since its base version, newest first. `isNew` returns true for the index of
 * a row to which this save gave its id.
 */
export function mergeSentRows<Row extends { id: string }>(
  steps: readonly LoggedStep[],
  author: Author,
  { sent, theirs, isNew }: SentRows<Row>,
): Merged<Row> {
  const base = undoSteps(theirs, steps);
  const [baseIds, sentIds, theirIds] = [idsOf(base), idsOf(sent), idsOf(theirs)];
  // New rows of an earlier attempt, whose response was lost. This one started from what that attempt stored.
  const stored = steps.flatMap((step) => {
    if (step.item === null || step.before !== null || !isBy(author, step) || baseIds.has(step.item))
      return [];
    const { position: _position, ...row } = step.after as Row & { position: number };
    return [row as unknown as Row];
  });
  const unlisted = Map.groupBy(
    stored.filter(({ id }) => !sentIds.has(id)),
    valuesOf,
  );
  const mine = sent.map((row, at) => {
    const recognized = isNew(at) && !theirIds.has(row.id) ? unlisted.get(valuesOf(row))?.shift() : undefined;
    return recognized ?? row;
  });
  const ids = idsOf(mine);
  const started = [...base, ...stored.filter(({ id }) => ids.has(id))];
  return mergeRows(steps, author, { base: started, mine, theirs });
}

/** Merges rows with changes, newest first. Returns the last changes of the values that conflict. */
function mergeRows<Row extends { id: string }>(
  steps: readonly LoggedStep[],
  author: Author,
  versions: Versions<readonly Row[]>,
): Merged<Row> {
  // The log shows that this value was stored, and its response was lost.
  const isRepeated = ({ id, field, mine }: Conflict<Row>) =>
    field !== undefined &&
    steps.some((step) => {
      const after = step.after as Partial<Row> | null;
      return step.item === id && isBy(author, step) && after?.[field] === mine?.[field];
    });
  const { rows, conflicts } = mergeLists(versions, (each) => (isRepeated(each) ? 'theirs' : 'mine'));
  const contradicting = conflicts.filter((each) => !isRepeated(each));
  return {
    rows,
    conflicts: contradicting.map(({ id, field }) => {
      const change = lastChangeOf(steps, { id, field });
      return change && { item: id, ...(field && { field }), ...change };
    }),
  };
}

/** What others have changed in a value since the base version of a save, and the values that conflict. */
export type Newer = Pick<Merged<never>, 'conflicts'> & { since: Since };

type LoggedRow<Row> = {
  subject: string;
  baseVersion: BaseVersion | undefined;
  /** The stored value as clients read it, for the error. */
  current: unknown;
  mine: Row;
  theirs: Row;
  toRow(logged: unknown): Row;
};

/** Merges a row that has its own subject, whose entries hold all of it, with the changes since `baseVersion`. */
export async function mergeLoggedRow<Row extends { id: string }>(
  changeLog: ChangeLogStore,
  author: Author,
  { mine, theirs, toRow, ...value }: LoggedRow<Row>,
): Promise<{ row: Row; newer: Newer[] }> {
  if (isDeepStrictEqual(mine, theirs)) return { row: theirs, newer: [] };
  const since = await findStepsSince(changeLog, value);
  if (!since) return { row: mine, newer: [] };
  const toRows = (logged: unknown) => (logged === null ? [] : [toRow(logged)]);
  const steps = since.steps.flatMap((step) =>
    stepsBetween(toRows(step.before), toRows(step.after)).map((each) => ({ ...step, ...each })),
  );
  const versions = { base: undoSteps([theirs], steps), mine: [mine], theirs: [theirs] };
  const { rows, conflicts } = mergeRows(steps, author, versions);
  return { row: rows[0] ?? theirs, newer: [{ since, conflicts }] };
}

/** Returns the newest change of each person. Throws ConflictError if values conflict. */
export function includedIn(newer: readonly Newer[]): { included?: Included[] } {
  const conflicts = newer.flatMap((each) => each.conflicts);
  // The client reads all values again.
  for (const each of newer) if (each.conflicts.length > 0) each.since.refuse(conflicts);
  const steps = newer.flatMap(({ since }) => since.steps).toSorted((a, b) => b.version - a.version);
  return steps.length > 0 ? { included: newestOfEach(steps) } : {};
}

const isBy = (author: Author, step: LoggedStep) => 'name' in author && step.author === author.name;

const idsOf = (rows: Rows) => new Set(rows.map(({ id }) => id));

const valuesOf = (row: object) => JSON.stringify({ ...row, id: '' });

/** Throws ConflictError if `after`, made from the `current` rows, changes what someone else has changed since. */
export function assertMergeable(since: Since, current: Rows, after: Rows): void {
  const seen = undoSteps(current, since.steps);
  if (mergeLists({ base: current, mine: seen, theirs: after }).conflicts.length > 0) since.refuse();
}
