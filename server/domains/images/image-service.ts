import { isDeepStrictEqual } from 'node:util';
import PQueue from 'p-queue';
import {
  imagesOnPage,
  MIDDLE,
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
import type { Site } from '#contract/site.ts';
import { counted } from '#contract/text.ts';
import type { BaseVersion, Author } from '#server/platform/change-log/change-log-store.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { ChangedRows } from '#server/platform/content/part-reader.ts';
import type { RowReader } from '#server/platform/content/row-reader.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { NotFoundError, UnavailableError, ValidationError } from '#server/platform/errors.ts';
import { UPLOAD_LIFE_MS, type FileStore, type StoredFile } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import { createBrandFiles } from './brand-files.ts';
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
  phoneName,
  presentDeleted,
  presentImage,
  squareNames,
  type NamedFiles,
} from './image-files.ts';
import { createImageStore, imageStores, toImage, type ImageStores, type PlacedImage } from './image-store.ts';
import type { ImageWorker, RejectionReason } from './image-worker.ts';
import { IMAGE_REJECTIONS, makeImageFiles } from './make-image-files.ts';
import {
  fileLost,
  findImage,
  imageSubject,
  noSuchImage,
  nothingUploaded,
  removeImage,
  saveImage,
  type MadeImage,
} from './save-image.ts';
import { createPhoneFiles } from './phone-files.ts';
import { createUploadName } from './upload-name.ts';

type ImageContent = {
  images: {
    /** In the cooperative's order. They are converted on request, because there may be thousands. */
    inOrder: readonly PlacedImage[];
    /** Indexes in `inOrder` by id. */
    places: ReadonlyMap<string, number>;
    ofType: ReadonlyMap<number, readonly PlacedImage[]>;
    fileNames: ReadonlySet<string>;
  };
};

/** Reads the images' part of the content. */
export async function readImages(
  db: DatabaseHandle,
  rows: RowReader,
  changed?: ChangedRows<ImageContent>,
): Promise<ImageContent> {
  const readRow = rows('image', (id) => [imageSubject(id)]);
  const read = await createImageStore(db).listPlaced(readRow, changed?.keys);
  return { images: (changed && replaceInPlace(changed, read)) ?? arrange(changed, read) };
}

/** Replaces images that stay where they are, of which there may be thousands. Otherwise returns undefined. */
function replaceInPlace(
  { keys, before: { images } }: ChangedRows<ImageContent>,
  read: readonly PlacedImage[],
): ImageContent['images'] | undefined {
  if (read.length < keys.length) return undefined;
  const inOrder = [...images.inOrder];
  const ofType = new Map(images.ofType);
  for (const image of read) {
    const place = images.places.get(image.id) ?? -1;
    const former = inOrder[place];
    const list = ofType.get(image.type);
    if (!former || !list || STAYING.some((field) => former[field] !== image[field])) return undefined;
    inOrder[place] = image;
    ofType.set(image.type, list.with(list.indexOf(former), image));
  }
  return { ...images, inOrder, ofType };
}

const STAYING = ['position', 'type', 'fileName'] as const;

function arrange(
  changed: ChangedRows<ImageContent> | undefined,
  read: readonly PlacedImage[],
): ImageContent['images'] {
  const keys = new Set(changed?.keys);
  const others = changed?.before.images.inOrder.filter(({ id }) => !keys.has(id)) ?? [];
  // Not sorted in SQL, where the order of text depends on the database.
  const inOrder = [...others, ...read].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  let places: ReadonlyMap<string, number> | undefined;
  let fileNames: ReadonlySet<string> | undefined;
  return {
    inOrder,
    ofType: Map.groupBy(inOrder, ({ type }) => type),
    // A start needs neither.
    get places() {
      return (places ??= new Map(inOrder.map(({ id }, place) => [id, place])));
    },
    get fileNames() {
      return (fileNames ??= new Set(inOrder.map(({ fileName }) => fileName)));
    },
  };
}

const present = (image: PlacedImage): Image => presentImage(toImage(image));

export type ImageService = ReturnType<typeof createImageService>;

type Based = { baseVersion?: BaseVersion | undefined };

/** Maximum number of running and queued tasks; more would wait too long. */
const MAX_QUEUED_SAVES = 8;

export function createImageService({
  content,
  database,
  files,
  tempFiles,
  imageWorker,
  site,
  deletedImageDays,
  now,
}: {
  content: ContentCache<ImageContent>;
  database: Database;
  files: FileStore;
  tempFiles: TempFiles;
  imageWorker: ImageWorker;
  site: () => Pick<Site, 'brand'>;
  /** Days for which deleted images can be restored. */
  deletedImageDays: number;
  now: () => Date;
}) {
  const queue = new PQueue({ concurrency: 1 });
  const brandFiles = createBrandFiles({ brand: () => site().brand, files, tempFiles, imageWorker, queue });
  const makePhoneFile = createPhoneFiles({ files, tempFiles, imageWorker, queue });
  const write = <Saved>(work: (stores: ImageStores) => Promise<Saved>) =>
    content.write((db) => work(imageStores(db)));

  /** Returns the number of running and queued tasks. */
  const queueLength = () => queue.pending + queue.size;

  /** Throws UnavailableError if `MAX_QUEUED_SAVES` tasks are running or queued. */
  async function enqueue(work: () => Promise<SavedImage>): Promise<SavedImage> {
    if (queueLength() >= MAX_QUEUED_SAVES) throw busy();
    return queue.add(work);
  }

  const makeFiles = (source: StoredFile, job: Parameters<typeof makeImageFiles>[2]) =>
    makeImageFiles({ files, tempFiles, imageWorker }, source, job);

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

  const timeOf = async (stores: ImageStores) => ({ now: await stores.databaseTime(now), deletedImageDays });

  const ofType = (type: number) => content.snapshot().images.ofType.get(type) ?? [];

  return {
    queueLength,

    count: (type: number): number => ofType(type).length,

    find(id: string): Image | undefined {
      const { inOrder, places } = content.snapshot().images;
      const image = inOrder[places.get(id) ?? -1];
      return image && present(image);
    },

    list: (type: number): Images => ofType(type).map(present),

    /** Returns the images of a page of the list. */
    listPage: (type: number, page: number): Images => imagesOnPage(ofType(type), page).map(present),

    /** Finds a file of a registered image, or of a previous revision that is not yet garbage-collected. */
    async findFile(file: string): Promise<StoredFile | undefined> {
      const isRegistered = () => content.snapshot().images.fileNames.has(imageNameOf(file));
      // Another server may have saved it a moment ago.
      if (!isRegistered() && FILE_NAME.test(imageNameOf(file))) await content.refreshForMissing();
      return isRegistered() ? files.find(`images/${file}`) : undefined;
    },

    /**
     * Returns the URL of the screen rendition if `file` is the phone rendition of a registered image, and starts to make
     * it for later requests.
     */
    replaceMissingPhoneFile(file: string): string | undefined {
      const image = content.snapshot().images.inOrder.find((each) => phoneName(each) === file);
      if (!image) return undefined;
      makePhoneFile(toImage(image));
      return present(image).screenUrl;
    },

    /** Finds a file that is made of an image for the top bar or for icons, if the settings name the image for it. */
    async findBrandFile(fileName: string, { name, revision }: { name: string; revision: string }) {
      const isImage = (image: PlacedImage) => image.fileName === fileName && image.revision === revision;
      const find = async () => {
        const image = content.snapshot().images.inOrder.find(isImage);
        return image && brandFiles(toImage(image), name);
      };
      const found = await find();
      if (found || !FILE_NAME.test(fileName)) return found;
      // Another server may have saved the image or the setting a moment ago.
      await content.refreshForMissing();
      return find();
    },

    /** Finds a file of an image that may be deleted or replaced. Throws NotFoundError once it was purged. */
    async findKeptFile(file: string): Promise<StoredFile> {
      const found = FILE_NAME.test(imageNameOf(file)) ? await files.find(`images/${file}`) : undefined;
      if (!found) throw imagePurged(deletedImageDays);
      return found;
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

    describe: (author: Author, { imageId: id, imageName, altText, baseVersion }: ImageTexts & Based) =>
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
      { imageId: id, focus: { x, y }, baseVersion }: ImageFocus & Based,
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
      { imageId: id, imageUrl, baseVersion }: ImageReplacement & Based,
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

    order: (author: Author, order: ImageOrder & Based) =>
      write((stores) => orderImages(stores, author, order)),

    async remove(author: Author, id: string): Promise<void> {
      await write(async (stores) => removeImage(stores, author, id, await stores.databaseTime(now)));
    },

    async listDeleted(type: number): Promise<DeletedImages> {
      const rows = await read(async (stores) =>
        stores.images.listDeleted(type, undeleteCutoff(await timeOf(stores))),
      );
      return rows.map(presentDeleted);
    },

    /** Undeletes an image. Throws like `undeleteImage`, and ConflictError if its full-size image is missing. */
    async undelete(author: Author, id: string): Promise<SavedImage> {
      const found = await read(({ images }) => images.find(id));
      if (!found) throw noSuchImage();
      if (!(await files.find(`images/${fullSizeName(found)}`))) throw fileLost();
      return write(async (stores) => undeleteImage(stores, author, { id, ...(await timeOf(stores)) }));
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

const imagePurged = (days: number) =>
  new NotFoundError(
    'image-purged',
    `This image was deleted for good. Deleted and replaced images are kept for ${counted(days, 'day')}.`,
  );

const busy = () =>
  new UnavailableError('busy', "We're still processing other images. Try again in a minute.", 10);

const tooLarge = (path: string) => new ValidationError('file-too-large', UPLOAD_TOO_LARGE, path);

const rejected = (rejection: RejectionReason) =>
  new ValidationError(rejection, IMAGE_REJECTIONS[rejection], '/imageUrl');
