import { isDeepStrictEqual } from 'node:util';
import { MIDDLE, type Image, type Images, type SavedImage } from '#contract/images.ts';
import type { Included } from '#contract/saved.ts';
import type { BaseVersion, Author } from '#server/platform/change-log/change-log-store.ts';
import {
  assertUnchangedSince,
  conflict,
  findChangeSince,
} from '#server/platform/change-log/assert-unchanged.ts';
import { mergeOrder } from '#server/platform/change-log/merge-order.ts';
import { checkOrder } from '#server/platform/check-ids-differ.ts';
import { presentImage } from './image-files.ts';
import type { ImageStores, StoredImage } from './image-store.ts';
import {
  findImage,
  imageSubject,
  removeImage,
  storeImage,
  noSuchImage,
  type LoggedImage,
} from './save-image.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Fields that can change. Changes of different ones do not conflict. */
type Changeable = Partial<Omit<StoredImage, 'id' | 'fileName' | 'deletedAt'>>;

/** Changes fields of an image. Throws NotFoundError, or ConflictError if they have changed since `baseVersion`. */
export async function changeImage(
  stores: ImageStores,
  author: Author,
  { id, baseVersion, change }: { id: string; baseVersion?: BaseVersion | undefined; change: Changeable },
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
    change: wanted,
  }: { before: StoredImage; baseVersion: BaseVersion | undefined; change: Changeable },
): Promise<void> {
  if (baseVersion === undefined) return;
  const subject = imageSubject(before.id);
  const change = await findChangeSince(changeLog, { subject, baseVersion });
  if (!change) return;
  const { newest, isOtherHistory } = change;
  const seen = isOtherHistory ? undefined : await changeLog.findAt(subject, baseVersion.version);
  const then = seen?.value as LoggedImage | null | undefined;
  const isSame =
    then && PARTS.every(({ of, was }) => !of.some((field) => field in wanted) || was(then, before));
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
 * Reorders the images of a type. Ignores unknown ids, and moves unlisted images to the end. Merges moves since
 * `baseVersion`. Throws ValidationError for a duplicate id, and ConflictError if someone else has moved the same image.
 */
export async function orderImages(
  stores: ImageStores,
  author: Author,
  {
    imageType,
    imageIds,
    baseVersion,
  }: { imageType: number; imageIds: string[]; baseVersion?: BaseVersion | undefined },
): Promise<{ content: Images; version: number; changed: boolean; included?: Included[] }> {
  checkOrder(imageIds, '/imageIds');
  const before = (await stores.images.list()).filter(({ type }) => type === imageType);
  const subject = imageOrderSubject(imageType);
  const current = before.map(presentImage);
  const from = before.map(({ id }) => id);
  const stored = { subject, subjectOf: imageSubject, ids: from, current };
  const { ids: to, included } = await mergeOrder(stores.changeLog, stored, {
    ids: imageIds,
    author,
    baseVersion,
  });
  if (isDeepStrictEqual(from, to)) {
    return { content: current, version: await stores.changeLog.version(), changed: false, ...included };
  }
  await stores.images.order(to);
  const version = await stores.changeLog.append({ author, subject, before: from, after: to });
  const positions = new Map(to.map((id, position) => [id, position]));
  const positionOf = ({ imageId }: Image) => positions.get(imageId) ?? 0;
  const content = current.toSorted((one, other) => positionOf(one) - positionOf(other));
  return { content, version, changed: true, ...included };
}

export const imageOrderSubject = (imageType: number | '') => `image-order:${imageType}`;

/** Time, and the days for which deleted images can be restored. */
export type UndeleteTime = { now: Date; deletedImageDays: number };

/** Returns the undelete cutoff: images deleted at or before this time cannot be undeleted. */
export const undeleteCutoff = ({ now, deletedImageDays }: UndeleteTime) =>
  new Date(now.getTime() - deletedImageDays * DAY_MS);

/** Undeletes an image at its previous position. Throws NotFoundError if it is unknown or was deleted too long ago. */
export async function undeleteImage(
  stores: ImageStores,
  author: Author,
  { id, ...time }: { id: string } & UndeleteTime,
): Promise<SavedImage> {
  const before = await stores.images.find(id);
  if (!before || (before.deletedAt && before.deletedAt <= undeleteCutoff(time).toISOString())) {
    throw noSuchImage();
  }
  return storeImage(stores, author, { before, after: { ...before, deletedAt: null } });
}

const TEXT_FIELDS = ['name', 'type', 'altText'] as const;
/** Fields that belong together, because the crop is that of a file. */
const FILE_FIELDS = ['revision', 'crop', 'focus', 'colors', 'width', 'height'] as const;

export const hasOtherFiles = (before: LoggedImage, after: LoggedImage) =>
  FILE_FIELDS.some((field) => !isDeepStrictEqual(before[field], after[field]));

/**
 * Undoes a logged change of an image: deletes it if `before` is null, undeletes it if `after` is, or sets the fields that
 * differ. Its files must exist. Throws like `changeImage` and `undeleteImage`.
 */
export async function undoImage(
  stores: ImageStores,
  author: Author,
  {
    id,
    before,
    after,
    baseVersion,
  }: {
    id: string;
    before: LoggedImage | null;
    after: LoggedImage | null;
    baseVersion: BaseVersion | undefined;
  },
  time: UndeleteTime,
): Promise<void> {
  const stored = await stores.images.find(id);
  if (before !== null && after !== null) {
    const differs = (field: keyof LoggedImage) => !isDeepStrictEqual(before[field], after[field]);
    const fields = hasOtherFiles(before, after) ? FILE_FIELDS : [];
    const change = Object.fromEntries(
      [...TEXT_FIELDS.filter(differs), ...fields].map((field) => [field, before[field]]),
    ) as Changeable;
    await changeImage(stores, author, { id, baseVersion, change });
    return;
  }
  const isWanted = before !== null;
  if (!isWanted && (!stored || stored.deletedAt !== null)) return;
  if (isWanted && stored?.deletedAt === null) return;
  const current = stored?.deletedAt === null ? presentImage(stored) : null;
  await assertUnchangedSince(stores.changeLog, { subject: imageSubject(id), baseVersion, current });
  if (isWanted) await undeleteImage(stores, author, { id, ...time });
  else await removeImage(stores, author, id, time.now);
}
