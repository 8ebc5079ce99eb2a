import { DELETED_IMAGES_HEADING, MIDDLE, type SavedImage } from '#contract/images.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { presentImage } from './image-files.ts';
import type { ImageRow, ImageStores } from './image-store.ts';

export type MadeImage = Pick<ImageRow, 'width' | 'height' | 'colours'>;

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
  if (before?.deleted_at) throw imageDeleted();
  const known = before ?? (made && newImage({ id, fileName, made }));
  if (!known || known.file_name !== fileName) throw nothingUploaded();
  return storeImage(stores, author, {
    before,
    // Replace lone surrogates, which a length limit can leave behind and UTF-8 cannot encode.
    after: {
      ...known,
      name: name.toWellFormed(),
      type,
      alt_text: (altText ?? known.alt_text).toWellFormed(),
    },
  });
}

const newImage = ({
  id,
  fileName,
  made: { width, height, colours },
}: {
  id: string;
  fileName: string;
  made: MadeImage;
}): ImageRow => ({
  id,
  file_name: fileName,
  name: '',
  type: 0,
  width,
  height,
  deleted_at: null,
  alt_text: '',
  focus_x: MIDDLE.x,
  focus_y: MIDDLE.y,
  revision: '',
  cut: '',
  colours,
});

/** Deletes an image, but keeps its files, so that it can be undeleted. Throws NotFoundError if it does not exist. */
export async function removeImage(stores: ImageStores, author: Author, id: string, now: Date): Promise<void> {
  const before = await findImage(stores, id);
  await stores.images.save({ ...before, deleted_at: now.toISOString() });
  await stores.changeLog.append({
    author,
    subject: imageSubject(id),
    before: toLogValue(before),
    after: null,
  });
}

/** Returns an image. Throws NotFoundError if it is unknown or deleted. */
export async function findImage(stores: ImageStores, id: string): Promise<ImageRow> {
  const image = await stores.images.find(id);
  if (!image || image.deleted_at) throw noSuchImage();
  return image;
}

/** Saves an image and logs the change, unless nothing has changed. */
export async function storeImage(
  stores: ImageStores,
  author: Author,
  { before, after }: { before: ImageRow | undefined; after: ImageRow },
): Promise<SavedImage> {
  const content = presentImage(after);
  const existed = before && !before.deleted_at;
  if (existed && COLUMNS.every((column) => before[column] === after[column])) {
    return { content, version: await stores.changeLog.version(), changed: false };
  }
  await stores.images.save(after);
  const version = await stores.changeLog.append({
    author,
    subject: imageSubject(after.id),
    before: existed ? toLogValue(before) : null,
    after: toLogValue(after),
  });
  return { content, version, changed: true };
}

export const imageSubject = (id: string) => `image:${id}`;

export type LoggedImage = ReturnType<typeof toLogValue>;

const toLogValue = (row: ImageRow) => ({
  fileName: row.file_name,
  name: row.name,
  type: row.type,
  width: row.width,
  height: row.height,
  altText: row.alt_text,
  focus: { x: row.focus_x, y: row.focus_y },
  revision: row.revision,
});

const COLUMNS = ['name', 'type', 'alt_text', 'focus_x', 'focus_y', 'revision', 'cut'] as const;

const imageDeleted = () =>
  new ConflictError(
    'image-deleted',
    `This image was deleted. You can restore it under “${DELETED_IMAGES_HEADING}.”`,
  );

export const noSuchImage = () =>
  new NotFoundError('no-such-image', 'This image no longer exists. Reload the page.');

export const nothingUploaded = () =>
  new ValidationError(
    'nothing-uploaded',
    "We can't find this upload. It may have expired. Upload the file again.",
    '/imageUrl',
  );
