/** How much of a pasted or dropped file goes into the text. */
export const FILE_TEXT_MAX_CHARACTERS = 5000;

/** Enough of a file to hold that much text, and to see whether it is text at all. */
export const FILE_BYTES_READ = 64 * 1024;

export type FileText = { text: string; isCut: boolean };

/**
 * The text in the beginning of a file: UTF-8, or UTF-16 that says so by a byte order mark. Undefined for anything
 * else. `isWhole` tells whether the bytes are all there are.
 */
export function decodeFileText(bytes: Uint8Array, isWhole: boolean): FileText | undefined {
  const decoded = decode(bytes, isWhole);
  if (decoded === undefined || decoded.includes('\0')) return undefined;
  const text = cutText(decoded, FILE_TEXT_MAX_CHARACTERS);
  return { text, isCut: !isWhole || text.length < decoded.length };
}

/** At most so many UTF-16 code units, never half a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const isHigh = /[\ud800-\udbff]/.test(text.charAt(max - 1)) && /[\udc00-\udfff]/.test(text.charAt(max));
  return text.slice(0, isHigh ? max - 1 : max);
}

function decode(bytes: Uint8Array, isWhole: boolean): string | undefined {
  try {
    // What has been cut off may have been in the middle of a character.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}
