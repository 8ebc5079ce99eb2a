import type { SavedImage } from '#contract/images.ts';
import type { Author } from '#server/change-log/change-log-store.ts';
import { HttpError } from '#server/errors.ts';
import type { Stores } from '#server/stores.ts';
import { presentImage } from './image-files.ts';
import type { ImageRow } from './image-store.ts';

/** What was found out about an uploaded picture. */
export type MadeImage = { width: number; height: number };

/**
 * Registers a picture, or changes name and type of one, and records the change, inside the caller's write. What stays as
 * it was records nothing. Throws 400 when it is not registered and nothing was made of an upload, 409 when it was
 * deleted.
 */
export async function saveImage(
  stores: Pick<Stores, 'images' | 'changeLog'>,
  author: Author,
  {
    id,
    fileName,
    made,
    ...rest
  }: { id: string; fileName: string; name: string; type: number; made: MadeImage | undefined },
): Promise<SavedImage> {
  const before = await stores.images.find(id);
  if (before?.deleted_at) throw new HttpError(409, 'image-deleted', 'This picture was deleted.');
  const size = before ?? made;
  if (!size || (before && before.file_name !== fileName)) throw nothingUploaded();
  const { width, height } = size;
  // Half a character, cut off by a limit: no database can keep it.
  const name = rest.name.toWellFormed();
  const after: ImageRow = { id, file_name: fileName, name, type: rest.type, width, height, deleted_at: null };
  const content = presentImage(after);
  if (before && before.name === name && before.type === rest.type) {
    return { content, version: await stores.changeLog.version(), changed: false };
  }
  await stores.images.save(after);
  const version = await stores.changeLog.append({
    author,
    subject: imageSubject(id),
    before: before ? described(before) : null,
    after: described(after),
  });
  return { content, version, changed: true };
}

/**
 * Marks a picture deleted and records it, inside the caller's write. Its files stay, so that it can be brought back.
 * Throws 404 when there is none.
 */
export async function removeImage(
  stores: Pick<Stores, 'images' | 'changeLog'>,
  author: Author,
  id: string,
  now: Date,
): Promise<void> {
  const before = await stores.images.find(id);
  if (!before || before.deleted_at) throw new HttpError(404, 'no-such-image', 'There is no such picture.');
  await stores.images.save({ ...before, deleted_at: now.toISOString() });
  await stores.changeLog.append({
    author,
    subject: imageSubject(id),
    before: described(before),
    after: null,
  });
}

export const imageSubject = (id: string) => `image:${id}`;

/** A picture as the log keeps it. */
const described = ({ file_name, name, type, width, height }: ImageRow) => ({
  fileName: file_name,
  name,
  type,
  width,
  height,
});

const nothingUploaded = () =>
  new HttpError(400, 'nothing-uploaded', 'Nothing was uploaded under this name, or too long ago.', {
    field: 'body/imageUrl',
  });
