import { parseValue } from '#server/platform/database/stored-values.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';
import {
  idOf,
  restoreFirst,
  type HistoryContext,
  type HistorySetting,
  type ItemHistory,
  type ParsedEntry,
} from '#server/records/history.ts';
import type { HistoryStore } from '#server/records/history-store.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';
import type { Given } from './file-kind.ts';
import type { FileNoun, FileRow, FileStores } from './file-rows.ts';
import { undeleteCutoff, type StoredFiles } from './stored-files.ts';

/** What to note about the files that a row had, and when they were purged, such as " on March 3, 2026", if so. */
type FileState = { note?: string; purged?: string };

const purgedFiles = (when: string): FileState => ({ purged: when, note: `Deleted for good${when}` });

/** Row as the history reads it; without `stored` once it was purged. */
export type KeptFile<Row> = {
  stored: Row | undefined;
  /** Returns the state of the files of a logged row, which a change at `replacedAt` replaced. */
  stateOf(logged: Given<Row>, replacedAt?: string): FileState;
};

export const keptIn = <Row>({ items }: HistoryContext, { subject }: ParsedEntry) =>
  items.get(subject) as KeptFile<Row> | undefined;

/** Creates the histories of a kind of stored files, and of the orders of its lists. */
export function createFileHistory<Noun extends FileNoun, Row extends FileRow, Shown, Deleted>(
  rules: StoredFiles<Noun, Row, Shown, Deleted>,
  own: Pick<ItemHistory, 'fields' | 'show'> & { nameOf: (row: Given<Row>) => string },
): readonly ItemHistory<FileStores<Noun, Row>>[] {
  const { kind, hasOtherFiles, isSame } = rules;
  const { noun } = kind;

  /** Reads which files of rows exist. Follows the rules of `collectFiles`. */
  async function read(
    stores: FileStores<Noun, Row>,
    ids: readonly string[],
    { log, site, ...time }: HistorySetting & { log: HistoryStore },
  ) {
    const list = await rules.rowsIn(stores).listByIds(ids.map(idOf));
    const rows = new Map(list.map((row) => [rules.subjectOf(row.id), row]));
    const newest = await log.listEnds(
      'last',
      ids.filter((id) => !rows.has(id)),
    );
    const purges = new Map(
      newest.flatMap(({ subject, at, origin }) => (origin === 'clock' ? [[subject, at]] : [])),
    );
    const cutoff = undeleteCutoff(time);
    const replaced = Map.groupBy(
      await log.listBeforeAfter([...rows.keys()], cutoff.toISOString()),
      ({ subject }) => subject,
    );
    const dayOf = (moment: Date) => formatDate(calendarDay(moment, site.timeZone));
    const endOf = (at: string) => new Date(Date.parse(at) + time.now.getTime() - cutoff.getTime());
    const until = (end: Date): FileState =>
      end > time.now ? { note: `Kept until ${dayOf(end)}` } : purgedFiles(` after ${dayOf(end)}`);

    function stateOf(subject: string, logged: Given<Row>, replacedAt?: string): FileState {
      const row = rows.get(subject);
      const purge = purges.get(subject);
      if (!row) return purgedFiles(purge === undefined ? '' : ` on ${dayOf(new Date(purge))}`);
      const deletion = row.deletedAt === null ? undefined : endOf(row.deletedAt);
      // Earlier releases did not log all names, and kept replaced files for a day only.
      const { revision = '' } = logged;
      const files = { ...(revision === row.revision ? row : { revision }), ...logged } as Given<Row>;
      if (isSame(kind.named, files, row)) return deletion ? until(deletion) : {};
      const filesIn = (json: string) => (parseValue(json) ?? {}) as Given<Row>;
      const last =
        replaced.get(subject)?.find(({ before }) => isSame(kind.named, filesIn(before), logged))?.at ??
        replacedAt;
      if (!hasNames(files) || last === undefined) return purgedFiles('');
      return until(deletion && deletion < endOf(last) ? deletion : endOf(last));
    }
    return {
      names: list.map((row): [string, string] => [rules.subjectOf(row.id), own.nameOf(row)]),
      items: ids.map((id): [string, KeptFile<Row>] => [
        id,
        { stored: rows.get(id), stateOf: (...files) => stateOf(id, ...files) },
      ]),
    };
  }

  const hasNames = (logged: Given<Row>) => kind.named.every((field) => logged[field] !== undefined);
  const valuesOf = ({ before, after }: ParsedEntry) => [before, after] as (Given<Row> | null)[];

  function whyNot(entry: ParsedEntry, context: HistoryContext): string | undefined {
    const kept = keptIn<Row>(context, entry);
    const [old, next] = valuesOf(entry);
    const purged = kept && purgedReason(`This ${noun}`, kept.stateOf(kept.stored ?? {}));
    if (!kept || purged || !old || !next) return purged;
    if (kept.stored?.deletedAt !== null) return restoreFirst(`This ${noun}`);
    if (!hasOtherFiles(old, next)) return undefined;
    const files = hasNames(old) ? kept.stateOf(old, entry.at) : purgedFiles('');
    return purgedReason(`The earlier file of this ${noun}`, files);
  }

  function filesToRestore(entry: ParsedEntry, context: HistoryContext): FileKey[] {
    const stored = keptIn<Row>(context, entry)?.stored;
    const [before, after] = valuesOf(entry);
    if (!stored || !before) return [];
    if (!after) return kind.keysOf(stored).slice(0, 1);
    const earlier = { ...stored, ...before };
    return hasOtherFiles(before, after) ? (kind.neededKeysOf ?? kind.keysOf)(earlier) : [];
  }

  return [
    {
      ...own,
      nameOf: (row) => own.nameOf(row as Given<Row>),
      subject: rules.subjectOf(''),
      kind: noun,
      read,
      whyNot,
      files: { of: filesToRestore, lost: rules.problems.fileLost },
      restore: rules.undo,
      listOf: (row) => kind.listOf(row as Given<Row>),
    },
    ...Object.entries(kind.lists).map(([subject, name]): ItemHistory<FileStores<Noun, Row>> => ({
      subject,
      kind: noun,
      names: { [subject]: name },
      restore: (stores, author, { before: ids, baseVersion }) =>
        rules.order(stores, author, { subject, ids, baseVersion }),
    })),
  ];
}

const purgedReason = (what: string, { purged }: FileState) =>
  purged === undefined ? undefined : `${what} was deleted for good${purged}, so it can't come back.`;
