import { STYLE_ATTRIBUTE } from './harmless-html.ts';

export type ListItemLevel = { level: number; isNumbered: boolean };

/** Returns true for the style of the bullet or number that Word writes as text for programs without list support. */
export const isListMarker = (style: string): boolean => /mso-list\s*:\s*ignore/i.test(style);

/** Parses a list item from Word: the style of a paragraph, with the level in `mso-list`, and the bullet or number. */
export function wordListLevel(style: string, marker: string): ListItemLevel | undefined {
  const level = /mso-list\s*:[^;]*\blevel(\d+)\b/i.exec(style)?.[1];
  return level === undefined ? undefined : { level: Number(level), isNumbered: NUMBER.test(marker.trim()) };
}

/** `1.`, `a)`, `iv.`, `(2)`, `1.2.3`. Bullets are symbols, or letters of a symbol font without punctuation. */
const NUMBER = /^\(?(?:(?:[\dA-Z]{1,6}[.)])+\)?$|\d+(?:\.\d+)*[.)]?$)/i;

export const styleTextOf = (element: Element): string => element.getAttribute(STYLE_ATTRIBUTE) ?? '';

/** Returns the level that an item declares: a paragraph of Word, or an item of Word on the web. */
function levelOf(element: Element): ListItemLevel | undefined {
  const level = Number(element.getAttribute('data-aria-level') ?? 0);
  if (level > 0) return { level, isNumbered: element.parentElement?.localName === 'ol' };
  const marker = [...element.querySelectorAll('*')].find((each) => isListMarker(styleTextOf(each)));
  return wordListLevel(styleTextOf(element), marker?.textContent ?? '');
}

/** Puts the items that declare their level into nested lists. Word has no lists, or a separate one for each item. */
export function nestWordLists(body: HTMLElement): void {
  const open: { level: number; list: Element }[] = [];
  for (const element of body.querySelectorAll(`[${STYLE_ATTRIBUTE}*="mso-list" i], li[data-aria-level]`)) {
    const declared = levelOf(element);
    if (!declared) continue;
    const { level, isNumbered } = declared;
    const tag = isNumbered ? 'ol' : 'ul';
    const start = element.parentElement?.closest('ul, ol') ?? element;
    if (open[0] && hasTextBetween(open[0].list, element)) open.length = 0;
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.at(-1)?.level === level && open.at(-1)?.list.localName !== tag) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = body.ownerDocument.createElement(tag);
      const outer = open.at(-1)?.list.lastElementChild;
      if (outer) outer.append(list);
      else start.before(list);
      open.push({ level, list });
    }
    const item = replaceTag(element, 'li');
    open.at(-1)!.list.append(item);
  }
}

function hasTextBetween(before: Element, after: Element): boolean {
  const range = before.ownerDocument.createRange();
  range.setStartAfter(before);
  range.setEndBefore(after);
  return range.toString().trim() !== '';
}

/** Replaces an element by one with another tag, and the same style and content. */
export function replaceTag(element: Element, tag: string): HTMLElement {
  const replacement = element.ownerDocument.createElement(tag);
  replacement.className = element.className;
  replacement.style.cssText = (element as HTMLElement).style.cssText;
  replacement.append(...element.childNodes);
  element.replaceWith(replacement);
  return replacement;
}
