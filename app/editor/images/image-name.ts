import { IMAGE_NAME_MAX_LENGTH } from '#contract/images.ts';

/** Derives an image name from a file name: "harvest_at-dusk.JPG" becomes "Harvest at dusk". */
export function readableName(fileName: string): string {
  const text = fileName
    .replace(/(?<=.)\.[^.]*$/, '')
    .normalize('NFC')
    .replaceAll(/[\s_\-\p{Cc}]+/gu, ' ')
    .trim();
  const name = text.charAt(0).toUpperCase() + text.slice(1);
  // The length limit may have split a surrogate pair.
  return name
    .slice(0, IMAGE_NAME_MAX_LENGTH)
    .replace(/\p{Surrogate}$/u, '')
    .trim();
}

export function imageIdIn(fileUrl: unknown): string | undefined {
  if (typeof fileUrl !== 'string') return undefined;
  const path = URL.parse(fileUrl, 'http://site')?.pathname ?? '';
  return /\/([A-Za-z0-9_-]{1,100})\.[A-Za-z0-9]+$/.exec(path)?.[1];
}
