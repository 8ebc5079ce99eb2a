export const FILE_TEXT_MAX_CHARACTERS = 5000;

/** Number of bytes read: enough for the maximum text, and to detect binary files. */
export const FILE_BYTES_READ = 64 * 1024;

/** Decodes the start of a file as UTF-8, or UTF-16 with a byte order mark. Returns undefined if it is neither. */
export function decodeFileText(bytes: Uint8Array, isWhole: boolean) {
  const decoded = decode(bytes, isWhole);
  if (decoded === undefined || decoded.includes('\0')) return undefined;
  // Without half of a surrogate pair at the end.
  const text = decoded.slice(0, FILE_TEXT_MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  return { text, isTruncated: !isWhole || text.length < decoded.length };
}

function decode(bytes: Uint8Array, isWhole: boolean): string | undefined {
  try {
    // `stream` accepts a character that is cut off at the end.
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
