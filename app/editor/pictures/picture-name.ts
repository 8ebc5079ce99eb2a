import { IMAGE_NAME_MAX_LENGTH } from '#contract/images.ts';

/** A name for people, made of a file's: "harvest_at-dusk.JPG" is "Harvest at dusk". */
export function readableName(fileName: string): string {
  const words = fileName
    .replace(/(?<=.)\.[^.]*$/, '')
    .normalize('NFC')
    .replaceAll(/[\s_\-\p{Cc}]+/gu, ' ')
    .trim();
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  // Half a character, cut off by the limit, is none.
  return name
    .slice(0, IMAGE_NAME_MAX_LENGTH)
    .replace(/\p{Surrogate}$/u, '')
    .trim();
}

/** The id of a picture, which is the file name in its address without the ending. */
export function imageIdIn(fileUrl: unknown): string | undefined {
  if (typeof fileUrl !== 'string') return undefined;
  const path = URL.parse(fileUrl, 'http://site')?.pathname ?? '';
  return /\/([A-Za-z0-9_-]{1,100})\.[A-Za-z0-9]+$/.exec(path)?.[1];
}
