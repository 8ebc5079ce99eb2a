import { MIDDLE, type Image, type SavedImage } from '#contract/images.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { createStoredFiles } from '#server/records/stored-file/stored-files.ts';
import { filesOf, presentImage } from './image-files.ts';
import { imageStores, type ImageStores, type StoredImage } from './image-store.ts';

export type MadeImage = Pick<StoredImage, 'width' | 'height' | 'colors'>;

/** Image in the change log. Old entries may lack fields. */
export type LoggedImage = Partial<ReturnType<typeof toLogValue>>;

export function toLogValue(image: StoredImage) {
  const { fileName, name, type, width, height, altText, focus, revision, crop, colors } = image;
  return { fileName, name, type, width, height, altText, focus, revision, crop, colors };
}

export const imageRules = createStoredFiles<StoredImage, Image, ImageStores>({
  noun: 'image',
  urlField: 'imageUrl',
  stores: imageStores,
  rowsIn: ({ images }) => images,
  keysOf: (image) => filesOf(image).map((file) => `images/${file}` as const),
  keyFields: ['fileName', 'revision', 'crop'],
  isOf: ({ fileName }, key) => key.startsWith(`images/${fileName}`),
  texts: ['name', 'type', 'altText'],
  choices: ['revision', 'focus'],
  made: ['crop', 'colors', 'width', 'height'],
  // Entries of earlier releases lack these.
  defaults: { altText: '', revision: '', focus: MIDDLE },
  logged: toLogValue,
  purged: ({ fileName, deletedAt }) => ({ fileName, deletedAt }),
  present: presentImage,
  needsFileTo: 'change or restore',
});

export const imageSubject = imageRules.subjectOf;
export const imageIdOf = imageRules.idOf;
export const storeImage = imageRules.store;
export const removeImage = imageRules.remove;
export const { fileLost } = imageRules.problems;

/** Returns the row of a new upload. */
export const newImage = (id: string, fileName: string): StoredImage => ({
  id,
  fileName,
  name: '',
  type: 0,
  altText: '',
  deletedAt: null,
  focus: MIDDLE,
  revision: '',
  crop: '',
  width: 0,
  height: 0,
  colors: '',
});

/** Registers an image or updates its texts and type. Throws like the rule. */
export const saveImage = (
  stores: ImageStores,
  author: Author,
  {
    id,
    fileName,
    made,
    ...texts
  }: {
    id: string;
    fileName: string;
    name: string;
    type: number;
    altText?: string | undefined;
    made: MadeImage | undefined;
  },
): Promise<SavedImage> => {
  const row = made && { ...newImage(id, fileName), ...made };
  return imageRules.save(stores, author, { named: { id, fileName }, texts, made: row });
};
