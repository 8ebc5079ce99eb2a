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
  (address) => /^tel:\+?[0-9().-]{3,30}$/.test(address),
  (address) => /^mailto:[^\s@?&\p{Cc}]+@[^\s@?&\p{Cc}]+$/u.test(address),
];

/**
 * Returns true if cleaned HTML contains a visible character, in linear time. White space (also non-breaking),
 * zero-width and other invisible characters, tags, comments and empty bullets do not count.
 */
export function hasVisibleText(html: string): boolean {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const textEnd = open === -1 ? html.length : open;
    if (VISIBLE.test(html.slice(at, textEnd).replace(REFERENCE, decodeReference))) return true;
    if (open === -1) return false;
    at = endOfMarkup(html, open);
    if (at === open) return true;
  }
  return false;
}

/** Returns true if a text without tags and references contains a visible character. */
export const hasVisibleCharacter = (text: string): boolean => VISIBLE.test(text);

const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u{2800}]/u;

const REFERENCE = /&(?:#x([\da-f]+)|#(\d+)|([a-z]+));?/gi;

const INVISIBLE_NAMES = new Set(
  (
    'nbsp NonBreakingSpace Tab NewLine shy ensp emsp thinsp hairsp numsp puncsp ThinSpace VeryThinSpace ' +
    'MediumSpace ZeroWidthSpace NegativeThinSpace NegativeMediumSpace NegativeThickSpace NegativeVeryThinSpace ' +
    'zwnj zwj lrm rlm NoBreak af ApplyFunction it InvisibleTimes ic InvisibleComma'
  ).split(' '),
);

function decodeReference(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return INVISIBLE_NAMES.has(name) ? ' ' : whole;
  const codePoint = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
  return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
}

/** Returns the index after the tag or comment at `start`, or `start` if that `<` is plain text. */
function endOfMarkup(html: string, start: number): number {
  if (html.startsWith('<!--', start)) return indexAfter(html, '-->', start + 2);
  if (!/[a-z/!?]/i.test(html.charAt(start + 1))) return start;
  for (let at = start + 1; at < html.length; at += 1) {
    if (html[at] === '>') return at + 1;
    if (html[at] === '=') at = endOfValue(html, at + 1) - 1;
  }
  return html.length;
}

/** Returns the index after the quoted attribute value at `start`, which may contain `>`. */
function endOfValue(html: string, start: number): number {
  let at = start;
  while (at < html.length && /\s/.test(html.charAt(at))) at += 1;
  const quote = html.charAt(at);
  return quote === '"' || quote === "'" ? indexAfter(html, quote, at + 1) : at;
}

function indexAfter(html: string, needle: string, from: number): number {
  const found = html.indexOf(needle, from);
  return found === -1 ? html.length : found + needle.length;
}
