import { Type, type Static } from 'typebox';
import { Moment } from './schemas.ts';
import { Saved } from './saved.ts';
import { PHONE_PX, SCREEN_PX } from './image-formats.ts';
import { NO_NUL } from './text.ts';

export const IMAGE_TYPE = { gallery: 0, product: 1 } as const;

export const GALLERY_PAGE = '/gallery';
/** Parameter of the gallery and of the list of images: the number of a page. */
export const PAGE_PARAMETER = 'page';
/** Images on a page of the gallery: whole rows of 1 to 4, 6, or 8 columns. */
export const GALLERY_PAGE_IMAGES = 96;

/** Returns the number of pages of the gallery; at least 1. */
export const galleryPages = (images: number) => Math.max(1, Math.ceil(images / GALLERY_PAGE_IMAGES));

const PAGE_NUMBER = '^[1-9][0-9]{0,4}$';

/** Returns the page number in a query, 1 if there is none, and 0 if it is not a number. */
export function pageNumberOf(text: string | null | undefined): number {
  if (text === null || text === undefined) return 1;
  return new RegExp(PAGE_NUMBER).test(text) ? Number(text) : 0;
}

/** Returns the images of a page. */
export const imagesOnPage = <Each>(images: readonly Each[], page: number): Each[] =>
  images.slice((page - 1) * GALLERY_PAGE_IMAGES, page * GALLERY_PAGE_IMAGES);

export const galleryPath = (page: number) =>
  page === 1 ? GALLERY_PAGE : `${GALLERY_PAGE}?${PAGE_PARAMETER}=${page}`;

/** What people call the fields. */
export const IMAGE_LABELS = {
  name: 'Name',
  altText: 'Description',
  type: 'List',
  focus: 'Photo crop',
  audience: 'Who can see it',
} as const;

/** Who can open a file, and what people call it. Administrators always can. */
export const AUDIENCES = {
  everyone: 'Everyone, in the list',
  link: 'Anyone with the link',
  pages: 'Only where a page shows it',
} as const;
export type Audience = keyof typeof AUDIENCES;
export const ImageAudience = Type.Enum(['everyone', 'link', 'pages'], {
  description:
    'Who can open it: everyone, who also get it in lists, those with its link, or those of a page that shows it.',
});

export const IMAGE_NAME_MAX_LENGTH = 200;
export const ALT_TEXT_MAX_LENGTH = 500;
export const IMAGE_ORDER_MAX = 20_000;
/** Days for which deleted and replaced images can be restored, unless the settings name others. */
export const DELETED_IMAGE_DAYS = 30;
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024;
export const UPLOAD_TOO_LARGE = `This image is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} MB. Choose a smaller one.`;
export const UPLOAD_EMPTY = 'This file is empty. Choose another one.';
export const UPLOAD_URL_LIFE_S = 5 * 60;

/** Focal point of the square crops, in percent of the width and the height. */
export type Focus = Static<typeof Focus>;
export const Focus = Type.Object({
  x: Type.Integer({ minimum: 0, maximum: 100, description: 'percent from the left edge, 0 to 100' }),
  y: Type.Integer({ minimum: 0, maximum: 100, description: 'percent from the top edge, 0 to 100' }),
});
export const MIDDLE: Focus = { x: 50, y: 50 };

export type Image = Static<typeof Image>;
export const Image = Type.Object({
  imageId: Type.String({ description: 'The file name without its extension.' }),
  imageUrl: Type.String({
    description:
      'The cleaned image at full size, in its own format. The query string changes when the image is replaced.',
  }),
  imageName: Type.String(),
  imageType: Type.Integer({ minimum: 0, maximum: 1 }),
  width: Type.Integer({ description: 'Width of the full-size image as shown upright, in pixels.' }),
  height: Type.Integer({ description: 'Height of the full-size image as shown upright, in pixels.' }),
  altText: Type.String({ description: 'A text description of the image, or empty.' }),
  audience: Type.Optional(ImageAudience),
  focus: Focus,
  colours: Type.Array(Type.String(), {
    description: 'Colors of the top and bottom halves of the square, as #rrggbb. Empty if unknown.',
  }),
  screenUrl: Type.String({ description: `WebP, at most ${SCREEN_PX} pixels on the longer edge.` }),
  phoneUrl: Type.String({ description: `AVIF for phones, at most ${PHONE_PX} pixels wide.` }),
  squareUrls: Type.Object(
    {
      avif: Type.String({ description: 'A srcset of the squares, in AVIF.' }),
      webp: Type.String({ description: 'A srcset of the squares, in WebP.' }),
      fallback: Type.String({ description: 'The 336-pixel square, in a format every browser can show.' }),
    },
    { description: 'Square crops of 336 and 672 pixels.' },
  ),
});

/** Image as pages show it. Pages also work with a response that has only the required fields. */
export type ShownImage = Pick<Image, 'imageId' | 'imageUrl' | 'imageName'> & Partial<Image>;

export type Images = Static<typeof Images>;
export const Images = Type.Array(Image);

export const ImageTypeParams = Type.Object({
  imageType: Type.String({ pattern: '^[01]$', description: '0 for the gallery or 1 for products' }),
});

export const ImageListQuery = Type.Object({
  // Not [PAGE_PARAMETER]: a computed name would keep the schema in the browser bundle.
  page: Type.Optional(
    Type.String({
      pattern: PAGE_NUMBER,
      description: `a page of ${GALLERY_PAGE_IMAGES} images; without it, all images are listed`,
    }),
  ),
});

const UploadTerms = {
  contentType: Type.Optional(Type.String({ maxLength: 200 })),
  size: Type.Optional(Type.String({ pattern: '^\\d{1,12}$', description: 'a size in bytes' })),
};

export const UploadQuery = Type.Object({
  fileName: Type.String({ minLength: 1, maxLength: 500, pattern: NO_NUL }),
  ...UploadTerms,
});

/** Signed URL for the upload, and the URL of the file once it is saved. */
export type Upload = Static<typeof Upload>;
export const Upload = Type.Object({
  uploadUrl: Type.String({
    description: `Signed for this file only. Expires in ${UPLOAD_URL_LIFE_S / 60} minutes.`,
  }),
  fileUrl: Type.String({ description: 'Ends in a unique file name.' }),
});

export const UploadParams = Type.Object({
  fileName: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,100}\\.[a-z]{3,4}$',
    description: 'a file name from presigned-url',
  }),
});
export const UploadSignature = Type.Object({
  expires: Type.String({ pattern: '^\\d{1,12}$', description: 'the expiry time from presigned-url' }),
  signature: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,100}$',
    description: 'the signature from presigned-url',
  }),
  ...UploadTerms,
});

const IMAGE_ID = '^[A-Za-z0-9_-]{1,100}$';
const ImageId = Type.String({ pattern: IMAGE_ID, description: 'an image ID' });
const AltText = Type.String({ maxLength: ALT_TEXT_MAX_LENGTH, pattern: NO_NUL });

export type ImageSave = Static<typeof ImageSave>;
export const ImageSave = Type.Object({
  imageId: Type.String({ pattern: IMAGE_ID, description: 'the file name without the extension' }),
  imageUrl: Type.String({ maxLength: 2000, pattern: NO_NUL }),
  imageName: Type.String({ maxLength: IMAGE_NAME_MAX_LENGTH, pattern: NO_NUL }),
  imageType: Type.Integer({ minimum: 0, maximum: 1 }),
  altText: Type.Optional(AltText),
  audience: Type.Optional(ImageAudience),
});

export type SavedImage = Static<typeof SavedImage>;
export const SavedImage = Saved(Image);

export const ImageParams = Type.Object({ imageId: ImageId });

export const KeptImageParams = Type.Object({
  file: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,100}\\.(jpg|png|webp|avif|gif)[a-z0-9.]{0,40}$',
    description: 'a file name from the history',
  }),
});

/** Name, alternative text, and audience of an image. An omitted field keeps its value. */
export const ImageTexts = Type.Object({
  imageId: ImageId,
  imageName: Type.Optional(Type.String({ minLength: 1, maxLength: IMAGE_NAME_MAX_LENGTH, pattern: NO_NUL })),
  altText: Type.Optional(AltText),
  audience: Type.Optional(ImageAudience),
});

export type ImageFocus = Static<typeof ImageFocus>;
export const ImageFocus = Type.Object({ imageId: ImageId, focus: Focus });

/** Replacement of an image's file by an unsaved upload. */
export const ImageReplacement = Type.Object({
  imageId: ImageId,
  imageUrl: Type.String({ maxLength: 2000, pattern: NO_NUL, description: 'the fileUrl of an upload' }),
});

/** New order of the images of a type. Images that are not listed follow in their current order. */
export const ImageOrder = Type.Object({
  imageType: Type.Integer({ minimum: 0, maximum: 1 }),
  imageIds: Type.Array(ImageId, { maxItems: IMAGE_ORDER_MAX }),
});

export const SavedImages = Saved(Images);

export type DeletedImage = Static<typeof DeletedImage>;
export const DeletedImage = Type.Object({
  imageId: Type.String(),
  imageName: Type.String(),
  deletedAt: Moment(),
});
/** Deleted images of one type, the most recently deleted first. */
export const DeletedImages = Type.Array(DeletedImage);

/** Response to a deletion of an image or a document. */
export const FileRemoved = Type.Literal(true);
