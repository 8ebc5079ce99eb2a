/** Where browsers look for the character set of a page, with room for the comment that they add when they save one. */
const SEARCHED_BYTES = 4096;

/**
 * Decodes a text file. Text that is valid UTF-8 is UTF-8 whatever the file says, because text in another character set
 * never is, except for ASCII. Otherwise, uses the character set that the file names, or that of old Windows programs.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return (namedDecoder(bytes) ?? new TextDecoder('windows-1252')).decode(bytes);
  }
}

function namedDecoder(bytes: Uint8Array): TextDecoder | undefined {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, SEARCHED_BYTES));
  const label = /(?:charset|encoding)\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1] ?? '';
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding.startsWith('utf-') ? undefined : decoder;
  } catch {
    return undefined;
  }
}
