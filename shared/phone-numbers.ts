/** Part of a text: words, or a telephone number and what to dial (RFC 3966), such as `tel:6605550142;ext=5`. */
export type PhonePart = { text: string; href?: string };

const GAP = String.raw`[ .\/\u00a0\u2010-\u2015-]{0,3}`;
const AREA = String.raw`(?:\([2-9]\d{2}\)|[2-9]\d{2})`;
const LOCAL = String.raw`[2-9]\d{2}${GAP}\d{4}`;
/** Letters for seven or more keys, such as GO-GRAIN, of which phones dial the first seven. */
const WORD = String.raw`(?=[a-z\d-]*[a-z])[a-z\d](?:-?[a-z\d]){6,}`;
const NATIONAL = String.raw`(?:\+?1${GAP})?${AREA}${GAP}${LOCAL}|\+?1${GAP}${AREA}${GAP}${WORD}|${AREA}-${WORD}|${LOCAL}`;
const ABROAD = String.raw`\+(?!1)\d(?:[ .()-]{0,2}\d){6,13}`;
const EXTENSION = String.raw`(?:[ ,;]{0,2}(?:ext(?:ension)?\b\.?|[x#]) ?:? ?(?<ext>\d{1,7}))?`;
const PHONE = new RegExp(String.raw`(?<![\w+.-])(?<number>${ABROAD}|${NATIONAL})${EXTENSION}(?![\w])`, 'gi');

/** Numbers such as 911, which are dialed as they are. */
const SHORT = /^\s*[2-9]11\s*$/;

const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Splits a text into its telephone numbers, as people in North America write them, and the words around them. */
export function phoneParts(text: string): PhonePart[] {
  if (SHORT.test(text)) return [{ text, href: `tel:${text.trim()}` }];
  const parts: PhonePart[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of text.matchAll(PHONE)) {
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: found, href: `tel:${dialed(groups?.['number'] ?? '')}${extension(groups?.['ext'])}` });
    end = index + found.length;
  }
  return end < text.length ? [...parts, { text: text.slice(end) }] : parts;
}

const extension = (digits: string | undefined) => (digits === undefined ? '' : `;ext=${digits}`);

function dialed(number: string): string {
  const digits = number
    .toUpperCase()
    .replaceAll(/[A-Z]/g, (letter) => `${KEYS.findIndex((letters) => letters.includes(letter)) + 2}`)
    .replaceAll(/(?!^\+)\D/g, '');
  if (!/[A-Z]/i.test(number)) return digits;
  const length = /^\+?1/.exec(digits) ? digits.indexOf('1') + 11 : 10;
  return digits.slice(0, length);
}
