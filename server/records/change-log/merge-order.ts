import { isDeepStrictEqual } from 'node:util';
import { mergeMoves, movedIn } from '#shared/merge-moves.ts';
import type { Saved } from '#server/records/saved.ts';
import { findStepsSince, type Since } from './assert-unchanged.ts';
import type { Author, BaseVersion } from '#server/platform/change.ts';
import type { ChangeLogStore } from './change-log-store.ts';

/** List whose order is stored. */
type Ordered<Row, Shown> = {
  /** Subject of the order, whose entries hold all ids. */
  subject: string;
  subjectOf: (id: string) => string;
  rows: readonly Row[];
  /** Returns a row as clients read it. */
  present: (row: Row) => Shown;
  store: (ids: readonly string[]) => Promise<void>;
};

type Sent = { ids: readonly string[]; baseVersion?: BaseVersion | undefined };

/**
 * Saves the order of `rows`, merged with the moves since `baseVersion`, unless it is the present one. Ignores unknown
 * ids, and moves unlisted items to the end. Throws ConflictError if someone else has moved the same item.
 */
export async function saveOrder<Row extends { id: string }, Shown>(
  changeLog: ChangeLogStore,
  author: Author,
  { subject, subjectOf, rows, present, store }: Ordered<Row, Shown>,
  sent: Sent,
): Promise<Saved<Shown[]>> {
  const from = rows.map(({ id }) => id);
  const current = rows.map(present);
  const unchanged = async (since?: Since) => ({
    content: current,
    version: await changeLog.version(),
    changed: false,
    ...since?.included,
  });
  const replacement = withRest(sent.ids, from);
  if (isDeepStrictEqual(from, replacement)) return unchanged();
  const { baseVersion } = sent;
  const since = await findStepsSince(changeLog, { subject, baseVersion, current });
  const seen = new Set(await listSeen(changeLog, { ids: from, subjectOf }, sent));
  const mine = replacement.filter((id) => seen.has(id));
  const to = mergeMovesSince(from, mine, { author, since });
  if (isDeepStrictEqual(from, to)) return unchanged(since);
  await store(to);
  const version = await changeLog.append({ author, subject, before: from, after: to });
  const shown = new Map(from.map((id, index) => [id, current[index]]));
  const content = to.map((id) => shown.get(id) as Shown);
  return { content, version, changed: true, ...since?.included };
}

/** Returns the known ones of `ids`, followed by the others in the current order. */
function withRest(ids: readonly string[], current: readonly string[]): string[] {
  const known = new Set(current);
  return [...new Set(ids.filter((id) => known.has(id))).union(known)];
}

/** Returns the items without those that were added or undeleted since the client has read the order it changed. */
async function listSeen(
  changeLog: ChangeLogStore,
  { ids, subjectOf }: { ids: readonly string[]; subjectOf: (id: string) => string },
  { ids: sent, baseVersion }: Sent,
): Promise<readonly string[]> {
  if (!baseVersion) return ids;
  const changes = await changeLog.listChangedSince(baseVersion.version);
  const [listed, changed] = [new Set(sent), new Set(changes?.map(({ subject }) => subject))];
  return ids.filter((id) => listed.has(id) || (changes && !changed.has(subjectOf(id))));
}

function mergeMovesSince(
  current: readonly string[],
  mine: readonly string[],
  { author, since }: { author: Author; since: Since | undefined },
): readonly string[] {
  const base = (since?.steps.at(-1)?.before ?? current) as string[];
  const merge = (theirs: unknown) => mergeMoves({ base, mine, theirs: theirs as string[] });
  if (!since) return mine.length === current.length ? mine : merge(current).order;
  const name = 'name' in author ? author.name : undefined;
  // The log shows that this order was stored, and its response was lost.
  const isRepeated = since.steps.some(
    (step) => step.author === name && isDeepStrictEqual(merge(step.before).order, step.after),
  );
  if (isRepeated) return current;
  const { order, contradictions } = merge(current);
  if (contradictions.length === 0) return order;
  since.refuse(
    contradictions.map((id) => {
      const step = since.steps.find(({ before, after }) =>
        movedIn(after as string[], before as string[]).has(id),
      );
      return step && { item: id, at: step.at, author: step.author };
    }),
  );
  return order;
}
