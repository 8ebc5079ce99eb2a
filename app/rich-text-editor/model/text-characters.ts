/**
 * Normalizes text to the characters that stored text may contain. Line ends become LF, form feeds become spaces, other
 * control characters except tabs are removed, and lone surrogates become U+FFFD.
 */
export function textCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\f/g, ' ')
    .replace(/[^\P{Cc}\t\n]/gu, '');
}
