import { IMAGE_FORMATS, SCREEN_PX, SQUARE_PX, type Image } from '#contract/images.ts';
import { IMAGE_FILES } from '#contract/paths.ts';
import type { ImageRow } from './image-store.ts';

/** An ending of a picture's file. */
export type Ending = (typeof IMAGE_FORMATS)[keyof typeof IMAGE_FORMATS];

/**
 * The files of a picture: the full copy under its own name, and the versions made of it, each under the whole name and
 * what it is.
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

/** The names of all files of a picture. */
export const filesOf = (fileName: string): string[] => [
  fileName,
  ...VERSIONS.map(({ suffix }) => `${fileName}${suffix}`),
];

/** The name of the full copy that a file belongs to; its own, where it is no version. */
export function fullCopyOf(file: string): string {
  const version = VERSIONS.find(({ suffix }) => file.endsWith(suffix));
  return version ? file.slice(0, -version.suffix.length) : file;
}

export const endingOf = (file: string): string => /\.([^.]*)$/.exec(file)?.[1] ?? '';

/** The media type of a file by its name, which is true to what is in it: all files here are of our own making. */
export function mediaTypeOf(file: string): string {
  const found = Object.entries(IMAGE_FORMATS).find(([, ending]) => ending === endingOf(file));
  if (!found) throw new RangeError(`${file} is no name of a picture.`);
  return found[0];
}

/** A registered picture as every visitor may read it. */
export function presentImage(row: ImageRow): Image {
  const url = `${IMAGE_FILES}/${row.file_name}`;
  const squares = (format: 'webp' | 'avif') =>
    SQUARE_PX.map((px) => `${url}.${px}.${format} ${px}w`).join(', ');
  return {
    imageId: row.id,
    imageUrl: url,
    imageName: row.name,
    imageType: row.type,
    width: row.width,
    height: row.height,
    screenUrl: `${url}.screen.webp`,
    squareUrls: { avif: squares('avif'), webp: squares('webp'), fallback: `${url}.${SQUARE_PX[0]}.webp` },
  };
}
