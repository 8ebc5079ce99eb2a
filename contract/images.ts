import { Type, type Static } from 'typebox';
import { Saved } from './saved.ts';
import { NO_NUL } from './text.ts';

export const IMAGE_TYPE = { gallery: 0, product: 1 } as const;

/** Edges of the square renditions, in pixels: as shown in the gallery, and doubled for high-density screens. */
export const SQUARE_PX = [336, 672] as const;
/** Longest edge of the full-screen rendition, in pixels. */
export const SCREEN_PX = 2048;

export const IMAGE_NAME_MAX_LENGTH = 200;
export const ALT_TEXT_MAX_LENGTH = 500;
export const IMAGE_ORDER_MAX = 2000;
export const DELETED_IMAGE_LIFE_DAYS = 30;
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 50_000_000;

/** Accepted media types, and the file extension under which each is stored. */
export const IMAGE_FORMATS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  // Phones produce HEIC, which few browsers display; it is stored as JPEG.
  'image/heic': 'jpg',
  'image/heif': 'jpg',
} as const;
/** Further accepted file extensions. Browsers do not know the media type of every file. */
export const IMAGE_ENDINGS = {
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  heic: 'jpg',
  heif: 'jpg',
  hif: 'jpg',
} as const;

/** Focal point of the square crops, in percent of the width and the height. */
export type Focus = Static<typeof Focus>;
export const Focus = Type.Object({
  x: Type.Integer({ minimum: 0, maximum: 100, description: '0 is the left edge, 100 the right one' }),
  y: Type.Integer({ minimum: 0, maximum: 100, description: '0 is the upper edge, 100 the lower one' }),
});
export const MIDDLE: Focus = { x: 50, y: 50 };

export type Image = Static<typeof Image>;
export const Image = Type.Object({
  imageId: Type.String({ description: 'The file name without its ending.' }),
  imageUrl: Type.String({
    description:
      'The cleaned picture in its full size and own format. Its query changes when it is replaced.',
  }),
  imageName: Type.String(),
  imageType: Type.Integer({ minimum: 0, maximum: 1 }),
  width: Type.Integer({ description: 'Of the full size, in pixels, upright.' }),
  height: Type.Integer(),
  altText: Type.String({ description: 'What it shows, in words; empty where nobody has said it.' }),
  focus: Focus,
  colours: Type.Array(Type.String(), {
    description: 'Of the upper and the lower half of its squares, as #rrggbb; none where they are not known.',
  }),
  screenUrl: Type.String({ description: 'At most 2048 pixels on its longer edge, WebP.' }),
  squareUrls: Type.Object(
    {
      avif: Type.String({ description: 'A srcset of the squares, AVIF.' }),
      webp: Type.String({ description: 'A srcset of the squares, WebP.' }),
      fallback: Type.String({ description: 'The square of 336 pixels, for everybody.' }),
    },
    { description: 'Squares of 336 and 672 pixels.' },
  ),
});

/** Image as pages show it. Pages also work with a response that has only the required fields. */
export type ShownImage = Pick<Image, 'imageId' | 'imageUrl' | 'imageName'> & Partial<Image>;

export type Images = Static<typeof Images>;
export const Images = Type.Array(Image);

export const ImageTypeParams = Type.Object({
  imageType: Type.String({ pattern: '^[01]$', description: '0 for the gallery, 1 for products' }),
});

const ContentType = Type.Optional(Type.String({ maxLength: 200 }));
const Size = Type.Optional(Type.String({ pattern: '^\\d{1,12}$', description: 'a number of bytes' }));

export const UploadQuery = Type.Object({
  fileName: Type.String({ minLength: 1, maxLength: 500, pattern: NO_NUL }),
  contentType: ContentType,
  size: Size,
});

/** Signed URL for the upload, and the URL of the file once it is saved. */
export type Upload = Static<typeof Upload>;
export const Upload = Type.Object({
  uploadUrl: Type.String({ description: 'Signed, for this one file and some minutes.' }),
  fileUrl: Type.String({ description: 'Ends in a file name that nothing else has.' }),
});

export const UploadParams = Type.Object({
  fileName: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,100}\\.[a-z]{3,4}$',
    description: 'a file name that presigned-url gave',
  }),
});
export const UploadSignature = Type.Object({
  expires: Type.String({ pattern: '^\\d{1,12}$', description: 'a time in seconds' }),
  signature: Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$', description: 'a signature' }),
  contentType: ContentType,
  size: Size,
});

export const UPLOAD_URL_LIFE_S = 5 * 60;

const IMAGE_ID = '^[A-Za-z0-9_-]{1,100}$';
const ImageId = Type.String({ pattern: IMAGE_ID, description: 'the id of a picture' });
const AltText = Type.String({ maxLength: ALT_TEXT_MAX_LENGTH, pattern: NO_NUL });

export type ImageSave = Static<typeof ImageSave>;
export const ImageSave = Type.Object({
  imageId: Type.String({ pattern: IMAGE_ID, description: 'the file name without its ending' }),
  imageUrl: Type.String({ maxLength: 2000, pattern: NO_NUL }),
  imageName: Type.String({ maxLength: IMAGE_NAME_MAX_LENGTH, pattern: NO_NUL }),
  imageType: Type.Integer({ minimum: 0, maximum: 1 }),
  altText: Type.Optional(AltText),
});

export type SavedImage = Static<typeof SavedImage>;
export const SavedImage = Saved(Image);

export const ImageParams = Type.Object({ imageId: ImageId });

/** Name and alternative text of an image. An omitted field keeps its value. */
export type ImageTexts = Static<typeof ImageTexts>;
export const ImageTexts = Type.Object({
  imageId: ImageId,
  imageName: Type.Optional(Type.String({ minLength: 1, maxLength: IMAGE_NAME_MAX_LENGTH, pattern: NO_NUL })),
  altText: Type.Optional(AltText),
});

export type ImageFocus = Static<typeof ImageFocus>;
export const ImageFocus = Type.Object({ imageId: ImageId, focus: Focus });

/** Replacement of an image's file by an unsaved upload. */
export type ImageReplacement = Static<typeof ImageReplacement>;
export const ImageReplacement = Type.Object({
  imageId: ImageId,
  imageUrl: Type.String({ maxLength: 2000, pattern: NO_NUL, description: 'the fileUrl of an upload' }),
});

/** New order of the images of a type. Images that are not listed follow in their current order. */
export type ImageOrder = Static<typeof ImageOrder>;
export const ImageOrder = Type.Object({
  imageType: Type.Integer({ minimum: 0, maximum: 1 }),
  imageIds: Type.Array(ImageId, { maxItems: IMAGE_ORDER_MAX }),
});

export const SavedImages = Saved(Images);

export type DeletedImage = Static<typeof DeletedImage>;
export const DeletedImage = Type.Object({
  imageId: Type.String(),
  imageName: Type.String(),
  deletedAt: Type.String({ format: 'date-time' }),
});
/** Deleted images of one type, the most recently deleted first. */
export type DeletedImages = Static<typeof DeletedImages>;
export const DeletedImages = Type.Array(DeletedImage);

export const ImageReturn = Type.Object({ imageId: ImageId });

export const ImageRemoved = Type.Literal(true);
