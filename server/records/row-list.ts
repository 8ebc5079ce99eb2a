import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { findStepsSince, type Since } from '#server/records/change-log/assert-unchanged.ts';
import type { Author } from '#server/platform/change.ts';
import { createChangeLogStore, type ChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { stepsBetween, undoSteps, type Step } from '#server/records/change-log/list-steps.ts';
import type { Based, Saved } from './saved.ts';
import { checkIdsDiffer } from './check-ids-differ.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { RowReader } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { assertMergeable, mergeSentRows, replaceEditorIds, type SentRow } from './merge-rows.ts';
import {
  completeRow,
  createListStore,
  type ListStore,
  type ListTable,
  type StoredList,
} from './row-store.ts';

type Row = { id: string };

/** What is special about a list: `Stored` rows are stored and logged, clients send `Sent`, and read `Content`. */
type RowListRules<Name extends string, Stored extends Row, Sent extends SentRow, Content> = Omit<
  ListTable<Stored>,
  'check'
> & {
  /** Subject of the changes, and key of the list among stores, in the content, and in a save. */
  name: Name;
  max: number;
  /** Message for more than `max` rows. */
  tooMany: string;
  /** Returns the values to store; others stay. Throws ValidationError, whose path starts with `path`. */
  clean(sent: Sent, path: string): Partial<Omit<Stored, 'id'>>;
  /** Throws ValidationError for rows that contradict each other. */
  check?(rows: readonly Stored[]): void;
  /** Throws if a stored value cannot be read. */
  present(row: Stored): Content;
};

/** Creates the functions of a list that is saved as a whole, and merged value by value. */
export function rowList<Name extends string, Stored extends Row, Sent extends SentRow, Content>(
  rules: RowListRules<Name, Stored, Sent, Content>,
) {
  const { name, columns, present } = rules;
  type Stores = Record<Name, ListStore<Stored>> & { changeLog: ChangeLogStore };
  type Save = Record<Name, readonly Sent[]> & Based;
  type SavedList = Saved<Content[]>;
  type Undo = { steps: readonly Step[] } & Based;
  type Change = { before: StoredList<Stored>; after: readonly Stored[] };

  const openStores = (db: DatabaseHandle) =>
    ({
      [name]: createListStore<Stored>(db, { ...rules, check: present }),
      changeLog: createChangeLogStore(db),
    }) as unknown as Stores;

  /** Reads the list's part of the content. */
  async function read(db: DatabaseHandle, rows: RowReader): Promise<Record<Name, Content[]>> {
    const list = await openStores(db)[name].list(rows(rules.table, (id) => [name, id]));
    return { [name]: list.map(present) } as Record<Name, Content[]>;
  }

  /** Returns what has changed since `baseVersion` if a save changes anything. */
  async function findSince({ changeLog }: Stores, { before, after, baseVersion }: Change & Based) {
    if (isDeepStrictEqual(before.rows, after)) return undefined;
    const current = before.rows.map(present);
    return findStepsSince(changeLog, { subject: name, baseVersion, current });
  }

  /**
   * Saves all rows and logs the change, in the caller's transaction. Merges them with the changes since `baseVersion`.
   * Recognizes the new rows of a repeated save. Throws ValidationError for values that break a rule, and ConflictError
   * if someone else has changed the same value, or a row that this save removes.
   */
  async function save(stores: Stores, author: Author, { [name]: sent, baseVersion }: Save) {
    checkIdsDiffer(sent);
    const before = await stores[name].load();
    const ids = rules.hasEditorIds
      ? replaceEditorIds(sent, before.editorIds)
      : sent.map(({ id }) => id || randomUUID());
    const cleaned = sent.map((each, at) => ({ ...rules.clean(each, `/${at}`), id: ids[at] as string }));
    function completed(known: readonly Stored[]): Stored[] {
      const byId = new Map(known.map((row) => [row.id, row]));
      return cleaned.map((row) => completeRow<Stored>({ ...byId.get(row.id), ...row }, columns));
    }
    const after = completed(before.rows);
    const since = await findSince(stores, { before, after, baseVersion });
    if (!since) return replace(stores, author, { before, after });
    const isNew = (at: number) => sent[at]?.id !== ids[at];
    const { rows, conflicts } = mergeSentRows(since.steps, author, {
      // A row that someone else has removed keeps the values that it had.
      sent: completed([...undoSteps(before.rows, since.steps), ...before.rows]),
      theirs: before.rows,
      isNew,
    });
    if (conflicts.length > 0) since.refuse(conflicts);
    return replace(stores, author, { before, after: rows }, since);
  }

  /** Removes a row. Throws NotFoundError for an unknown id, and ConflictError like `undo`. */
  async function remove(stores: Stores, author: Author, { id, baseVersion }: { id: string } & Based) {
    const before = await stores[name].load();
    if (!before.rows.some((row) => row.id === id)) throw new NotFoundError();
    return replaceKnown(stores, author, {
      before,
      after: before.rows.filter((row) => row.id !== id),
      baseVersion,
    });
  }

  /**
   * Undoes logged steps, newest first, and saves the list. Throws ConflictError if what they change has changed since
   * `baseVersion`, and ValidationError like `save`.
   */
  async function undo(stores: Stores, author: Author, { steps, baseVersion }: Undo) {
    const before = await stores[name].load();
    const after = undoSteps(before.rows, steps).map((row) => completeRow<Stored>(row, columns));
    return replaceKnown(stores, author, { before, after, baseVersion });
  }

  /** Stores a list that was made from the current one. */
  async function replaceKnown(stores: Stores, author: Author, change: Change & Based): Promise<SavedList> {
    const since = await findSince(stores, change);
    if (since) assertMergeable(since, change.before.rows, change.after);
    return replace(stores, author, change, since);
  }

  async function replace(
    { [name]: store, changeLog }: Stores,
    author: Author,
    { before: { rows, editorIds }, after }: Change,
    since?: Since,
  ): Promise<SavedList> {
    const content = after.map(present);
    if (isDeepStrictEqual(rows, after)) {
      return { content, version: await changeLog.version(), changed: false, ...since?.included };
    }
    if (after.length > rules.max) throw new ValidationError('too-many', rules.tooMany);
    rules.check?.(after);
    await store.replace({ rows: after, editorIds });
    const version = await changeLog.appendAll({ author, subject: name }, stepsBetween(rows, after));
    return { content, version, changed: true, ...since?.included };
  }

  return {
    /** Key of the table, for backups. */
    tables: { [rules.table]: 'id' },
    stores: openStores,
    present,
    read,
    save,
    remove,
    undo,
    createService: ({ content }: { content: ContentCache<Record<Name, Content[]>> }) => ({
      list: (): Content[] => content.snapshot()[name],
      save: (author: Author, list: Save) => content.write((db) => save(openStores(db), author, list)),
      remove: (author: Author, row: { id: string } & Based) =>
        content.write((db) => remove(openStores(db), author, row)),
    }),
  };
}
