import { assertUnchangedSince } from '#server/platform/change-log/assert-unchanged.ts';
import type { Author, BaseVersion } from '#server/platform/change-log/change-log-store.ts';
import { isSame, type FileChanges } from './file-changes.ts';
import { problemsOf, subjectOf, type FileKind, type Saved } from './file-kind.ts';
import type { FileRow, FileStores } from './file-rows.ts';

/** Time, and the days for which deleted files can be restored. */
export type UndeleteTime = { now: Date; deletedImageDays: number };

const DAY_MS = 24 * 60 * 60_000;

/** Returns the undelete cutoff: what was deleted at or before this time cannot be undeleted. */
export const undeleteCutoff = ({ now, deletedImageDays }: UndeleteTime) =>
  new Date(now.getTime() - deletedImageDays * DAY_MS);

/** Creates the rules for deleting, undeleting, and undoing. All run in the caller's transaction. */
export function createFileTrash<Row extends FileRow, Shown, Stores extends FileStores>(
  kind: FileKind<Row, Shown, Stores>,
  { find, store, change, checkRoom }: FileChanges<Row, Shown, Stores>,
) {
  const { rowsIn, present } = kind;
  const subject = (id: string) => subjectOf(kind, id);
  const problems = problemsOf(kind);

  /** Deletes a row, but keeps its files, so that it can be undeleted. Throws NotFoundError if it does not exist. */
  async function remove(stores: Stores, author: Author, id: string, now: Date): Promise<void> {
    const before = await find(stores, id);
    await rowsIn(stores).save({ ...before, deletedAt: now.toISOString() });
    const logged = { before: kind.logged(before), after: null };
    await stores.changeLog.append({ author, subject: subject(id), ...logged });
  }

  /** Undeletes a row at its previous position. Throws NotFoundError if it is unknown or was deleted too long ago. */
  async function undelete(
    stores: Stores,
    author: Author,
    { id, ...time }: { id: string } & UndeleteTime,
  ): Promise<Saved<Shown>> {
    const before = await rowsIn(stores).find(id);
    if (!before || (before.deletedAt && before.deletedAt <= undeleteCutoff(time).toISOString())) {
      throw problems.missing();
    }
    if (before.deletedAt) await checkRoom(stores);
    return store(stores, author, { before, after: { ...before, deletedAt: null } });
  }

  type LoggedChange = { before: Partial<Row> | null; after: Partial<Row> | null };

  const hasOtherFiles = (before: Partial<Row>, after: Partial<Row>) =>
    !isSame([...kind.choices, ...kind.made], before, after);

  /**
   * Undoes a logged change: deletes the row if `before` is null, undeletes it if `after` is, or sets the fields that
   * differ. Its files must exist. Throws like `change` and `undelete`.
   */
  async function undo(
    stores: Stores,
    author: Author,
    { id, before, after, baseVersion }: { id: string; baseVersion: BaseVersion | undefined } & LoggedChange,
    time: UndeleteTime,
  ): Promise<void> {
    if (before !== null && after !== null) {
      const fields = [
        ...kind.texts.filter((field) => !isSame([field], before, after)),
        ...(hasOtherFiles(before, after) ? [...kind.choices, ...kind.made] : []),
      ];
      const wanted = Object.fromEntries(fields.map((field) => [field, before[field]])) as Partial<Row>;
      await change(stores, author, { id, baseVersion, change: wanted });
      return;
    }
    const stored = await rowsIn(stores).find(id);
    const isStored = stored?.deletedAt === null;
    if (isStored === (before !== null)) return;
    const current = isStored ? present(stored) : null;
    await assertUnchangedSince(stores.changeLog, { subject: subject(id), baseVersion, current });
    if (before !== null) await undelete(stores, author, { id, ...time });
    else await remove(stores, author, id, time.now);
  }

  return { remove, undelete, undo, hasOtherFiles };
}
