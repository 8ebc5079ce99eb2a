import { createHash, randomBytes } from 'node:crypto';
import { IMAGE_FORMATS, SCREEN_PX, SQUARE_PX, type DeletedImage, type Image } from '#contract/images.ts';
import { IMAGE_FILES } from '#contract/paths.ts';
import type { ImageRow } from './image-store.ts';

/**
 * The versions of a picture besides its full copy, each under the whole name of that copy and what it is. Squares are
 * named after their last cut, everything else after the upload that it was made of: what a name stands for never
 * changes.
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

/** What the names of a picture's files are made of. */
export type NamedFiles = Pick<ImageRow, 'file_name' | 'revision' | 'cut'>;

const named = (fileName: string, mark: string) => (mark ? `${fileName}.${mark}` : fileName);

/** The name of the full copy in the store: that of the picture, until another upload takes its place. */
export const fullCopyOf = ({ file_name, revision }: Omit<NamedFiles, 'cut'>): string =>
  revision ? `${file_name}.${revision}.${endingOf(file_name)}` : file_name;

export const versionOf = ({ file_name, revision, cut }: NamedFiles, { shape, suffix }: Version): string =>
  named(file_name, shape === 'square' ? cut : revision) + suffix;

/** The names of the squares, which are cut anew with every focal point. */
export const squaresOf = (image: NamedFiles): string[] =>
  VERSIONS.filter(({ shape }) => shape === 'square').map((version) => versionOf(image, version));

/** The names of all files of a picture. */
export const filesOf = (image: NamedFiles): string[] => [
  fullCopyOf(image),
  ...VERSIONS.map((version) => versionOf(image, version)),
];

/** The name of the picture that a file belongs to, or is itself. */
export function pictureOf(file: string): string {
  const version = VERSIONS.find(({ suffix }) => file.endsWith(suffix));
  return (version ? file.slice(0, -version.suffix.length) : file).replace(MARK, '');
}

/** What tells the files of an upload or of a cut from those before it, with the ending of a full copy. */
const MARK = /(?<=\.[a-z]+)\.[0-9a-f]{8}(?:\.[a-z]+)?$/;
const MARK_LENGTH = 8;
/** The mark that goes with a name: always the same, so that a change that is repeated finds what it has made. */
export const markOf = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, MARK_LENGTH);

/** A mark that nothing has had: what it names was never there before, so the sweep is not about to take it. */
export const newMark = (): string => randomBytes(MARK_LENGTH / 2).toString('hex');

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

/** A deleted picture as the editor may read it. */
export const presentDeleted = ({ id, name, deleted_at }: ImageRow): DeletedImage => ({
  imageId: id,
  imageName: name,
  deletedAt: deleted_at ?? '',
});
