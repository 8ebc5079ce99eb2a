/**
 * The characters that stored text may have: line ends become LF and form feeds, which part words, a space; all other
 * control characters but the tab go, and half a surrogate pair becomes the replacement character.
 */
export function textCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\f/g, ' ')
    .replace(/[^\P{Cc}\t\n]/gu, '');
}
