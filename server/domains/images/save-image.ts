import { isDeepStrictEqual } from 'node:util';
import { MIDDLE, type SavedImage } from '#contract/images.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { presentImage } from './image-files.ts';
import type { ImageStores, StoredImage } from './image-store.ts';

export type MadeImage = Pick<StoredImage, 'width' | 'height' | 'colors'>;

/**
 * Registers an image or updates its texts and type. Throws ValidationError without a decoded upload, and ConflictError
 * if it was deleted.
 */
export async function saveImage(
  stores: ImageStores,
  author: Author,
  {
    id,
    fileName,
    made,
    name,
    type,
    altText,
  }: {
    id: string;
    fileName: string;
    name: string;
    type: number;
    altText?: string | undefined;
    made: MadeImage | undefined;
  },
): Promise<SavedImage> {
  const before = await stores.images.find(id);
  if (before?.deletedAt) throw imageDeleted();
  const known = before ?? (made && newImage(id, fileName, made));
  if (!known || known.fileName !== fileName) throw nothingUploaded();
  return storeImage(stores, author, {
    before,
    // Replace lone surrogates, which a length limit can leave behind and UTF-8 cannot encode.
    after: {
      ...known,
      name: name.toWellFormed(),
      type,
      altText: (altText ?? known.altText).toWellFormed(),
    },
  });
}

const newImage = (id: string, fileName: string, made: MadeImage): StoredImage => ({
  id,
  fileName,
  name: '',
  type: 0,
  deletedAt: null,
  altText: '',
  focus: MIDDLE,
  revision: '',
  crop: '',
  ...made,
});

/** Deletes an image, but keeps its files, so that it can be undeleted. Throws NotFoundError if it does not exist. */
export async function removeImage(stores: ImageStores, author: Author, id: string, now: Date): Promise<void> {
  const before = await findImage(stores, id);
  await stores.images.save({ ...before, deletedAt: now.toISOString() });
  await stores.changeLog.append({
    author,
    subject: imageSubject(id),
    before: toLogValue(before),
    after: null,
  });
}

/** Returns an image. Throws NotFoundError if it is unknown or deleted. */
export async function findImage(stores: ImageStores, id: string): Promise<StoredImage> {
  const image = await stores.images.find(id);
  if (!image || image.deletedAt) throw noSuchImage();
  return image;
}

/** Saves an image and logs the change, unless nothing has changed. */
export async function storeImage(
  stores: ImageStores,
  author: Author,
  { before, after }: { before: StoredImage | undefined; after: StoredImage },
): Promise<SavedImage> {
  const content = presentImage(after);
  if (isDeepStrictEqual(before, after)) {
    return { content, version: await stores.changeLog.version(), changed: false };
  }
  await stores.images.save(after);
  const version = await stores.changeLog.append({
    author,
    subject: imageSubject(after.id),
    before: before && !before.deletedAt ? toLogValue(before) : null,
    after: toLogValue(after),
  });
  return { content, version, changed: true };
}

export const imageSubject = (id: string) => `image:${id}`;

/** Returns the id of the image that a subject names, or undefined if it names another kind of content. */
export const imageIdOf = (subject: string) =>
  subject.startsWith(imageSubject('')) ? subject.slice(imageSubject('').length) : undefined;

/** Image in the change log. Old entries may lack fields. */
export type LoggedImage = Partial<ReturnType<typeof toLogValue>>;

export function toLogValue(image: StoredImage) {
  const { fileName, name, type, width, height, altText, focus, revision, crop, colors } = image;
  return { fileName, name, type, width, height, altText, focus, revision, crop, colors };
}

const imageDeleted = () =>
  new ConflictError(
    'image-deleted',
    'This image was deleted. You can restore it from the list of deleted images.',
  );

export const noSuchImage = () =>
  new NotFoundError('no-such-image', 'This image no longer exists. Reload the page.');

export const fileLost = () =>
  new ConflictError(
    'image-file-lost',
    "This image's file is missing, so we can't change or restore it. Upload the image again.",
  );

export const nothingUploaded = () =>
  new ValidationError(
    'nothing-uploaded',
    "We can't find this upload. It may have expired. Upload the file again.",
    '/imageUrl',
  );
