/** Pattern that rejects U+0000, which PostgreSQL cannot store in text. */
export const NO_NUL = '^[^\\u0000]*$';

/** Message for text that `NO_NUL` rejects. */
export const REMOVE_NUL = 'Remove the hidden null character (U+0000).';

/** Returns the message for text above its maximum length. */
export const tooLong = (maxLength: number) => `Use at most ${counted(maxLength, 'character')}.`;

/** Returns a count with its noun, such as "1 row" or "1,000 rows". */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** Returns when to try again: in seconds up to two minutes, then in minutes. */
export function waitText(seconds: number): string {
  const wait = seconds <= 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
  return `Wait ${wait}, then try again.`;
}

/** Returns a text in lower-case letters, digits, and single hyphens, or '' if it has none. */
export const toSlug = (text: string, maxLength: number): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    // Keep the base letters of accented characters.
    .replaceAll(/[\p{Mark}'’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, '');
