import { createHash, randomBytes } from 'node:crypto';
import { IMAGE_FORMATS, SCREEN_PX, SQUARE_PX, type DeletedImage, type Image } from '#contract/images.ts';
import { IMAGE_FILES } from '#contract/paths.ts';
import type { ImageRow } from './image-store.ts';

/**
 * A rendition, other than the full-size image. Its name contains the revision of the crop for squares, and otherwise of
 * the upload, so the content under a name never changes.
 */
export type Version = { suffix: string; format: 'webp' | 'avif' } & (
  | { shape: 'square'; px: number }
  | { shape: 'screen'; px: number }
);

export const VERSIONS: readonly Version[] = [
  ...SQUARE_PX.flatMap((px) =>
    (['webp', 'avif'] as const).map(
      (format) => ({ suffix: `.${px}.${format}`, shape: 'square', px, format }) as const,
    ),
  ),
  { suffix: '.screen.webp', shape: 'screen', px: SCREEN_PX, format: 'webp' },
];

export type NamedFiles = Pick<ImageRow, 'file_name' | 'revision' | 'cut'>;

const named = (fileName: string, mark: string) => (mark ? `${fileName}.${mark}` : fileName);

/** Returns the name of the full-size image: the image's own name, until another upload replaces it. */
export const fullCopyOf = ({ file_name, revision }: Omit<NamedFiles, 'cut'>): string =>
  revision ? `${file_name}.${revision}.${endingOf(file_name)}` : file_name;

export const versionOf = ({ file_name, revision, cut }: NamedFiles, { shape, suffix }: Version): string =>
  named(file_name, shape === 'square' ? cut : revision) + suffix;

export const squaresOf = (image: NamedFiles): string[] =>
  VERSIONS.filter(({ shape }) => shape === 'square').map((version) => versionOf(image, version));

export const filesOf = (image: NamedFiles): string[] => [
  fullCopyOf(image),
  ...VERSIONS.map((version) => versionOf(image, version)),
];

/** Returns the `file_name` of the image that a file belongs to. */
export function pictureOf(file: string): string {
  const version = VERSIONS.find(({ suffix }) => file.endsWith(suffix));
  return (version ? file.slice(0, -version.suffix.length) : file).replace(MARK, '');
}

/** The revision in a file name, with the file extension of a full-size image. */
const MARK = /(?<=\.[a-z]+)\.[0-9a-f]{8}(?:\.[a-z]+)?$/;
const MARK_LENGTH = 8;
/** Derives a revision from an upload name, so that a retried replacement gets the same one. */
export const markOf = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, MARK_LENGTH);

/** Returns a random revision. Files with a new name are not about to be garbage-collected. */
export const newMark = (): string => randomBytes(MARK_LENGTH / 2).toString('hex');

export const endingOf = (file: string): string => /\.([^.]*)$/.exec(file)?.[1] ?? '';

/** Trusts the file extension, because the server encoded the file. */
export function mediaTypeOf(file: string): string {
  const found = Object.entries(IMAGE_FORMATS).find(([, ending]) => ending === endingOf(file));
  if (!found) throw new RangeError(`${file} is not the file name of an image.`);
  return found[0];
}

export function presentImage(row: ImageRow): Image {
  const url = `${IMAGE_FILES}/${row.file_name}`;
  const square = named(url, row.cut);
  const squares = (format: Version['format']) =>
    SQUARE_PX.map((px) => `${square}.${px}.${format} ${px}w`).join(', ');
  return {
    imageId: row.id,
    imageUrl: row.revision ? `${url}?v=${row.revision}` : url,
    imageName: row.name,
    imageType: row.type,
    width: row.width,
    height: row.height,
    altText: row.alt_text,
    focus: { x: row.focus_x, y: row.focus_y },
    colours: row.colours ? row.colours.split(' ') : [],
    screenUrl: `${named(url, row.revision)}.screen.webp`,
    squareUrls: { avif: squares('avif'), webp: squares('webp'), fallback: `${square}.${SQUARE_PX[0]}.webp` },
  };
}

export const presentDeleted = ({ id, name, deleted_at }: ImageRow): DeletedImage => ({
  imageId: id,
  imageName: name,
  deletedAt: deleted_at ?? '',
});
