import PQueue from 'p-queue';
import { UPLOAD_MAX_BYTES, type Upload } from '#contract/images.ts';
import type { Author } from '#server/platform/change.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { UnavailableError, ValidationError } from '#server/platform/errors.ts';
import {
  UPLOAD_LIFE_MS,
  type FileKey,
  type FileStore,
  type StoredFile,
  type UploadTerms,
} from '#server/platform/files/file-store.ts';
import type { Based, Saved } from '#server/records/saved.ts';
import type { FileKind, Given, NamedUpload } from './file-kind.ts';
import { wasDeletedBy, type FileContent, type FileNoun, type FileRow, type FileStores } from './file-rows.ts';
import { undeleteCutoff, type ListOrder, type StoredFiles } from './stored-files.ts';

/** Maximum number of running and queued tasks; more would wait too long, and each has a file in memory. */
const MAX_QUEUED_TASKS = 8;

export type FileParts = {
  database: Database;
  files: FileStore;
  /** Days for which deleted files can be restored. */
  deletedImageDays: number;
  now: () => Date;
  /** Returns the ids of the files that visitors can see on pages or open from them. */
  shownFiles: () => ReadonlySet<string>;
};

type ServiceParts<Noun extends FileNoun, Row> = FileParts & {
  content: ContentCache<Record<`${Noun}s`, FileContent<Row>>>;
};

/** How a file may be cached: as long as it exists, until visitors may no longer load it, or not at all, by administrators. */
export type FileCache = 'forever' | 'revalidated' | 'admin';

/** Stores the files of a row, and returns the fields that follow. Throws ValidationError for an invalid upload. */
export type MakeFiles<Row> = (upload: StoredFile, row: Row) => Promise<Given<Row>>;

/** Creates the calls that every kind of stored files has. A change is visible once its call resolves. */
export function createFileService<Noun extends FileNoun, Row extends FileRow, Shown, Deleted>(
  rules: StoredFiles<Noun, Row, Shown, Deleted>,
  make: MakeFiles<Row>,
  { content, database, files, deletedImageDays, now, shownFiles }: ServiceParts<Noun, Row>,
) {
  type Stores = FileStores<Noun, Row>;
  const { kind, problems, rowsIn } = rules;
  const { signUpload, uploadAt, makeFrom } = createUploads(kind, make, { files, now });
  const queue = new PQueue({ concurrency: 1 });
  const write = <Result>(work: (stores: Stores, db: DatabaseHandle) => Promise<Result>) =>
    content.write((db) => work(rules.stores(db), db));
  const read = <Result>(work: (stores: Stores, db: DatabaseHandle) => Promise<Result>) =>
    database.read((db) => work(rules.stores(db), db));
  /** By the database's clock, so that a deleted file is purged neither early nor late. */
  const timeIn = async (db: DatabaseHandle) => ({ now: await databaseTime(db, now), deletedImageDays });

  /** Returns the number of running and queued tasks. */
  const queueLength = () => queue.pending + queue.size;

  /** Throws UnavailableError if `MAX_QUEUED_TASKS` are running or queued. */
  async function enqueue(work: () => Promise<Saved<Shown>>): Promise<Saved<Shown>> {
    if (queueLength() >= MAX_QUEUED_TASKS) throw busy(kind.noun);
    return queue.add(work);
  }

  /** Makes other files of a row, and then changes it. `changeOf` returns undefined if that is done. */
  async function changeFiles(
    author: Author,
    { id, baseVersion }: { id: string } & Based,
    changeOf: (before: Row) => Given<Row> | undefined,
    makeOf: (after: Row, before: Row) => Promise<Given<Row>>,
  ): Promise<Saved<Shown>> {
    const before = await read((stores) => rules.find(stores, id));
    const change = changeOf(before);
    if (!change) return write((stores) => rules.change(stores, author, { id, change: {} }));
    await read((stores) => rules.assertUnchanged(stores, { before, baseVersion, change }));
    const made = await makeOf({ ...before, ...change }, before);
    const wanted = { ...change, ...made };
    return write((stores) => rules.change(stores, author, { id, baseVersion, change: wanted }));
  }

  const stored = (): FileContent<Row> => content.snapshot()[`${kind.noun}s`];

  /** Returns how visitors may cache the files of a row, or undefined if they may not load them. */
  function cacheOf({ id, audience }: Row): FileCache | undefined {
    if (audience === 'everyone') return 'forever';
    return audience === 'link' || shownFiles().has(id) ? 'revalidated' : undefined;
  }

  /** Looks again for what is missing, because another server may have saved or shown it a moment ago. */
  async function findTwice<Found>(find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const found = await find();
    if (found !== undefined) return found;
    await content.refreshForMissing();
    return find();
  }

  /** Returns how a file may be cached, or undefined, as late as for a missing row, for a visitor who may not load it. */
  const findCache = (
    find: () => Row | undefined,
    isAdmin: () => Promise<boolean>,
    cacheFor: (row: Row) => FileCache | undefined = cacheOf,
  ): Promise<FileCache | undefined> =>
    findTwice(async () => {
      const row = find();
      return row && (cacheFor(row) ?? ((await isAdmin()) ? 'admin' : undefined));
    });

  const calls = {
    queueLength,
    signUpload,

    find(id: string): Shown | undefined {
      const row = stored().byId.get(id);
      return row && kind.present(row);
    },

    order: (author: Author, order: ListOrder) => write((stores) => rules.order(stores, author, order)),

    /**
     * Registers an upload. Saving it again changes only its texts. Throws like the rule, ValidationError if the upload is
     * not acceptable, and UnavailableError when the queue is full.
     */
    async save(author: Author, { url, texts }: { url: string; texts: Given<Row> }): Promise<Saved<Shown>> {
      const { named, key } = uploadAt(url);
      // Queue the whole task, so that the second of two saves of an upload finds it registered.
      return enqueue(async () => {
        const known = await read((stores) => rowsIn(stores).find(named.id));
        const made = known ? undefined : await makeFrom(key, { ...kind.empty, ...named });
        // If this fails, the upload still exists, and the files that were made are not served.
        const saved = await write((stores) => rules.save(stores, author, { ...named, ...texts, made }));
        await files.remove(key);
        return saved;
      });
    },

    change: (author: Author, change: { id: string; change: Given<Row> } & Based) =>
      write((stores) => rules.change(stores, author, change)),

    /** Replaces the files of a row, which keeps its URL. Idempotent. Throws like `change` and `save`. */
    async replace(author: Author, { url, ...of }: { id: string; url: string } & Based) {
      const upload = uploadAt(url);
      return enqueue(async () => {
        const changeOf = (before: Row) => {
          const change = kind.replacement(before, upload);
          return before.revision === change.revision ? undefined : change;
        };
        const saved = await changeFiles(author, of, changeOf, async (row) => {
          const made = await makeFrom(upload.key, row);
          if (!made) throw problems.nothingUploaded();
          return made;
        });
        await files.remove(upload.key);
        return saved;
      });
    },

    async remove(author: Author, id: string): Promise<void> {
      await write(async (stores, db) => rules.remove(stores, author, id, await databaseTime(db, now)));
    },

    /** Returns the rows of a list that can be restored, the most recently deleted first. */
    listDeleted: (subject: string): Promise<Deleted[]> =>
      read(async (stores, db) => {
        const cutoff = undeleteCutoff(await timeIn(db));
        const deleted = await rowsIn(stores).listDeleted();
        return deleted
          .filter((row) => kind.listOf(row) === subject && !wasDeletedBy(row, cutoff))
          .map(kind.presentDeleted);
      }),

    /** Undeletes a row. Throws like the rule, and ConflictError if its main file is missing. */
    async undelete(author: Author, id: string): Promise<Saved<Shown>> {
      const found = await read((stores) => rowsIn(stores).find(id));
      if (!found) throw problems.missing();
      const [main] = kind.keysOf(found);
      if (!main || !(await files.find(main))) throw problems.fileLost();
      return write(async (stores, db) => rules.undelete(stores, author, { id, ...(await timeIn(db)) }));
    },
  };
  return { calls, stored, queue, enqueue, uploadAt, changeFiles, cacheOf, findTwice, findCache };
}

/** Creates what signs and finds the uploads of a kind of stored files. */
function createUploads<Row extends FileRow>(
  kind: Pick<FileKind<FileNoun, Row, unknown, unknown>, 'urlField' | 'newUrl' | 'uploadAt' | 'tooLarge'>,
  make: MakeFiles<Row>,
  { files, now }: Pick<FileParts, 'files' | 'now'>,
) {
  const urlPath = `/${kind.urlField}`;
  const tooLargeAt = (path: string) => new ValidationError('file-too-large', kind.tooLarge, path);

  /** Throws ValidationError if the URL is not a `fileUrl` of this site. */
  function uploadAt(url: string): NamedUpload<Row> {
    const upload = kind.uploadAt(URL.parse(url, 'http://site')?.pathname ?? '');
    if (!upload) throw new ValidationError('invalid', 'Use a fileUrl from this website.', urlPath);
    return upload;
  }

  return {
    uploadAt,

    /** Returns an upload URL and the future URL. Throws ValidationError if it is too large or not accepted. */
    async signUpload({ fileName, contentType, size }: { fileName: string } & UploadTerms): Promise<Upload> {
      if (size !== undefined && size > UPLOAD_MAX_BYTES) throw tooLargeAt('/size');
      const fileUrl = kind.newUrl(fileName, contentType);
      return { uploadUrl: await files.signUpload(uploadAt(fileUrl).key, { contentType, size }), fileUrl };
    },

    /**
     * Makes the files of a row from an upload. Returns undefined if it is missing or older than `UPLOAD_LIFE_MS`. Deletes
     * an invalid upload and throws ValidationError.
     */
    async makeFrom(key: FileKey, row: Row): Promise<Given<Row> | undefined> {
      const upload = await files.find(key);
      if (!upload || now().getTime() - upload.changedAt.getTime() > UPLOAD_LIFE_MS) return undefined;
      try {
        // Not all object storage rejects a file of this size during the upload.
        if (upload.size > UPLOAD_MAX_BYTES) throw tooLargeAt(urlPath);
        return await make(upload, row);
      } catch (error) {
        if (error instanceof ValidationError) await files.remove(key);
        throw error;
      }
    },
  };
}

const busy = (noun: string) =>
  new UnavailableError('busy', `We're still processing other ${noun}s. Try again in a minute.`, 10);
