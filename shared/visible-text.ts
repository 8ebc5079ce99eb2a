/** Decodes a text of cleaned HTML, in which the server writes only these references. */
export const decodeText = (text: string): string =>
  text.replace(/&(lt|gt|nbsp|quot|amp);/g, (_, name: string) => CHARACTERS[name] ?? '');

const CHARACTERS: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  quot: '"',
  amp: '&',
};

/** Returns the text of cleaned HTML on one line. */
export const visibleText = (html: string): string =>
  decodeText(html.replace(/<(?:\/(?:p|li|h2|h3|td|th)|br)>/g, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
