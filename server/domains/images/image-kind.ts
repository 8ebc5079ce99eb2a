import { FORMAT_NOT_ACCEPTED, imageExtension } from '#contract/image-extension.ts';
import { IMAGE_TYPE, MIDDLE, UPLOAD_TOO_LARGE, type Focus } from '#contract/images.ts';
import { IMAGE_FILES } from '#contract/paths.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { randomName, slugOf } from '#server/records/stored-file/file-name.ts';
import { fileTable } from '#server/records/stored-file/file-rows.ts';
import { createStoredFiles } from '#server/records/stored-file/stored-files.ts';
import {
  filesOf,
  IMAGE_NAME,
  phoneName,
  presentDeleted,
  presentImage,
  revisionOf,
  type StoredImage,
} from './image-files.ts';

/**
 * Returns a readable file name of letters, digits and hyphens that ends in `unique`. Throws ValidationError if it is not
 * an image.
 */
export function createUploadName(fileName: string, contentType?: string, unique = randomName()): string {
  const extension = imageExtension(fileName, contentType);
  if (!extension) throw new ValidationError('not-a-picture', FORMAT_NOT_ACCEPTED, '/fileName');
  return `${slugOf(fileName, 'picture')}-${unique}.${extension}`;
}

export const imageOrderSubject = (imageType: number) => `image-order:${imageType}`;

const keyOf = (file: string) => `images/${file}` as const;

export const imageRules = createStoredFiles({
  noun: 'image',
  ...fileTable<StoredImage, Omit<StoredImage, 'focus'> & Focus>({
    table: 'image',
    columns: {
      id: ['id', 'text'],
      fileName: ['file_name', 'text'],
      name: ['name', 'text'],
      type: ['type', 'number'],
      width: ['width', 'number'],
      height: ['height', 'number'],
      revision: ['revision', 'text'],
      deletedAt: ['deleted_at', 'text?'],
      altText: ['alt_text', 'text'],
      x: ['focus_x', 'number'],
      y: ['focus_y', 'number'],
      crop: ['cut', 'text'],
      colors: ['colours', 'text'],
      audience: ['audience', ['everyone', 'link', 'pages']],
    },
    defaults: { audience: 'everyone', ...MIDDLE },
    toRow: ({ x, y, ...image }) => ({ ...image, focus: { x, y } }),
    toColumns: ({ focus, ...image }) => ({ ...image, ...focus }),
  }),
  nameField: 'fileName',
  texts: ['name', 'type', 'altText', 'audience'],
  choices: ['revision', 'focus'],
  made: ['crop', 'colors', 'width', 'height'],
  named: ['revision', 'crop'],
  keysOf: (image) => filesOf(image).map(keyOf),
  neededKeysOf: (image) =>
    filesOf(image)
      .filter((file) => file !== phoneName(image))
      .map(keyOf),
  purged: ({ fileName, deletedAt }) => ({ fileName, deletedAt }),
  present: presentImage,
  presentDeleted,
  lists: {
    [imageOrderSubject(IMAGE_TYPE.gallery)]: 'Gallery images',
    [imageOrderSubject(IMAGE_TYPE.product)]: 'Product images',
  },
  listOf: ({ type }) => (type === undefined ? undefined : imageOrderSubject(type)),
  idsPath: '/imageIds',
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
