import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import PQueue from 'p-queue';
import {
  DOCUMENT_NOT_ACCEPTED,
  DOCUMENT_PATH,
  DOCUMENT_TOO_LARGE,
  DOCUMENT_TYPE_NAMES,
  documentTypeOf,
  otherDocumentType,
  type DeletedDocuments,
  type Document,
  type DocumentOrder,
  type DocumentReplacement,
  type Documents,
  type DocumentSave,
  type DocumentTitle,
  type DocumentType,
  type SavedDocument,
} from '#contract/documents.ts';
import { UPLOAD_EMPTY, UPLOAD_MAX_BYTES, type Upload } from '#contract/images.ts';
import { DOCUMENT_FILES } from '#contract/paths.ts';
import type { Author, BaseVersion } from '#server/platform/change-log/change-log-store.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { RowReader } from '#server/platform/content/row-reader.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { UnavailableError, ValidationError } from '#server/platform/errors.ts';
import {
  UPLOAD_LIFE_MS,
  type FileKey,
  type FileStore,
  type StoredFile,
} from '#server/platform/files/file-store.ts';
import {
  assertDocumentUnchangedSince,
  changeDocument,
  documentFileLost,
  documentSubject,
  findDocument,
  noSuchDocument,
  nothingUploaded,
  orderDocuments,
  removeDocument,
  saveDocument,
  undeleteCutoff,
  undeleteDocument,
  type DocumentFile,
} from './change-document.ts';
import { checkDocument, type Rejection } from './check-document.ts';
import { documentType, fileKeyOf, presentDeleted, presentDocument } from './document-files.ts';
import {
  createDocumentStore,
  documentStores,
  type DocumentStores,
  type StoredDocument,
} from './document-store.ts';

type DocumentContent = {
  documents: { inOrder: readonly StoredDocument[]; byId: ReadonlyMap<string, StoredDocument> };
};

/** Reads the documents' part of the content. */
export async function readDocuments(db: DatabaseHandle, rows: RowReader): Promise<DocumentContent> {
  const inOrder = await createDocumentStore(db).list(rows('document', (id) => [documentSubject(id)]));
  return { documents: { inOrder, byId: new Map(inOrder.map((document) => [document.id, document])) } };
}

export type DocumentService = ReturnType<typeof createDocumentService>;

type Based = { baseVersion?: BaseVersion | undefined };

/** Maximum number of running and queued saves, each of which has a whole file in memory while it runs. */
const MAX_QUEUED_SAVES = 8;

export function createDocumentService({
  content,
  database,
  files,
  deletedImageDays,
  now,
}: {
  content: ContentCache<DocumentContent>;
  database: Database;
  files: FileStore;
  /** Days for which deleted documents can be restored. */
  deletedImageDays: number;
  now: () => Date;
}) {
  const queue = new PQueue({ concurrency: 1 });
  const write = <Saved>(work: (stores: DocumentStores) => Promise<Saved>) =>
    content.write((db) => work(documentStores(db)));
  const read = <Found>(work: (stores: DocumentStores) => Promise<Found>) =>
    database.read((db) => work(documentStores(db)));

  const undeleteTime = async (stores: DocumentStores) => ({
    now: await stores.databaseTime(now),
    deletedImageDays,
  });

  /** Throws UnavailableError if `MAX_QUEUED_SAVES` tasks are running or queued. */
  async function enqueue(work: () => Promise<SavedDocument>): Promise<SavedDocument> {
    if (queue.pending + queue.size >= MAX_QUEUED_SAVES) throw busy();
    return queue.add(work);
  }

  /** Returns an upload, unless it is older than `UPLOAD_LIFE_MS`. Throws ValidationError if it is too large. */
  async function findUpload(key: FileKey): Promise<StoredFile | undefined> {
    const upload = await files.find(key);
    if (!upload || now().getTime() - upload.changedAt.getTime() > UPLOAD_LIFE_MS) return undefined;
    if (upload.size <= UPLOAD_MAX_BYTES) return upload;
    // Not all object storage rejects a file of this size during the upload.
    await files.remove(key);
    throw tooLarge('/fileUrl');
  }

  /** Checks an upload and stores its file. Deletes an invalid upload and throws ValidationError. */
  async function storeFile(upload: StoredFile, { id, name, key }: UploadName): Promise<DocumentFile> {
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    for await (const chunk of upload.stream() as AsyncIterable<Buffer>) {
      hash.update(chunk);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const type = documentType(name);
    const rejection = checkDocument(bytes, type);
    if (rejection) {
      await files.remove(key);
      throw documentRejected(rejection, type);
    }
    // If saving the row fails, garbage collection removes the file.
    await files.save(fileKeyOf({ name, revision: id }), Readable.from([bytes]));
    return {
      revision: id,
      size: bytes.length,
      hash: hash.digest('hex'),
      changedAt: (await read((stores) => stores.databaseTime(now))).toISOString(),
    };
  }

  return {
    list: (): Documents => content.snapshot().documents.inOrder.map(presentDocument),

    find(id: string): Document | undefined {
      const document = content.snapshot().documents.byId.get(id);
      return document && presentDocument(document);
    },

    /** Returns the size of all documents that are not deleted, in bytes. */
    bytes: (): number => content.snapshot().documents.inOrder.reduce((sum, { size }) => sum + size, 0),

    /** Finds the current file of a document by the parts of its URL. The ETag depends only on the content. */
    async findFile(
      id: string,
      name: string,
    ): Promise<Pick<StoredFile, 'size' | 'etag' | 'stream'> | undefined> {
      if (!DOCUMENT_PATH.test(`${DOCUMENT_FILES}/${id}/${name}`)) return undefined;
      const find = () => content.snapshot().documents.byId.get(id);
      // Another server may have saved it a moment ago.
      if (!find()) await content.refreshForMissing();
      const document = find();
      if (document?.name !== name) return undefined;
      const file = await files.find(fileKeyOf(document));
      return file && { size: file.size, etag: `"${document.hash.slice(0, 32)}"`, stream: file.stream };
    },

    /** Returns an upload URL and the document's future URL. Throws ValidationError if it is too large or no document. */
    async signUpload({
      fileName,
      contentType,
      size,
    }: {
      fileName: string;
      contentType?: string | undefined;
      size?: number | undefined;
    }): Promise<Upload> {
      if (size !== undefined && size > UPLOAD_MAX_BYTES) throw tooLarge('/size');
      const fileUrl = `${DOCUMENT_FILES}/${randomBytes(ID_BYTES).toString('hex')}/${documentName(fileName)}`;
      return { uploadUrl: await files.signUpload(uploadNameIn(fileUrl).key, { contentType, size }), fileUrl };
    },

    /**
     * Registers an uploaded document. Saving it again changes only its title. Throws like `saveDocument`, ValidationError
     * if the upload is not what its name says, and UnavailableError when the queue is full.
     */
    async save(author: Author, { fileUrl, title }: DocumentSave): Promise<SavedDocument> {
      const upload = uploadNameIn(fileUrl);
      // Queue the whole task, so that the second of two saves of a document finds it registered.
      return enqueue(async () => {
        const known = await read(({ documents }) => documents.find(upload.id));
        const found = known ? undefined : await findUpload(upload.key);
        const file = found && (await storeFile(found, upload));
        const saved = await write((stores) => saveDocument(stores, author, { ...upload, title, file }));
        await files.remove(upload.key);
        return saved;
      });
    },

    setTitle: (author: Author, { id, title, baseVersion }: DocumentTitle & Based) =>
      write((stores) => changeDocument(stores, author, { id, baseVersion, change: { title } })),

    /** Replaces a document's file, which keeps its URL. Idempotent. Throws like `changeDocument` and `save`. */
    async replace(
      author: Author,
      { id, fileUrl, baseVersion }: DocumentReplacement & Based,
    ): Promise<SavedDocument> {
      const upload = uploadNameIn(fileUrl);
      return enqueue(async () => {
        const before = await read((stores) => findDocument(stores, id));
        const type = documentType(before.name);
        if (documentType(upload.name) !== type) throw otherType(type);
        if (before.revision === upload.id) {
          return write((stores) => changeDocument(stores, author, { id, change: {} }));
        }
        await read((stores) =>
          assertDocumentUnchangedSince(stores, { before, baseVersion, fields: ['revision'] }),
        );
        const found = await findUpload(upload.key);
        if (!found) throw nothingUploaded();
        const change = await storeFile(found, upload);
        const saved = await write((stores) => changeDocument(stores, author, { id, baseVersion, change }));
        await files.remove(upload.key);
        return saved;
      });
    },

    order: (author: Author, order: DocumentOrder & Based) =>
      write((stores) => orderDocuments(stores, author, order)),

    async remove(author: Author, id: string): Promise<void> {
      await write(async (stores) => removeDocument(stores, author, id, await stores.databaseTime(now)));
    },

    async listDeleted(): Promise<DeletedDocuments> {
      const rows = await read(async (stores) =>
        stores.documents.listDeleted(undeleteCutoff(await undeleteTime(stores))),
      );
      return rows.map(presentDeleted);
    },

    /** Undeletes a document. Throws like `undeleteDocument`, and ConflictError if its file is missing. */
    async undelete(author: Author, id: string): Promise<SavedDocument> {
      const found = await read(({ documents }) => documents.find(id));
      if (!found) throw noSuchDocument();
      if (!(await files.find(fileKeyOf(found)))) throw documentFileLost();
      return write(async (stores) =>
        undeleteDocument(stores, author, { id, ...(await undeleteTime(stores)) }),
      );
    },
  };
}

const ID_BYTES = 8;
const SLUG_MAX_LENGTH = 60;

/** ID and name in the future URL of an upload, and the key of the uploaded file. */
type UploadName = { id: string; name: string; key: FileKey };

/** Parses the URL of an upload. Throws ValidationError if it is not a `fileUrl` of this site. */
function uploadNameIn(fileUrl: string): UploadName {
  const path = URL.parse(fileUrl, 'http://site')?.pathname ?? '';
  const [, id, name] = DOCUMENT_PATH.exec(path) ?? [];
  if (id === undefined || name === undefined) {
    throw new ValidationError('invalid', 'Use a fileUrl from this website.', '/fileUrl');
  }
  return { id, name, key: `uploads/${id}-${name}` };
}

/** Returns the name in the URL of a file. Throws ValidationError if it is no document. */
export function documentName(fileName: string): string {
  const type = documentTypeOf(fileName);
  if (!type) throw new ValidationError('not-a-document', DOCUMENT_NOT_ACCEPTED, '/fileName');
  return `${slugOf(fileName)}.${type}`;
}

/** Returns the file name without its extension, in lower-case letters, digits and hyphens. */
function slugOf(fileName: string): string {
  const slug = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    // Keep the base letters of accented characters.
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  return slug || 'document';
}

const busy = () =>
  new UnavailableError('busy', "We're still processing other documents. Try again in a minute.", 10);

const tooLarge = (path: string) => new ValidationError('file-too-large', DOCUMENT_TOO_LARGE, path);

const otherType = (type: DocumentType) =>
  new ValidationError('other-type', otherDocumentType(type), '/fileUrl');

const REJECTIONS: Record<Rejection, (type: DocumentType) => string> = {
  empty: () => UPLOAD_EMPTY,
  'not-the-type': (type) =>
    `This file isn't ${DOCUMENT_TYPE_NAMES[type]}, although its name ends in .${type}. Open it, save it again, and upload that.`,
  'old-format': (type) =>
    `This is an older Office file, although its name ends in .${type}. Open it, save it as .${type}, and upload that.`,
  macros: (type) => `This file contains macros. Save a copy without macros as .${type}, and upload that.`,
  encrypted: () =>
    'This file is protected with a password or restrictions. Save a copy without protection, and upload that.',
  broken: () => "This file is damaged or didn't upload completely. Try again, or use another file.",
  'not-utf-8': () =>
    "This CSV file isn't saved as UTF-8, so some letters would look wrong. In Excel, choose Save As, CSV UTF-8, and upload that.",
};

export const documentRejected = (rejection: Rejection, type: DocumentType) =>
  new ValidationError(rejection, REJECTIONS[rejection](type), '/fileUrl');
