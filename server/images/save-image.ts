import { MIDDLE, type SavedImage } from '#contract/images.ts';
import type { Author } from '#server/change-log/change-log-store.ts';
import { HttpError } from '#server/errors.ts';
import type { Stores } from '#server/stores.ts';
import { presentImage } from './image-files.ts';
import type { ImageRow } from './image-store.ts';

/** What was found out about an uploaded picture. */
export type MadeImage = Pick<ImageRow, 'width' | 'height' | 'colours'>;

export type ImageStores = Pick<Stores, 'images' | 'changeLog'>;

/**
 * Registers a picture, or changes name, type and words of one, and records the change, inside the caller's write. What
 * stays as it was records nothing. Throws 400 when it is not registered and nothing was made of an upload, 409 when it
 * was deleted.
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
  if (before?.deleted_at) throw new HttpError(409, 'image-deleted', 'This picture was deleted.');
  const known = before ?? (made && newImage({ id, fileName, made }));
  if (!known || known.file_name !== fileName) throw nothingUploaded();
  return keepImage(stores, author, {
    before,
    // Half a character, cut off by a limit: no database can keep it.
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

/**
 * Marks a picture deleted and records it, inside the caller's write. Its files stay, so that it can be brought back.
 * Throws 404 when there is none.
 */
export async function removeImage(stores: ImageStores, author: Author, id: string, now: Date): Promise<void> {
  const before = await findImage(stores, id);
  await stores.images.save({ ...before, deleted_at: now.toISOString() });
  await stores.changeLog.append({
    author,
    subject: imageSubject(id),
    before: described(before),
    after: null,
  });
}

/** A picture that is not deleted. Throws 404 when there is none. */
export async function findImage(stores: ImageStores, id: string): Promise<ImageRow> {
  const image = await stores.images.find(id);
  if (!image || image.deleted_at) throw noSuchImage();
  return image;
}

/** Keeps a picture as it is to be from now on and records that, unless nothing is different. */
export async function keepImage(
  stores: ImageStores,
  author: Author,
  { before, after }: { before: ImageRow | undefined; after: ImageRow },
): Promise<SavedImage> {
  const content = presentImage(after);
  const wasThere = before && !before.deleted_at;
  if (wasThere && COLUMNS.every((column) => before[column] === after[column])) {
    return { content, version: await stores.changeLog.version(), changed: false };
  }
  await stores.images.save(after);
  const version = await stores.changeLog.append({
    author,
    subject: imageSubject(after.id),
    before: wasThere ? described(before) : null,
    after: described(after),
  });
  return { content, version, changed: true };
}

export const imageSubject = (id: string) => `image:${id}`;

export type DescribedImage = ReturnType<typeof described>;

/** A picture as the log keeps it. */
const described = (row: ImageRow) => ({
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

export const noSuchImage = () => new HttpError(404, 'no-such-image', 'There is no such picture.');

export const nothingUploaded = () =>
  new HttpError(400, 'nothing-uploaded', 'Nothing was uploaded under this name, or too long ago.', {
    field: 'body/imageUrl',
  });
