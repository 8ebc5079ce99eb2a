import { IMAGE_NAME_MAX_LENGTH } from '#contract/images.ts';

/** Derives the name of an image or document from a file name: "harvest_at-dusk.JPG" becomes "Harvest at dusk". */
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
