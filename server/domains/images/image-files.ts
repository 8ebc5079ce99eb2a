import { createHash, randomBytes } from 'node:crypto';
import { IMAGE_FORMATS, PHONE_PX, SCREEN_PX, SQUARE_PX } from '#contract/image-formats.ts';
import type { Audience, DeletedImage, Focus, Image } from '#contract/images.ts';
import { IMAGE_FILES } from '#contract/paths.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Stored image; `Tables` describes its columns. */
export type StoredImage = Pick<Tables['image'], 'id' | 'name' | 'type' | 'width' | 'height' | 'revision'> & {
  fileName: string;
  deletedAt: string | null;
  altText: string;
  focus: Focus;
  /** Column `cut`. */
  crop: string;
  /** Column `colours`. */
  colors: string;
  audience: Audience;
};

export type MadeImage = Pick<StoredImage, 'width' | 'height' | 'colors'>;

/**
 * Rendition other than the full-size image. Names of squares contain the revision of the crop, and those of other
 * renditions the revision of the upload, so the content under a name never changes.
 */
export type Rendition = { suffix: string; format: 'webp' | 'avif' } & (
  | { shape: 'square'; px: number }
  | { shape: 'screen' | 'phone'; width: number; height: number }
);

const PHONE = {
  suffix: '.phone.avif',
  shape: 'phone',
  width: PHONE_PX,
  height: 1.5 * PHONE_PX,
  format: 'avif',
} as const;
const SCREEN = {
  suffix: '.screen.webp',
  shape: 'screen',
  width: SCREEN_PX,
  height: SCREEN_PX,
  format: 'webp',
} as const;

export const RENDITIONS: readonly Rendition[] = [
  ...SQUARE_PX.flatMap((px) =>
    (['webp', 'avif'] as const).map(
      (format) => ({ suffix: `.${px}.${format}`, shape: 'square', px, format }) as const,
    ),
  ),
  SCREEN,
  PHONE,
];

/** Files that are made of an image for the top bar, icons, or shared links, and the size of each icon in pixels. */
export const BRAND_FILES = {
  logo: { 'logo.webp': undefined },
  icons: {
    'icon-32.png': 32,
    'icon-180.png': 180,
    'icon-192.png': 192,
    'icon-512.png': 512,
    'icon-maskable-512.png': 512,
  },
  share: { 'share.jpg': undefined },
} as const;
export type BrandKind = keyof typeof BRAND_FILES;
export type IconFile = keyof (typeof BRAND_FILES)['icons'];

/** Returns the URL of a file that is made of an image. It changes when the image is replaced. */
export function brandUrl(
  { imageUrl }: Pick<Image, 'imageUrl'>,
  file: IconFile | 'logo.webp' | 'share.jpg',
): string {
  const [path, query] = imageUrl.split('?');
  return `${path}/${file}${query === undefined ? '' : `?${query}`}`;
}

/** Pattern of the `fileName` of an image. */
export const IMAGE_NAME = /^[A-Za-z0-9_-]{1,100}\.(?:jpg|png|webp|avif|gif)$/;

export type NamedFiles = Pick<StoredImage, 'fileName' | 'revision' | 'crop'>;

const named = (fileName: string, revision: string) => (revision ? `${fileName}.${revision}` : fileName);

/** Returns the name of the full-size image: the image's own name, until another upload replaces it. */
export const fullSizeName = ({ fileName, revision }: Omit<NamedFiles, 'crop'>): string =>
  revision ? `${fileName}.${revision}.${extensionOf(fileName)}` : fileName;

export const renditionName = (
  { fileName, revision, crop }: NamedFiles,
  { shape, suffix }: Rendition,
): string => named(fileName, shape === 'square' ? crop : revision) + suffix;

/** Returns the name of the small square in a format that every browser can show. */
export const smallSquareName = ({ fileName, crop }: Omit<NamedFiles, 'revision'>): string =>
  `${named(fileName, crop)}.${SQUARE_PX[0]}.webp`;

/** Returns the names of the renditions, or of those of one shape. */
export const renditionsOf = (image: NamedFiles, only?: Rendition['shape']): string[] =>
  RENDITIONS.filter(({ shape }) => shape === (only ?? shape)).map((each) => renditionName(image, each));

export const filesOf = (image: NamedFiles): string[] => [fullSizeName(image), ...renditionsOf(image)];

export const phoneName = (image: NamedFiles): string => renditionName(image, PHONE);
export const screenName = (image: NamedFiles): string => renditionName(image, SCREEN);

/** Returns the `fileName` of the image that a file belongs to. */
export function imageNameOf(file: string): string {
  const rendition = RENDITIONS.find(({ suffix }) => file.endsWith(suffix));
  return (rendition ? file.slice(0, -rendition.suffix.length) : file).replace(REVISION, '');
}

/** Revision in a file name, with the file extension that follows it in a full-size image. */
const REVISION = /(?<=\.[a-z]+)\.[0-9a-f]{8}(?:\.[a-z]+)?$/;
const REVISION_LENGTH = 8;
/** Derives a revision from an upload name, so that a retried replacement gets the same one. */
export const revisionOf = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, REVISION_LENGTH);

/** Returns a random revision, so that no file gets the name of one that is about to be garbage-collected. */
export const newRevision = (): string => randomBytes(REVISION_LENGTH / 2).toString('hex');

export const extensionOf = (file: string): string => /\.([^.]*)$/.exec(file)?.[1] ?? '';

/** Returns the media type by file extension, which is correct because the server encoded the file. */
export function mediaTypeOf(file: string): string {
  const found = Object.entries(IMAGE_FORMATS).find(([, extension]) => extension === extensionOf(file));
  if (!found) throw new RangeError(`${file} is not the file name of an image.`);
  return found[0];
}

export function presentImage(image: StoredImage): Image {
  const url = `${IMAGE_FILES}/${image.fileName}`;
  const square = named(url, image.crop);
  const squares = (format: Rendition['format']) =>
    SQUARE_PX.map((px) => `${square}.${px}.${format} ${px}w`).join(', ');
  return {
    imageId: image.id,
    imageUrl: image.revision ? `${url}?v=${image.revision}` : url,
    imageName: image.name,
    imageType: image.type,
    width: image.width,
    height: image.height,
    altText: image.altText,
    ...(image.audience !== 'everyone' && { audience: image.audience }),
    focus: image.focus,
    colours: image.colors ? image.colors.split(' ') : [],
    screenUrl: `${named(url, image.revision)}${SCREEN.suffix}`,
    phoneUrl: `${named(url, image.revision)}${PHONE.suffix}`,
    squareUrls: { avif: squares('avif'), webp: squares('webp'), fallback: `${square}.${SQUARE_PX[0]}.webp` },
  };
}

export const presentDeleted = ({ id, name, deletedAt }: StoredImage): DeletedImage => ({
  imageId: id,
  imageName: name,
  deletedAt: deletedAt ?? '',
});
