import { FORMAT_NOT_ACCEPTED, imageExtension } from '#contract/image-extension.ts';
import { MIDDLE, UPLOAD_TOO_LARGE, type Image } from '#contract/images.ts';
import { IMAGE_FILES } from '#contract/paths.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { randomName, slugOf } from '#server/records/stored-file/file-name.ts';
import { createStoredFiles } from '#server/records/stored-file/stored-files.ts';
import { filesOf, IMAGE_NAME, presentImage, revisionOf } from './image-files.ts';
import { imageStores, type ImageStores, type StoredImage } from './image-store.ts';

export type MadeImage = Pick<StoredImage, 'width' | 'height' | 'colors'>;

/** Image in the change log. Old entries may lack fields. */
export type LoggedImage = Partial<ReturnType<typeof toLogValue>>;

export function toLogValue(image: StoredImage) {
  const { fileName, name, type, width, height, altText, focus, revision, crop, colors } = image;
  return { fileName, name, type, width, height, altText, focus, revision, crop, colors };
}

/**
 * Returns a readable file name of letters, digits and hyphens that ends in `unique`. Throws ValidationError if it is not
 * an image.
 */
export function createUploadName(fileName: string, contentType?: string, unique = randomName()): string {
  const extension = imageExtension(fileName, contentType);
  if (!extension) throw new ValidationError('not-a-picture', FORMAT_NOT_ACCEPTED, '/fileName');
  return `${slugOf(fileName, 'picture')}-${unique}.${extension}`;
}

export const imageRules = createStoredFiles<StoredImage, Image, ImageStores>({
  noun: 'image',
  stores: imageStores,
  rowsIn: ({ images }) => images,
  empty: {
    fileName: '',
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
  },
  nameField: 'fileName',
  texts: ['name', 'type', 'altText'],
  choices: ['revision', 'focus'],
  made: ['crop', 'colors', 'width', 'height'],
  keysOf: (image) => filesOf(image).map((file) => `images/${file}` as const),
  isOf: ({ fileName }, key) => key.startsWith(`images/${fileName}`),
  logged: toLogValue,
  purged: ({ fileName, deletedAt }) => ({ fileName, deletedAt }),
  present: presentImage,
  needsFileTo: 'change or restore',
  urlField: 'imageUrl',
  tooLarge: UPLOAD_TOO_LARGE,
  newUrl: (fileName, contentType) => `${IMAGE_FILES}/${createUploadName(fileName, contentType)}`,
  uploadAt(path) {
    const fileName = path.startsWith(`${IMAGE_FILES}/`) ? path.slice(IMAGE_FILES.length + 1) : '';
    if (!IMAGE_NAME.test(fileName)) return undefined;
    const id = fileName.slice(0, fileName.indexOf('.'));
    return { named: { id, fileName }, key: `uploads/${fileName}` };
  },
  replacement(_, { named: { fileName = '' } }) {
    const revision = revisionOf(fileName);
    return { revision, crop: revision, focus: MIDDLE };
  },
});

export const imageSubject = imageRules.subjectOf;
export const saveImage = imageRules.save;
export const storeImage = imageRules.store;
export const removeImage = imageRules.remove;
export const { fileLost } = imageRules.problems;
