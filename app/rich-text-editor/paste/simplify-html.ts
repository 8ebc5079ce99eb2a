import { linkOf, RICH_TEXT_SIZES, type RichTextModel } from '#contract/rich-text.ts';
import { harmlessHtml, STYLE_ATTRIBUTE } from './harmless-html.ts';
import { shifted } from '#shared/superscript.ts';
import { isListMarker, nestWordLists, replaceTag, styleTextOf } from './word-list.ts';

/** Parses pasted HTML without running scripts or loading resources. */
export function parsePastedHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(harmlessHtml(html), 'text/html').body;
}

/** Visible content of pasted HTML that the text cannot contain. */
export type PasteLosses = ReturnType<typeof simplifyHtml>;

/**
 * Reduces pasted HTML to visible blocks, lists, and inline elements that ProseMirror parses. Returns what it has lost by
 * that, and by what the editor of `model` has no format for.
 */
export function simplifyHtml(body: HTMLElement, model: RichTextModel) {
  // The content security policy allows setting styles, but not their attribute.
  for (const element of body.querySelectorAll<HTMLElement>(`[${STYLE_ATTRIBUTE}]`)) {
    const { style } = element;
    style.cssText = styleTextOf(element);
    if (element.matches(SIZES)) style.fontSize = '';
    // ProseMirror knows only the older property.
    if (style.getPropertyValue('white-space-collapse').startsWith('preserve')) style.whiteSpace = 'pre-wrap';
  }
  for (const [tags, property, value] of STYLES)
    for (const { style } of body.querySelectorAll<HTMLElement>(tags)) style[property] ||= value;
  nestWordLists(body);
  removeAll(body, isHidden);
  removeInvisibleTexts(body);
  for (const element of body.querySelectorAll<HTMLElement>('*')) shiftDigits(element);
  const videos = removeAll(body, (element) => element.matches('video, iframe'));
  const losses = {
    links: [...body.querySelectorAll('a[href]')].flatMap((anchor) => {
      const href = anchor.getAttribute('href') ?? '';
      // A link within the copied page has no use here.
      const isKept = href.startsWith('#') || (model === 'page' && linkOf(href) !== undefined);
      return isKept ? [] : { href, text: anchor.textContent };
    }),
    images: body.querySelectorAll('img').length,
    /** Number of tables with several columns. Their cells become lines of text. */
    tables: [...body.querySelectorAll('table')].filter(hasColumns).length,
    videos,
  };
  for (const space of body.querySelectorAll<HTMLElement>('.Apple-converted-space')) {
    space.textContent = space.textContent.replaceAll('\u00a0', ' ');
    space.style.whiteSpace = 'pre';
  }
  for (const list of body.querySelectorAll('ul, ol')) repairList(list);
  for (const row of body.querySelectorAll('tr')) joinCells(row);
  for (const block of body.querySelectorAll(OTHER_BLOCKS)) replaceTag(block, 'div');
  return losses;
}

/** Elements with a size of our own pages. */
const SIZES = RICH_TEXT_SIZES.map((size) => `.${size.class}`).join();

/** Styles of elements that have no other one. */
const STYLES = [
  ['b, strong', 'fontWeight', 'bold'],
  ['i, em', 'fontStyle', 'italic'],
  ['u, ins', 'textDecorationLine', 'underline'],
  ['s, strike', 'textDecorationLine', 'line-through'],
  ['sup', 'verticalAlign', 'super'],
  ['sub', 'verticalAlign', 'sub'],
  ['pre', 'whiteSpace', 'pre'],
] as const;

/** Removes elements with their content, and returns their number. */
function removeAll(body: HTMLElement, isRemoved: (element: HTMLElement) => boolean): number {
  let count = 0;
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    if (!body.contains(element) || !isRemoved(element)) continue;
    element.remove();
    count += 1;
  }
  return count;
}

const WITHOUT_TEXT = new Set(
  'script style xmp template svg math noembed noframes noscript select datalist textarea title audio canvas object'.split(
    ' ',
  ),
);

/** What Word adds around the text: comments, and notes with the marks that refer to them. */
const NOTES =
  'a[href^="#_ftn"], a[href^="#_edn"], a[href^="#_msocom"], .MsoCommentReference, .MsoCommentText';

const isHidden = (element: HTMLElement): boolean =>
  WITHOUT_TEXT.has(element.localName) ||
  // What an author has deleted, and others see as a change.
  element.localName === 'del' ||
  element.hasAttribute('hidden') ||
  element.matches(NOTES) ||
  element.className === 'Apple-interchange-newline' ||
  element.style?.display === 'none' ||
  element.style?.opacity === '0' ||
  /mso-(?:hide\s*:\s*all|element\s*:\s*(?:comment|footnote|endnote))/i.test(styleTextOf(element)) ||
  isListMarker(styleTextOf(element));

/** Removes texts that are hidden or have no size, which elements inside of such an element may not be. */
function removeInvisibleTexts(body: HTMLElement): void {
  const removeIn = (element: HTMLElement, isHiddenAround: boolean, isSizeZero: boolean) => {
    const { visibility, fontSize } = element.style;
    const isHiddenHere =
      visibility === '' || visibility === 'inherit' ? isHiddenAround : visibility !== 'visible';
    const isZeroHere = /^\d/.test(fontSize) ? Number.parseFloat(fontSize) === 0 : isSizeZero;
    for (const node of element.childNodes) {
      if (node instanceof HTMLElement) removeIn(node, isHiddenHere, isZeroHere);
      else if (node instanceof Text && (isHiddenHere || isZeroHere)) node.data = '';
    }
  };
  removeIn(body, false, false);
}

/** Keeps the digits of a superscript from joining the number before it. */
function shiftDigits(element: HTMLElement): void {
  const shift = element.style.verticalAlign;
  if (shift !== 'super' && shift !== 'sub') return;
  const texts = element.ownerDocument.createNodeIterator(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.textContent = shifted(text.textContent ?? '', shift);
}

/** Returns true for a table with data. Newsletters also use tables for layout, mostly around others. */
const hasColumns = (table: Element): boolean =>
  !table.querySelector('table') && table.querySelector(':is(td, th) ~ :is(td, th)') !== null;

/** Gives a list at the start of an item or list the text above it, as on the server. Removes a list without items. */
function repairList(list: Element): void {
  if (isBlank(list) && !list.querySelector('li')) return void replaceTag(list, 'div');
  const { parentElement: parent, ownerDocument } = list;
  const isFirst = [...(parent?.childNodes ?? [])].find((node) => node === list || !isBlank(node)) === list;
  if (!isFirst || !parent?.matches('li, ul, ol')) return;
  const blank = ownerDocument.createElement('br');
  const before = parent.previousElementSibling;
  if (parent.localName !== 'li') {
    const item = ownerDocument.createElement('li');
    list.replaceWith(item);
    item.append(blank, list);
  } else if (before?.localName === 'li') {
    before.append(...(isBlank(before) ? [blank] : []), list);
    if (isBlank(parent)) parent.remove();
  } else list.before(blank);
}

/** Returns true for content that browsers do not render. */
const isBlank = (node: Node): boolean =>
  /^[ \t\n\f\r]*$/.test(node.textContent ?? '') &&
  !(node instanceof Element && (node.localName === 'br' || node.querySelector('br')));

const CELL_SEPARATOR = ' | ';
const SEVERAL_LINES = 'ul, ol, table, br, p ~ p, div ~ div';

/** Makes a table row one line, unless a cell has lists or several lines. */
function joinCells(row: Element): void {
  for (const cell of row.querySelectorAll(':scope > *')) if (cell.textContent.trim() === '') cell.remove();
  const cells = [...row.children];
  if (cells.some((cell) => cell.querySelector(SEVERAL_LINES))) return;
  for (const cell of cells) {
    for (const block of cell.querySelectorAll(':not(a)')) replaceTag(block, 'span');
    if (cell !== cells[0]) cell.before(CELL_SEPARATOR);
    replaceTag(cell, 'span');
  }
}

/** Blocks that ProseMirror takes for inline elements. */
const OTHER_BLOCKS =
  'caption, center, details, dialog, dir, dt, legend, main, menu, nav, search, summary, tbody, td, th, thead, tr';
