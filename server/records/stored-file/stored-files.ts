import { isDeepStrictEqual } from 'node:util';
import {
  assertUnchangedSince,
  conflict,
  findChangeSince,
} from '#server/records/change-log/assert-unchanged.ts';
import type { Author } from '#server/platform/change.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { saveOrder } from '#server/records/change-log/merge-order.ts';
import { checkOrder } from '#server/records/check-ids-differ.ts';
import { collectFiles, listClaims, type CollectionParts } from './collect-files.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { readableOnly, type RowReader } from '#server/records/content/part-reader.ts';
import type { Based, Saved } from '#server/records/saved.ts';
import { problemsOf, type FileKind, type Given } from './file-kind.ts';
import { wasDeletedBy, type FileContent, type FileNoun, type FileRow, type FileStores } from './file-rows.ts';

/** Time, and the days for which deleted files can be restored. */
export type UndeleteTime = { now: Date; deletedImageDays: number };

export type ListOrder = { subject: string; ids: readonly string[] } & Based;

const DAY_MS = 24 * 60 * 60_000;

/** Returns the undelete cutoff: what was deleted at or before this time cannot be undeleted. */
export const undeleteCutoff = ({ now, deletedImageDays }: UndeleteTime) =>
  new Date(now.getTime() - deletedImageDays * DAY_MS);

export type StoredFiles<Noun extends FileNoun, Row extends FileRow, Shown, Deleted> = ReturnType<
  typeof createStoredFiles<Noun, Row, Shown, Deleted>
>;

/** Creates the rules for a kind of stored files. They run in the caller's transaction. */
export function createStoredFiles<Noun extends FileNoun, Row extends FileRow, Shown, Deleted>(
  kind: FileKind<Noun, Row, Shown, Deleted>,
) {
  type Content = Record<`${Noun}s`, FileContent<Row>>;
  const name = `${kind.noun}s` as const;
  const changes = createChanges(kind);
  return {
    kind,
    problems: problemsOf(kind),
    stores: (db: DatabaseHandle) =>
      ({ [name]: kind.rows(db), changeLog: createChangeLogStore(db) }) as unknown as FileStores<Noun, Row>,
    subjectOf: (id: string) => subjectOf(kind, id),
    ...changes,
    ...createTrash(kind, changes),

    /** Reads the kind's part of the content. */
    async read(db: DatabaseHandle, rows: RowReader): Promise<Content> {
      const inOrder = await kind.rows(db).list(rows(kind.noun, (id) => [subjectOf(kind, id)]));
      return { [name]: { inOrder, byId: new Map(inOrder.map((row) => [row.id, row])) } } as object as Content;
    },

    /**
     * Reorders the rows of a list. Ignores unknown ids, and moves unlisted ones to the end. Merges moves since
     * `baseVersion`. Throws ValidationError for a duplicate id, and ConflictError if someone else has moved the same one.
     */
    async order(stores: FileStores<Noun, Row>, author: Author, { subject, ...sent }: ListOrder) {
      checkOrder(sent.ids, kind.idsPath);
      const rows = stores[name];
      const list = { subject, subjectOf: (id: string) => subjectOf(kind, id), present: kind.present };
      const current = (await rows.list()).filter((row) => kind.listOf(row) === subject);
      return saveOrder(stores.changeLog, author, { ...list, rows: current, store: rows.order }, sent);
    },

    /** Purges rows, and removes files that no row uses. */
    collect: (parts: CollectionParts) => collectFiles(kind, parts),

    /** Lists the files of all rows, and of those replaced since then. */
    listClaims: (db: DatabaseHandle, replacedSince: Date) =>
      listClaims(kind, db, replacedSince, readableOnly),
  };
}

const subjectOf = ({ noun }: { noun: string }, id: string) => `${noun}:${id}`;

type Changes<Noun extends FileNoun, Row extends FileRow, Shown> = ReturnType<
  typeof createChanges<Noun, Row, Shown>
>;

function createChanges<Noun extends FileNoun, Row extends FileRow, Shown>(
  kind: FileKind<Noun, Row, Shown, unknown>,
) {
  type Stores = FileStores<Noun, Row>;
  type Change = { before: Row | undefined; after: Row };
  type Upload = { id: string; made: Given<Row> | undefined } & Given<Row>;
  type FieldChange = { id: string; change: Given<Row> } & Based;
  const { present, nameField } = kind;
  const problems = problemsOf(kind);
  const rowsIn = (stores: Stores) => stores[`${kind.noun}s`];

  /** Returns the value in the log: all fields but the id and the time of deletion. */
  function logged(row: Row): Given<Row> {
    const { id: _id, deletedAt: _deletedAt, ...empty } = kind.empty;
    const fields = Object.keys(empty) as (keyof Row)[];
    return Object.fromEntries(fields.map((field) => [field, row[field]])) as Given<Row>;
  }

  /** Returns a row. Throws NotFoundError if it is unknown or deleted. */
  async function find(stores: Stores, id: string): Promise<Row> {
    const row = await rowsIn(stores).find(id);
    if (!row || row.deletedAt) throw problems.missing();
    return row;
  }

  const loggedUnlessDeleted = (row: Row | undefined) => (row && !row.deletedAt ? logged(row) : null);

  /** Saves a row and logs the change, unless nothing has changed. */
  async function store(stores: Stores, author: Author, { before, after }: Change): Promise<Saved<Shown>> {
    const content = present(after);
    if (isDeepStrictEqual(before, after)) {
      return { content, version: await stores.changeLog.version(), changed: false };
    }
    await rowsIn(stores).save(after);
    const version = await stores.changeLog.append({
      author,
      subject: subjectOf(kind, after.id),
      before: loggedUnlessDeleted(before),
      after: loggedUnlessDeleted(after),
    });
    return { content, version, changed: true };
  }

  /**
   * Registers an upload, or updates the texts of a row that the same upload has made. Throws ValidationError without
   * `made` for a new one, and ConflictError if it was deleted or there are too many.
   */
  async function save(stores: Stores, author: Author, { made, ...fields }: Upload): Promise<Saved<Shown>> {
    const given = fields as Given<Row> & { id: string };
    const before = await rowsIn(stores).find(given.id);
    if (before?.deletedAt) throw problems.deleted();
    if (before ? before[nameField] !== given[nameField] : !made) throw problems.nothingUploaded();
    if (!before) await checkRoom(stores);
    const known = before ?? { ...kind.empty, ...made };
    return store(stores, author, { before, after: { ...known, ...checked(given) } });
  }

  /** Changes fields. Throws NotFoundError, or ConflictError if they have changed since `baseVersion`. */
  async function change(stores: Stores, author: Author, { id, baseVersion, change: given }: FieldChange) {
    const before = await find(stores, id);
    const fields = checked(given);
    const after = { ...before, ...fields };
    if (!isDeepStrictEqual(before, after)) {
      await assertUnchanged(stores, { before, baseVersion, change: fields });
    }
    return store(stores, author, { before, after });
  }

  /** Throws ConflictError with the current content if what `change` concerns has changed since `baseVersion`. */
  async function assertUnchanged(
    { changeLog }: Stores,
    { before, baseVersion, change: fields }: { before: Row; change: Given<Row> } & Based,
  ): Promise<void> {
    if (baseVersion === undefined) return;
    const subject = subjectOf(kind, before.id);
    const since = await findChangeSince(changeLog, { subject, baseVersion });
    if (!since) return;
    const { newest, isOtherHistory } = since;
    const seen = isOtherHistory ? undefined : await changeLog.findAt(subject, baseVersion.version);
    const then = seen?.value as Given<Row> | null | undefined;
    const parts = [...kind.texts.map((field) => [field]), kind.choices];
    const concerned = parts.filter((part) => part.some((field) => field in fields)).flat();
    if (then && isSame(concerned, { ...kind.empty, ...then }, before)) return;
    throw conflict({ ...newest, content: present(before) });
  }

  /** Throws ConflictError if there are too many. */
  async function checkRoom(stores: Stores): Promise<void> {
    if (kind.max !== undefined && (await rowsIn(stores).list()).length >= kind.max) throw problems.tooMany();
  }

  /** Returns the fields that are given. Replaces lone surrogates, which a length limit can leave behind. */
  function checked(given: Given<Row>): Partial<Row> {
    kind.checkTexts?.(given);
    const fields = Object.entries(given).filter(([, value]) => value !== undefined);
    return Object.fromEntries(
      fields.map(([field, value]) => [field, typeof value === 'string' ? value.toWellFormed() : value]),
    ) as Partial<Row>;
  }

  return { rowsIn, logged, find, store, save, change, assertUnchanged, checkRoom };
}

type LoggedChange<Row> = { before: Given<Row> | null; after: Given<Row> | null };

function createTrash<Noun extends FileNoun, Row extends FileRow, Shown>(
  kind: FileKind<Noun, Row, Shown, unknown>,
  { rowsIn, find, store, change, checkRoom }: Changes<Noun, Row, Shown>,
) {
  type Stores = FileStores<Noun, Row>;
  const { present } = kind;
  const problems = problemsOf(kind);

  /** Deletes a row, but keeps its files, so that it can be undeleted. Throws NotFoundError if it does not exist. */
  async function remove(stores: Stores, author: Author, id: string, now: Date): Promise<void> {
    const before = await find(stores, id);
    await store(stores, author, { before, after: { ...before, deletedAt: now.toISOString() } });
  }

  /** Undeletes a row at its previous position. Throws NotFoundError if it is unknown or was deleted too long ago. */
  async function undelete(stores: Stores, author: Author, { id, ...time }: { id: string } & UndeleteTime) {
    const before = await rowsIn(stores).find(id);
    if (!before || wasDeletedBy(before, undeleteCutoff(time))) throw problems.missing();
    if (before.deletedAt) await checkRoom(stores);
    return store(stores, author, { before, after: { ...before, deletedAt: null } });
  }

  const fileFields = [...kind.choices, ...kind.made];
  const hasOtherFiles = (before: Given<Row>, after: Given<Row>) => !isSame(fileFields, before, after);

  /**
   * Undoes a logged change: deletes the row if `before` is null, undeletes it if `after` is, or sets the fields that
   * differ. Its files must exist. Throws like `change` and `undelete`.
   */
  async function undo(
    stores: Stores,
    author: Author,
    { id, before, after, baseVersion }: { id: string } & LoggedChange<Row> & Based,
    time: UndeleteTime,
  ): Promise<void> {
    if (before !== null && after !== null) {
      const texts = kind.texts.filter((field) => !isSame([field], before, after));
      const fields = hasOtherFiles(before, after) ? [...texts, ...fileFields] : texts;
      const given = Object.fromEntries(fields.map((field) => [field, before[field]])) as Given<Row>;
      await change(stores, author, { id, baseVersion, change: given });
      return;
    }
    const stored = await rowsIn(stores).find(id);
    const isStored = stored?.deletedAt === null;
    if (isStored === (before !== null)) return;
    const current = isStored ? present(stored) : null;
    await assertUnchangedSince(stores.changeLog, { subject: subjectOf(kind, id), baseVersion, current });
    if (isStored) await remove(stores, author, id, time.now);
    else await undelete(stores, author, { id, ...time });
  }

  return { remove, undelete, undo, hasOtherFiles, isSame: isSame<Row> };
}

const isSame = <Row>(fields: readonly (keyof Row)[], one: Given<Row>, other: Given<Row>): boolean =>
  fields.every((field) => isDeepStrictEqual(one[field], other[field]));
