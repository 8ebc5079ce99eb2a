import type { Image } from '#contract/images.ts';
import type { Author } from '#server/platform/change.ts';
import type { Based, Saved } from '#server/records/stored-file/file-kind.ts';
import type { ImageStores } from './image-store.ts';
import { imageRules } from './save-image.ts';

export { undeleteCutoff, type UndeleteTime } from '#server/records/stored-file/stored-files.ts';

export const changeImage = imageRules.change;
export const undeleteImage = imageRules.undelete;
export const undoImage = imageRules.undo;
export const { hasOtherFiles } = imageRules;

export const imageOrderSubject = (imageType: number | '') => `image-order:${imageType}`;

/** Reorders the images of a type. Throws like the rule. */
export const orderImages = (
  stores: ImageStores,
  author: Author,
  { imageType, imageIds: ids, baseVersion }: { imageType: number; imageIds: string[] } & Based,
): Promise<Saved<Image[]>> =>
  imageRules.order(stores, author, {
    subject: imageOrderSubject(imageType),
    isIn: ({ type }) => type === imageType,
    path: '/imageIds',
    ids,
    baseVersion,
  });
