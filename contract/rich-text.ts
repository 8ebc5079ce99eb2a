/** Font sizes of rich text: the name in the editor, the class in stored HTML, and the size in CSS pixels. */
export const RICH_TEXT_SIZES = [
  { name: 'small', class: 'text-small', px: 16 },
  { name: 'normal', class: 'text-normal', px: 20 },
  { name: 'large', class: 'text-large', px: 24 },
  { name: 'extra-large', class: 'text-extra-large', px: 28 },
] as const;

export type RichTextSize = (typeof RICH_TEXT_SIZES)[number]['name'];

/** Maximum nesting of lists, including the outermost. */
export const RICH_TEXT_MAX_DEPTH = 4;

/** Maximum total number of paragraphs, line breaks, lists, list items and text runs in one rich text. */
export const RICH_TEXT_MAX_NODES = 5000;

/** Which elements a rich text may have: those of the specified fields, or also links, headings, and tables. */
export type RichTextModel = 'field' | 'page';

export const LINK_MAX_LENGTH = 2000;
export const RICH_TEXT_TABLE_COLUMNS = 10;

/**
 * Returns a link's address if rich text of pages may have it, or undefined: a path on this website, or an address that
 * starts with https:, tel:, or mailto:.
 */
export function linkOf(text: string): string | undefined {
  const address = text.trim();
  return address.length <= LINK_MAX_LENGTH && LINKS.some((isLink) => isLink(address)) ? address : undefined;
}

const LINKS: readonly ((address: string) => boolean)[] = [
  (address) => /^\/(?!\/)[^\s\\\p{Cc}]*$/u.test(address),
  (address) => /^https:\/\/[^\s\\\p{Cc}]+$/u.test(address) && URL.canParse(address),
  (address) => /^tel:\+?[0-9().-]{3,30}(;ext=\d{1,7})?$/.test(address),
  (address) => /^mailto:[^\s@?&\p{Cc}]+@[^\s@?&\p{Cc}]+$/u.test(address),
];

/**
 * Returns true if cleaned HTML contains a visible character: not white space, also non-breaking, and no zero-width or
 * other invisible one.
 */
export const hasVisibleText = (html: string): boolean =>
  hasVisibleCharacter(html.replace(/<[^>]*>|&nbsp;/g, ''));

/** Returns true if a text without tags and references contains a visible character. */
export const hasVisibleCharacter = (text: string): boolean =>
  /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u{2800}]/u.test(text);
