import { isDeepStrictEqual } from 'node:util';
import { DELETED_IMAGE_LIFE_DAYS, MIDDLE, type Images, type SavedImage } from '#contract/images.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { assertUnchangedSince, conflict } from '#server/platform/change-log/assert-unchanged.ts';
import { duplicateId } from '#server/platform/check-ids-differ.ts';
import { presentImage } from './image-files.ts';
import type { ImageStores, StoredImage } from './image-store.ts';
import { findImage, imageSubject, storeImage, noSuchImage, type LoggedImage } from './save-image.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Fields that can change. Changes of different ones do not conflict. */
type Changeable = Partial<Omit<StoredImage, 'id' | 'fileName' | 'deletedAt'>>;

/** Changes fields of an image. Throws NotFoundError, or ConflictError if they have changed since `baseVersion`. */
export async function changeImage(
  stores: ImageStores,
  author: Author,
  { id, baseVersion, change }: { id: string; baseVersion?: number | undefined; change: Changeable },
): Promise<SavedImage> {
  const before = await findImage(stores, id);
  const after = { ...before, ...change };
  if (!isDeepStrictEqual(before, after))
    await assertImageUnchangedSince(stores, { before, baseVersion, change });
  return storeImage(stores, author, { before, after });
}

/** Throws ConflictError with the current image if a field of `change` has changed since `baseVersion`. */
export async function assertImageUnchangedSince(
  { changeLog }: Pick<ImageStores, 'changeLog'>,
  {
    before,
    baseVersion,
    change,
  }: { before: StoredImage; baseVersion: number | undefined; change: Changeable },
): Promise<void> {
  if (baseVersion === undefined) return;
  const subject = imageSubject(before.id);
  const [seen, newest] = [await changeLog.findAt(subject, baseVersion), await changeLog.findNewest(subject)];
  if (!seen || !newest) return;
  const then = seen.value as LoggedImage | null;
  const isSame =
    then && PARTS.every(({ of, was }) => !of.some((field) => field in change) || was(then, before));
  if (!isSame) throw conflict({ ...newest, content: presentImage(before) });
}

/** Fields that conflict together, and whether they had the current value then. */
const PARTS: { of: (keyof Changeable)[]; was: (then: LoggedImage, now: StoredImage) => boolean }[] = [
  { of: ['name'], was: ({ name }, now) => name === now.name },
  { of: ['altText'], was: ({ altText = '' }, now) => altText === now.altText },
  { of: ['focus'], was: ({ focus = MIDDLE }, now) => isDeepStrictEqual(focus, now.focus) },
  { of: ['revision', 'focus'], was: ({ revision = '' }, now) => revision === now.revision },
];

/**
 * Reorders the images of a type. Ignores unknown ids, and moves unlisted images to the end. Throws ValidationError
 * for a duplicate id, and ConflictError if the order has changed since `baseVersion`.
 */
export async function orderImages(
  stores: ImageStores,
  author: Author,
  {
    imageType,
    imageIds,
    baseVersion,
  }: { imageType: number; imageIds: string[]; baseVersion?: number | undefined },
): Promise<{ content: Images; version: number; changed: boolean }> {
  const twice = imageIds.findIndex((id, index) => imageIds.indexOf(id) !== index);
  if (twice >= 0) throw duplicateId(`/imageIds/${twice}`);
  const before = (await stores.images.list()).filter(({ type }) => type === imageType);
  const positions = new Map(imageIds.map((id, position) => [id, position]));
  const positionOf = ({ id }: StoredImage) => positions.get(id) ?? imageIds.length;
  const after = before.toSorted((one, other) => positionOf(one) - positionOf(other));
  const [from, to] = [before, after].map((rows) => rows.map(({ id }) => id));
  const content = after.map(presentImage);
  if (!from || !to || isDeepStrictEqual(from, to)) {
    return { content, version: await stores.changeLog.version(), changed: false };
  }
  const subject = `image-order:${imageType}`;
  await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current: before.map(presentImage) });
  await stores.images.order(to);
  const version = await stores.changeLog.append({ author, subject, before: from, after: to });
  return { content, version, changed: true };
}

/** Returns the undelete cutoff: images deleted at or before this time cannot be undeleted. */
export const undeleteCutoff = (now: Date) => new Date(now.getTime() - DELETED_IMAGE_LIFE_DAYS * DAY_MS);

/** Undeletes an image at its previous position. Throws NotFoundError if it is unknown or was deleted too long ago. */
export async function undeleteImage(
  stores: ImageStores,
  author: Author,
  { id, now }: { id: string; now: Date },
): Promise<SavedImage> {
  const before = await stores.images.find(id);
  if (!before || (before.deletedAt && before.deletedAt <= undeleteCutoff(now).toISOString())) {
    throw noSuchImage();
  }
  return storeImage(stores, author, { before, after: { ...before, deletedAt: null } });
}
