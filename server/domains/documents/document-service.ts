import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DOCUMENT_PATH, type Documents } from '#contract/documents.ts';
import { DOCUMENT_FILES } from '#contract/paths.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { sha256Of } from '#server/platform/files/checksums.ts';
import { filesUnavailable, type StoredFile } from '#server/platform/files/file-store.ts';
import type { FileContent } from '#server/records/stored-file/file-rows.ts';
import {
  createFileService,
  type FileCache,
  type FileParts,
  type MakeFiles,
} from '#server/records/stored-file/file-service.ts';
import { checkDocument, documentRejected } from './check-document.ts';
import {
  documentRules,
  documentType,
  fileKeyOf,
  presentDocument,
  type StoredDocument,
} from './document-kind.ts';

export type DocumentService = ReturnType<typeof createDocumentService>;

export function createDocumentService(
  parts: FileParts & { content: ContentCache<{ documents: FileContent<StoredDocument> }> },
) {
  const { files } = parts;
  const { calls, stored, cacheOf, findCache } = createFileService(documentRules, checkAndStore(parts), parts);

  return {
    ...calls,

    list: (): Documents => stored().inOrder.map(presentDocument),

    /** Returns those that visitors can open. */
    listShown: (): Documents => stored().inOrder.filter(cacheOf).map(presentDocument),

    /** Returns the size of all documents that are not deleted, in bytes. */
    bytes: (): number => stored().inOrder.reduce((sum, { size }) => sum + size, 0),

    /** Finds the current file of a document by the parts of its URL. The ETag depends only on the content. */
    async findFile(
      { id, name }: { id: string; name: string },
      isAdmin: () => Promise<boolean>,
    ): Promise<(Pick<StoredFile, 'size' | 'etag' | 'stream'> & { cache: FileCache }) | undefined> {
      if (!DOCUMENT_PATH.test(`${DOCUMENT_FILES}/${id}/${name}`)) return undefined;
      const find = () => (stored().byId.get(id)?.name === name ? stored().byId.get(id) : undefined);
      const cache = await findCache(find, isAdmin);
      const document = find();
      if (!cache || !document) return undefined;
      const file = await files.find(fileKeyOf(document));
      if (file && file.size !== document.size)
        throw filesUnavailable(new Error(`${fileKeyOf(document)} is damaged: its size is ${file.size}.`));
      return file && { size: file.size, etag: `"${document.hash.slice(0, 32)}"`, stream: file.stream, cache };
    },
  };
}

/** Checks an upload and stores its file. */
const checkAndStore =
  ({ database, files, now }: FileParts): MakeFiles<StoredDocument> =>
  async (upload, document) => {
    const { id, name } = document;
    // The first file of a document is that of the upload with its id.
    const revision = document.revision || id;
    const bytes = await buffer(upload.stream());
    const type = documentType(name);
    const rejection = checkDocument(bytes, type);
    if (rejection) throw documentRejected(rejection, type);
    // If saving the row fails, garbage collection removes the file.
    await files.save(fileKeyOf({ name, revision }), Readable.from([bytes]));
    return {
      revision,
      size: bytes.length,
      hash: sha256Of(bytes),
      changedAt: (await database.read((db) => databaseTime(db, now))).toISOString(),
    };
  };
