import { IMAGE_ENDINGS, IMAGE_FORMATS } from './images.ts';

/** An ending that a picture's file gets. */
export type Ending = (typeof IMAGE_FORMATS)[keyof typeof IMAGE_FORMATS];

/** The ending that goes with a type, where that is one of a picture, else with a name; undefined for any other file. */
export function pictureEnding(fileName: string, contentType = ''): Ending | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(IMAGE_FORMATS, type)) return IMAGE_FORMATS[type as keyof typeof IMAGE_FORMATS];
  if (type.startsWith('image/')) return undefined;
  return ENDINGS.get(/\.([^.]*)$/.exec(fileName.toLowerCase())?.[1] ?? '');
}

const ENDINGS: ReadonlyMap<string, Ending> = new Map<string, Ending>([
  ...Object.values(IMAGE_FORMATS).map((ending) => [ending, ending] as const),
  ...Object.entries(IMAGE_ENDINGS),
]);

/** What a field for files asks the browser to offer. It knows no type of what telephones make. */
export const PICTURE_FILES = [...Object.keys(IMAGE_FORMATS), '.heic', '.heif'].join(',');
