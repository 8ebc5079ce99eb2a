import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { Readable } from 'node:stream';
import {
  DOCUMENT_NOT_ACCEPTED,
  DOCUMENT_TITLE_MAX_LENGTH,
  DOCUMENT_TOO_LARGE,
  documentTypeOf,
} from '#contract/documents.ts';
import { FORMAT_NOT_ACCEPTED, imageExtension } from '#contract/image-extension.ts';
import {
  ALT_TEXT_MAX_LENGTH,
  IMAGE_NAME_MAX_LENGTH,
  IMAGE_TYPE,
  MIDDLE,
  UPLOAD_MAX_BYTES,
  UPLOAD_TOO_LARGE,
} from '#contract/images.ts';
import { DOCUMENT_FILES } from '#contract/paths.ts';
import { createUploadName, imageRules } from '#server/domains/images/image-kind.ts';
import { checkDocument, documentRejected } from '#server/domains/documents/check-document.ts';
import {
  documentName,
  documentRules,
  documentType,
  fileKeyOf,
  type StoredDocument,
} from '#server/domains/documents/document-kind.ts';
import { contentStores } from '#server/domains/domains.ts';
import type { MadeImage, StoredImage } from '#server/domains/images/image-files.ts';
import { IMAGE_REJECTIONS, type ImageWorker } from '#server/domains/images/image-worker.ts';
import { makeImageFiles } from '#server/domains/images/make-image-files.ts';
import type { Author } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { orStorageFull, UnavailableError } from '#server/platform/errors.ts';
import type { Files } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';

import { problemOf } from './read-saved-pages.ts';

/** Image or document beside a page. `id` is that in the website, or `problem` says why it cannot have one. */
export type PageFile =
  | { kind: 'image'; path: string; id: string; fileName: string; isNew: boolean; made?: MadeImage }
  | { kind: 'document'; path: string; id: string; name: string; isNew: boolean; hash: string; size: number };
/** What a page calls a file: its title, and for an image, its description. */
export type FileWords = { title: string; alt: string };
export type FoundFile = PageFile | { problem: string };

/** Smaller images are the invisible ones that old pages and counters have. */
const SPACER_MAX_BYTES = 100;
const HASH_LENGTH = 16;

export type PageFiles = ReturnType<typeof createPageFiles>;

/**
 * Turns files beside pages into images and documents of the website. Their ids are hashes of the files, so that the
 * same file is imported once, also by a later import.
 */
export function createPageFiles({
  images,
  documents,
  store,
  tempFiles,
  imageWorker,
}: {
  /** All that the website has, also deleted ones. */
  images: readonly StoredImage[];
  documents: readonly StoredDocument[];
  store: Files;
  tempFiles: TempFiles;
  imageWorker: ImageWorker;
}) {
  const found = new Map<string, FoundFile>();
  const byContent = new Map<string, PageFile>();

  function find(path: string): FoundFile {
    const known = found.get(path);
    if (known) return known;
    const file = tryToRead(path);
    found.set(path, file);
    return file;
  }

  function tryToRead(path: string): FoundFile {
    try {
      return read(path);
    } catch (error) {
      return { problem: problemOf(error) };
    }
  }

  function read(path: string): FoundFile {
    const type = documentTypeOf(path);
    if (statSync(path).size > UPLOAD_MAX_BYTES)
      return { problem: type ? DOCUMENT_TOO_LARGE : UPLOAD_TOO_LARGE };
    const bytes = readFileSync(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const same = byContent.get(`${hash} ${type ?? 'image'}`);
    if (same) return same;
    const file = type ? readDocument(path, bytes, hash) : readImage(path, bytes, hash);
    if (!('problem' in file)) byContent.set(`${hash} ${type ?? 'image'}`, file);
    return file;
  }

  function readImage(path: string, bytes: Buffer, hash: string): FoundFile {
    if (bytes.length <= SPACER_MAX_BYTES) return { problem: '' };
    const name = basename(path);
    if (!imageExtension(name)) return { problem: FORMAT_NOT_ACCEPTED };
    const fileName = createUploadName(name, undefined, hash.slice(0, HASH_LENGTH));
    const known = images.find((image) => image.fileName === fileName);
    // A deleted image can be restored only under its own name.
    const unused = known?.deletedAt ? createUploadName(name) : fileName;
    const id = unused.slice(0, unused.indexOf('.'));
    return {
      kind: 'image',
      path,
      id,
      fileName: unused,
      isNew: known === undefined || known.deletedAt !== null,
    };
  }

  function readDocument(path: string, bytes: Buffer, hash: string): FoundFile {
    const name = documentName(basename(path));
    const rejection = checkDocument(bytes, documentType(name));
    if (rejection) return { problem: documentRejected(rejection, documentType(name)).message };
    const known = documents.find((each) => each.hash === hash && each.deletedAt === null);
    if (known)
      return { kind: 'document', path, id: known.id, name: known.name, isNew: false, hash, size: known.size };
    const own = hash.slice(0, HASH_LENGTH);
    const id = documents.some((each) => each.id === own) ? randomBytes(HASH_LENGTH / 2).toString('hex') : own;
    return { kind: 'document', path, id, name, isNew: true, hash, size: bytes.length };
  }

  /** Stores the files of a new image or document. Returns why that is impossible, or undefined. */
  async function makeFiles(file: PageFile): Promise<string | undefined> {
    if (!file.isNew) return undefined;
    if (file.kind === 'document') {
      const key = fileKeyOf({ name: file.name, revision: file.id });
      await store.save(key, Readable.from([readFileSync(file.path)])).catch((error: unknown) => {
        throw orStorageFull(error);
      });
      return undefined;
    }
    if (file.made) return undefined;
    const image = { fileName: file.fileName, revision: '', crop: '' };
    try {
      const result = await makeImageFiles(
        { files: store, tempFiles, imageWorker },
        { stream: () => createReadStream(file.path) },
        { image, focus: MIDDLE, make: 'all' },
      );
      if ('rejection' in result) return reject(file, IMAGE_REJECTIONS[result.rejection]);
      file.made = result.made;
      return undefined;
    } catch (error) {
      // The image ended its worker. A full disk is another kind of error.
      if (error instanceof UnavailableError && error.code === 'picture-not-finished')
        return reject(file, error.message);
      throw error;
    }
  }

  /** Remembers the problem for other pages. */
  function reject({ path }: PageFile, problem: string): string {
    found.set(path, { problem });
    return problem;
  }

  /** Registers a new image or document in the caller's transaction. */
  async function save(
    db: DatabaseHandle,
    author: Author,
    file: PageFile,
    { title, alt }: FileWords,
  ): Promise<void> {
    const stores = contentStores(db);
    const plainName = basename(file.path, extname(file.path));
    if (file.kind === 'document') {
      const { id, name, hash, size } = file;
      const changedAt = (await databaseTime(db)).toISOString();
      await documentRules.save(stores, author, {
        id,
        name,
        title: (title || plainName).slice(0, DOCUMENT_TITLE_MAX_LENGTH),
        made: { revision: id, size, hash, changedAt },
      });
      return;
    }
    await imageRules.save(stores, author, {
      id: file.id,
      fileName: file.fileName,
      name: (title || plainName).slice(0, IMAGE_NAME_MAX_LENGTH),
      type: IMAGE_TYPE.product,
      audience: 'pages',
      altText: alt.slice(0, ALT_TEXT_MAX_LENGTH),
      made: file.made,
    });
  }

  return {
    find,
    makeFiles,
    save,
    /** Returns the address of a document, or '' for what is none. */
    documentUrl(path: string): string {
      const file = find(path);
      return 'problem' in file || file.kind === 'image' ? '' : `${DOCUMENT_FILES}/${file.id}/${file.name}`;
    },
    documentProblem(path: string): string | undefined {
      if (!documentTypeOf(path)) return DOCUMENT_NOT_ACCEPTED;
      const file = find(path);
      return 'problem' in file ? file.problem : undefined;
    },
  };
}
