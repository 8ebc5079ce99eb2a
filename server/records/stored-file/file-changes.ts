import { isDeepStrictEqual } from 'node:util';
import { conflict, findChangeSince } from '#server/platform/change-log/assert-unchanged.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { problemsOf, subjectOf, type Based, type FileKind, type Given, type Saved } from './file-kind.ts';
import type { FileRow, FileStores } from './file-rows.ts';

export type FileChanges<Row extends FileRow, Shown, Stores extends FileStores> = ReturnType<
  typeof createFileChanges<Row, Shown, Stores>
>;

/** Creates the rules for saving and changing stored files. All run in the caller's transaction. */
export function createFileChanges<Row extends FileRow, Shown, Stores extends FileStores>(
  kind: FileKind<Row, Shown, Stores>,
) {
  const { rowsIn, present } = kind;
  const subject = (id: string) => subjectOf(kind, id);
  const problems = problemsOf(kind);

  /** Returns a row. Throws NotFoundError if it is unknown or deleted. */
  async function find(stores: Stores, id: string): Promise<Row> {
    const row = await rowsIn(stores).find(id);
    if (!row || row.deletedAt) throw problems.missing();
    return row;
  }

  /** Saves a row and logs the change, unless nothing has changed. */
  async function store(
    stores: Stores,
    author: Author,
    { before, after }: { before: Row | undefined; after: Row },
  ): Promise<Saved<Shown>> {
    const content = present(after);
    if (isDeepStrictEqual(before, after)) {
      return { content, version: await stores.changeLog.version(), changed: false };
    }
    await rowsIn(stores).save(after);
    const version = await stores.changeLog.append({
      author,
      subject: subject(after.id),
      before: before && !before.deletedAt ? kind.logged(before) : null,
      after: kind.logged(after),
    });
    return { content, version, changed: true };
  }

  /**
   * Registers an upload, or updates the texts of a row that the same upload has made. Throws ValidationError without
   * `made` for a new one, and ConflictError if it was deleted or there are too many.
   */
  async function save(
    stores: Stores,
    author: Author,
    {
      named,
      texts,
      made,
    }: { named: Partial<Row> & { id: string }; texts: Given<Row>; made: Row | undefined },
  ): Promise<Saved<Shown>> {
    const before = await rowsIn(stores).find(named.id);
    if (before?.deletedAt) throw problems.deleted();
    const known = before ?? made;
    if (!known || !isSame(Object.keys(named) as (keyof Row)[], known, named))
      throw problems.nothingUploaded();
    if (!before) await checkRoom(stores);
    kind.checkTexts?.(texts);
    return store(stores, author, { before, after: { ...known, ...cleaned(texts) } });
  }

  /** Changes fields. Throws NotFoundError, or ConflictError if they have changed since `baseVersion`. */
  async function change(
    stores: Stores,
    author: Author,
    { id, baseVersion, change: wanted }: { id: string; change: Given<Row> } & Based,
  ): Promise<Saved<Shown>> {
    const before = await find(stores, id);
    kind.checkTexts?.(wanted);
    const fields = cleaned(wanted);
    const after = { ...before, ...fields };
    if (!isDeepStrictEqual(before, after)) {
      await assertUnchanged(stores, { before, baseVersion, change: fields });
    }
    return store(stores, author, { before, after });
  }

  /** Throws ConflictError with the current content if what `change` concerns has changed since `baseVersion`. */
  async function assertUnchanged(
    { changeLog }: Pick<FileStores, 'changeLog'>,
    { before, baseVersion, change: wanted }: { before: Row; change: Partial<Row> } & Based,
  ): Promise<void> {
    if (baseVersion === undefined) return;
    const since = await findChangeSince(changeLog, { subject: subject(before.id), baseVersion });
    if (!since) return;
    const { newest, isOtherHistory } = since;
    const seen = isOtherHistory ? undefined : await changeLog.findAt(subject(before.id), baseVersion.version);
    const then = seen?.value as Partial<Row> | null | undefined;
    const fields = [
      ...kind.texts.filter((field) => field in wanted),
      ...(kind.choices.some((field) => field in wanted) ? kind.choices : []),
    ];
    if (then && isSame(fields, { ...kind.defaults, ...then }, before)) return;
    throw conflict({ ...newest, content: present(before) });
  }

  /** Throws ConflictError if there are too many. */
  async function checkRoom(stores: Stores): Promise<void> {
    if (kind.max !== undefined && (await rowsIn(stores).list()).length >= kind.max) throw problems.tooMany();
  }

  return { find, store, save, change, assertUnchanged, checkRoom };
}

/** Returns the fields that `wanted` has. Replaces lone surrogates, which a length limit can leave behind. */
function cleaned<Row>(wanted: Given<Row>): Partial<Row> {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([field, value]) => [field, typeof value === 'string' ? value.toWellFormed() : value]),
  ) as Partial<Row>;
}

export const isSame = <Row>(
  fields: readonly (keyof Row)[],
  one: Partial<Row>,
  other: Partial<Row>,
): boolean => fields.every((field) => isDeepStrictEqual(one[field], other[field]));
