import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import PQueue from 'p-queue';
import {
  IMAGE_MAX_PIXELS,
  MIDDLE,
  UPLOAD_EMPTY,
  UPLOAD_MAX_BYTES,
  UPLOAD_TOO_LARGE,
  type DeletedImages,
  type Image,
  type ImageFocus,
  type ImageOrder,
  type ImageReplacement,
  type Images,
  type ImageSave,
  type ImageTexts,
  type SavedImage,
  type Upload,
} from '#contract/images.ts';
import { IMAGE_FILES } from '#contract/paths.ts';
import { FORMAT_NOT_ACCEPTED } from '#contract/image-extension.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { ConflictError, UnavailableError, ValidationError } from '#server/platform/errors.ts';
import type { FileStore, StoredFile } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import {
  undeleteImage,
  changeImage,
  undeleteCutoff,
  orderImages,
  assertImageUnchangedSince,
} from './change-image.ts';
import {
  filesOf,
  fullSizeName,
  revisionOf,
  newRevision,
  imageNameOf,
  presentDeleted,
  presentImage,
  squareNames,
  type NamedFiles,
} from './image-files.ts';
import { createImageStore, imageStores, type ImageStores } from './image-store.ts';
import type { ImageJob, ImageWorker, RejectionReason } from './image-worker.ts';
import {
  findImage,
  noSuchImage,
  nothingUploaded,
  removeImage,
  saveImage,
  type MadeImage,
} from './save-image.ts';
import { createUploadName } from './upload-name.ts';

/** Images by file name, in the cooperative's order. */
type ImageContent = { images: ReadonlyMap<string, Image> };

/** Reads the images' part of the content. */
export async function readImages(db: DatabaseHandle): Promise<ImageContent> {
  const rows = await createImageStore(db).list();
  return { images: new Map(rows.map((row) => [row.fileName, presentImage(row)])) };
}

export type ImageService = ReturnType<typeof createImageService>;

type BaseVersion = { baseVersion?: number | undefined };

/** Uploads older than this cannot be saved and are garbage-collected. */
export const UPLOAD_LIFE_MS = 24 * 60 * 60_000;
/** Maximum number of running and queued tasks; more would wait too long. */
const MAX_QUEUED_SAVES = 8;

export function createImageService({
  content,
  database,
  files,
  tempFiles,
  imageWorker,
  now,
}: {
  content: ContentCache<ImageContent>;
  database: Database;
  files: FileStore;
  tempFiles: TempFiles;
  imageWorker: ImageWorker;
  now: () => Date;
}) {
  const queue = new PQueue({ concurrency: 1 });
  const write = <Saved>(work: (stores: ImageStores) => Promise<Saved>) =>
    content.write((db) => work(imageStores(db)));

  /** Throws UnavailableError if `MAX_QUEUED_SAVES` tasks are running or queued. */
  async function enqueue(work: () => Promise<SavedImage>): Promise<SavedImage> {
    if (queue.pending + queue.size >= MAX_QUEUED_SAVES) throw busy();
    return queue.add(work);
  }

  /** Creates and stores the files, or returns why the image is rejected. Throws like the file store. */
  async function makeFiles(
    source: StoredFile,
    { names, ...job }: Pick<ImageJob, 'image' | 'focus' | 'make'> & { names: readonly string[] },
  ): Promise<{ made: MadeImage } | { rejection: RejectionReason }> {
    await using folder = await tempFiles.makeFolder();
    const input = join(folder.path, 'upload');
    await writeFile(input, source.stream());
    const result = await imageWorker.work({ input, folder: folder.path, ...job });
    if ('rejection' in result) return result;
    // If one fails, keep the previous ones for garbage collection: another server may have registered the same image.
    for (const file of names) await files.save(`images/${file}`, createReadStream(join(folder.path, file)));
    return result;
  }

  /** Returns an upload, unless it is older than `UPLOAD_LIFE_MS`. Throws ValidationError if it is too large. */
  async function findUpload(fileName: string): Promise<StoredFile | undefined> {
    const upload = await files.find(`uploads/${fileName}`);
    if (!upload || now().getTime() - upload.changedAt.getTime() > UPLOAD_LIFE_MS) return undefined;
    if (upload.size <= UPLOAD_MAX_BYTES) return upload;
    // Not all object storage rejects a file of this size during the upload.
    await files.remove(`uploads/${fileName}`);
    throw tooLarge('/imageUrl');
  }

  /** Creates all files of an image from an upload. Deletes an invalid upload and throws ValidationError. */
  async function makeFromUpload(
    uploadName: string,
    upload: StoredFile,
    image: NamedFiles,
  ): Promise<MadeImage> {
    const result = await makeFiles(upload, { image, focus: MIDDLE, make: 'all', names: filesOf(image) });
    if ('made' in result) return result.made;
    await files.remove(`uploads/${uploadName}`);
    throw rejected(result.rejection);
  }

  const read = <Found>(work: (stores: ImageStores) => Promise<Found>) =>
    database.read((db) => work(imageStores(db)));

  return {
    list: (type: number): Images =>
      [...content.snapshot().images.values()].filter(({ imageType }) => imageType === type),

    /** Finds a file of a registered image, or of a previous revision that is not yet garbage-collected. */
    async findFile(file: string): Promise<StoredFile | undefined> {
      return content.snapshot().images.has(imageNameOf(file)) ? files.find(`images/${file}`) : undefined;
    },

    /** Returns an upload URL and the image's future URL. Throws ValidationError if it is too large or not an image. */
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
      const name = createUploadName(fileName, contentType);
      return {
        uploadUrl: await files.signUpload(`uploads/${name}`, { contentType, size }),
        fileUrl: `${IMAGE_FILES}/${name}`,
      };
    },

    /**
     * Registers an uploaded image; visitors see it once this resolves. Saving it again changes only its type and texts.
     * Throws like `saveImage`, ValidationError if the upload is not an image, and UnavailableError when the queue is
     * full.
     */
    async save(
      author: Author,
      { imageId: id, imageUrl, imageName, imageType, altText }: ImageSave,
    ): Promise<SavedImage> {
      const fileName = fileNameIn(imageUrl);
      if (fileName.slice(0, fileName.indexOf('.')) !== id) {
        throw invalidValue('/imageId', 'Use the file name from imageUrl, without the extension.');
      }
      // Queue the whole task, so that the second of two saves of an image finds it registered.
      return enqueue(async () => {
        const upload = await findUpload(fileName);
        const known = await read(({ images }) => images.find(id));
        const image = { fileName, revision: '', crop: '' };
        const made = upload && !known ? await makeFromUpload(fileName, upload, image) : undefined;
        // If this fails, the upload still exists, and the created files are not served.
        const saved = await write((stores) =>
          saveImage(stores, author, { id, fileName, name: imageName, type: imageType, altText, made }),
        );
        if (upload) await files.remove(`uploads/${fileName}`);
        return saved;
      });
    },

    describe: (author: Author, { imageId: id, imageName, altText, baseVersion }: ImageTexts & BaseVersion) =>
      write((stores) =>
        changeImage(stores, author, {
          id,
          baseVersion,
          change: {
            ...(imageName !== undefined && { name: imageName.toWellFormed() }),
            ...(altText !== undefined && { altText: altText.toWellFormed() }),
          },
        }),
      ),

    /**
     * Re-crops the squares. Throws like `changeImage`, ConflictError without a full-size image, and UnavailableError
     * when the queue is full.
     */
    async setFocus(
      author: Author,
      { imageId: id, focus: { x, y }, baseVersion }: ImageFocus & BaseVersion,
    ): Promise<SavedImage> {
      return enqueue(async () => {
        // Drop other keys of the request, which the change log would contain.
        const focus = { x, y };
        const change = { focus, crop: newRevision() };
        const before = await read(async (stores) => {
          const found = await findImage(stores, id);
          await assertImageUnchangedSince(stores, { before: found, baseVersion, change });
          return found;
        });
        if (isDeepStrictEqual(before.focus, focus)) {
          return write((stores) => changeImage(stores, author, { id, change: {} }));
        }
        const image = { ...before, ...change };
        const source = await files.find(`images/${fullSizeName(before)}`);
        if (!source) throw fileLost();
        const result = await makeFiles(source, { image, focus, make: 'squares', names: squareNames(image) });
        if ('rejection' in result) throw fileLost();
        const { colors } = result.made;
        return write((stores) =>
          changeImage(stores, author, { id, baseVersion, change: { ...change, colors } }),
        );
      });
    },

    /** Replaces an image, which keeps its id and file name. Idempotent. Throws like `changeImage` and `save`. */
    async replace(
      author: Author,
      { imageId: id, imageUrl, baseVersion }: ImageReplacement & BaseVersion,
    ): Promise<SavedImage> {
      const uploadName = fileNameIn(imageUrl);
      const revision = revisionOf(uploadName);
      const change = { revision, crop: revision, focus: MIDDLE };
      return enqueue(async () => {
        const before = await read((stores) => findImage(stores, id));
        if (before.revision === revision)
          return write((stores) => changeImage(stores, author, { id, change: {} }));
        await read((stores) => assertImageUnchangedSince(stores, { before, baseVersion, change }));
        const upload = await findUpload(uploadName);
        if (!upload) throw nothingUploaded();
        const made = await makeFromUpload(uploadName, upload, { ...before, ...change });
        const saved = await write((stores) =>
          changeImage(stores, author, { id, baseVersion, change: { ...change, ...made } }),
        );
        await files.remove(`uploads/${uploadName}`);
        return saved;
      });
    },

    order: (author: Author, order: ImageOrder & BaseVersion) =>
      write((stores) => orderImages(stores, author, order)),

    async remove(author: Author, id: string): Promise<void> {
      await write((stores) => removeImage(stores, author, id, now()));
    },

    async listDeleted(type: number): Promise<DeletedImages> {
      const rows = await read(({ images }) => images.listDeleted(type, undeleteCutoff(now())));
      return rows.map(presentDeleted);
    },

    /** Undeletes an image. Throws like `undeleteImage`, and ConflictError if its full-size image is missing. */
    async undelete(author: Author, id: string): Promise<SavedImage> {
      const found = await read(({ images }) => images.find(id));
      if (!found) throw noSuchImage();
      if (!(await files.find(`images/${fullSizeName(found)}`))) throw fileLost();
      return write((stores) => undeleteImage(stores, author, { id, now: now() }));
    },
  };
}

/** Returns the file name in the URL of an image. Throws ValidationError if it is not a `fileUrl` of this site. */
function fileNameIn(imageUrl: string): string {
  const path = URL.parse(imageUrl, 'http://site')?.pathname ?? '';
  const fileName = path.startsWith(`${IMAGE_FILES}/`) ? path.slice(IMAGE_FILES.length + 1) : '';
  if (!FILE_NAME.test(fileName)) throw invalidValue('/imageUrl', 'Use a fileUrl from this website.');
  return fileName;
}

const FILE_NAME = /^[A-Za-z0-9_-]{1,100}\.(?:jpg|png|webp|avif|gif)$/;

const invalidValue = (path: string, message: string) => new ValidationError('invalid', message, path);

const busy = () =>
  new UnavailableError('busy', "We're still processing other images. Try again in a minute.", 10);

const tooLarge = (path: string) => new ValidationError('file-too-large', UPLOAD_TOO_LARGE, path);

const REJECTIONS: Record<RejectionReason, string> = {
  empty: UPLOAD_EMPTY,
  'not-a-picture': FORMAT_NOT_ACCEPTED,
  'too-many-pixels': `This image has more than ${IMAGE_MAX_PIXELS / 1e6} million pixels. Use a smaller one.`,
  broken: "This image is damaged or didn't upload completely. Try again, or use another file.",
};

const fileLost = () =>
  new ConflictError(
    'image-file-lost',
    "This image's file is missing, so we can't change or restore it. Upload the image again.",
  );

const rejected = (rejection: RejectionReason) =>
  new ValidationError(rejection, REJECTIONS[rejection], '/imageUrl');
