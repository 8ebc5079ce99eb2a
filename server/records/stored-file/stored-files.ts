import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { saveOrder } from '#server/platform/change-log/merge-order.ts';
import { checkOrder } from '#server/platform/check-ids-differ.ts';
import { createFileChanges } from './file-changes.ts';
import { problemsOf, subjectOf, type Based, type FileKind, type Saved } from './file-kind.ts';
import type { FileRow, FileStores } from './file-rows.ts';
import { createFileTrash } from './file-trash.ts';

export type StoredFiles<Row extends FileRow, Shown, Stores extends FileStores> = ReturnType<
  typeof createStoredFiles<Row, Shown, Stores>
>;

/** Creates the rules for a kind of stored files. All run in the caller's transaction. */
export function createStoredFiles<Row extends FileRow, Shown, Stores extends FileStores>(
  kind: FileKind<Row, Shown, Stores>,
) {
  const changes = createFileChanges(kind);
  const prefix = subjectOf(kind, '');

  /**
   * Reorders the rows for which `isIn` returns true. Ignores unknown ids, and moves unlisted ones to the end. Merges moves
   * since `baseVersion`. Throws ValidationError for a duplicate id, and ConflictError if someone else has moved the same.
   */
  async function order(
    stores: Stores,
    author: Author,
    {
      subject,
      isIn = () => true,
      path,
      ...sent
    }: { subject: string; isIn?: (row: Row) => boolean; path: string; ids: readonly string[] } & Based,
  ): Promise<Saved<Shown[]>> {
    checkOrder(sent.ids, path);
    const rows = kind.rowsIn(stores);
    const list = { subject, subjectOf: (id: string) => subjectOf(kind, id), present: kind.present };
    const current = (await rows.list()).filter(isIn);
    return saveOrder(stores.changeLog, author, { ...list, rows: current, store: rows.order }, sent);
  }

  return {
    kind,
    subjectOf: (id: string) => subjectOf(kind, id),
    ...changes,
    ...createFileTrash(kind, changes),
    order,
    problems: problemsOf(kind),
    /** Returns the id of the row that a subject names, or undefined if it names other content. */
    idOf: (subject: string) => (subject.startsWith(prefix) ? subject.slice(prefix.length) : undefined),
  };
}
