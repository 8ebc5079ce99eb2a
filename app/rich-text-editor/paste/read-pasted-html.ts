import type { Node as RichNode } from 'prosemirror-model';
import { linkOf, type RichTextModel } from '#contract/rich-text.ts';
import { declarationsIn, type Declarations } from './declarations.ts';
import { harmlessHtml, STYLE_ATTRIBUTE } from './harmless-html.ts';
import { type Formatting, formattingInside, PLAIN_FORMATTING } from './looks.ts';
import { createPasteBuilder } from './paste-builder.ts';
import { isListMarker, type ListItemLevel, wordListLevel } from './word-list.ts';

/** Parses pasted HTML without running scripts or loading resources. */
export function parsePastedHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(harmlessHtml(html), 'text/html').body;
}

/** Visible content of pasted HTML that the text cannot contain. */
export type PasteLosses = {
  links: { href: string; text: string }[];
  images: number;
  /** Number of tables with several columns. Their cells become lines of text. */
  tables: number;
  videos: number;
};

/** Reduces pasted HTML to the formatting the toolbar offers. Keeps the text of unsupported elements. */
export function readPastedHtml(
  body: HTMLElement,
  model: RichTextModel = 'field',
): { blocks: RichNode[]; losses: PasteLosses } {
  const losses: PasteLosses = { links: [], images: 0, tables: 0, videos: 0 };
  const builder = createPasteBuilder();
  let isInLine = false;

  function addChildren(parent: Element, formatting: Formatting): void {
    for (const child of parent.childNodes) {
      if (child instanceof Element) addElement(child, formatting);
      else if (child instanceof Text) builder.addText(child.data, formatting);
    }
  }

  function addElement(element: Element, outer: Formatting): void {
    const tagName = element.localName;
    const declarations = declarationsIn(element.getAttribute(STYLE_ATTRIBUTE));
    if (tagName === 'video' || tagName === 'iframe') losses.videos += 1;
    if (isHidden(element, declarations)) return;
    if (tagName === 'img') losses.images += 1;
    else if (tagName === 'table' && hasColumns(element)) losses.tables += 1;
    const { className } = element;
    const isLink = tagName === 'a' && element.hasAttribute('href');
    const href = isLink && model === 'page' ? linkOf(element.getAttribute('href') ?? '') : undefined;
    if (isLink && href === undefined) addLink(element);
    const formatting = formattingInside({ tagName, className, declarations, isLink, href }, outer);
    if (tagName === 'br') addBreak(element, formatting);
    else if (tagName === 'tr') addRow(element, formatting);
    else if (tagName === 'ul' || tagName === 'ol') addList(element, formatting);
    else if (tagName === 'li') addItem(element, formatting, levelOf(element));
    else if (isInLine || !BLOCKS.has(tagName)) addInline(element, formatting);
    else addBlock(element, formatting, declarations);
  }

  function addLink(element: Element): void {
    const href = element.getAttribute('href') ?? '';
    // A link within the copied page has no use here.
    if (!href.startsWith('#')) losses.links.push({ href, text: element.textContent });
  }

  function addBreak(element: Element, formatting: Formatting): void {
    if (element.className !== 'Apple-interchange-newline') builder.addBreak(formatting);
  }

  function addInline(element: Element, formatting: Formatting): void {
    if (element.className !== 'Apple-converted-space') addChildren(element, formatting);
    else builder.addText(element.textContent.replaceAll('\u00a0', ' '), { ...formatting, keepsSpaces: true });
  }

  function addBlock(element: Element, formatting: Formatting, declarations: Declarations): void {
    const itemLevel = wordListLevel(declarations, markerIn(element));
    if (itemLevel) addItem(element, formatting, itemLevel);
    else {
      builder.endParagraph();
      addChildren(element, formatting);
      builder.endParagraph();
    }
  }

  function addList(element: Element, formatting: Formatting): void {
    // Word on the web writes a separate list per item, and the level on the item.
    const hasItemLevels = [...element.children].some((child) => levelOf(child));
    if (!hasItemLevels) builder.openList(element.localName === 'ol');
    addChildren(element, formatting);
    if (!hasItemLevels) builder.endList();
  }

  function addItem(element: Element, formatting: Formatting, itemLevel: ListItemLevel | undefined): void {
    builder.openItem(itemLevel);
    addChildren(element, formatting);
    builder.endItem();
  }

  /** Adds a table row: as one line if no cell has lists or several lines, otherwise with a paragraph per cell. */
  function addRow(row: Element, formatting: Formatting): void {
    const cells = [...row.children].filter((cell) => cell.textContent.trim() !== '');
    builder.endParagraph();
    isInLine = cells.every((cell) => !cell.querySelector('ul, ol, table, br, p ~ p, div ~ div'));
    for (const [index, cell] of cells.entries()) {
      if (index > 0 && isInLine) builder.addSeparator(CELL_SEPARATOR, PLAIN_FORMATTING);
      addElement(cell, formatting);
    }
    isInLine = false;
    builder.endParagraph();
  }

  addChildren(body, PLAIN_FORMATTING);
  return { blocks: builder.finish(), losses };
}

const CELL_SEPARATOR = ' | ';

const WITHOUT_TEXT = new Set(
  (
    'script style xmp template svg math iframe noembed noframes noscript select datalist textarea title audio video ' +
    'canvas object'
  ).split(' '),
);

const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend main menu nav p pre search section summary table tbody td ' +
    'tfoot th thead'
  ).split(' '),
);

function isHidden(element: Element, declarations: Declarations): boolean {
  return (
    WITHOUT_TEXT.has(element.localName) ||
    element.hasAttribute('hidden') ||
    declarations.get('display') === 'none' ||
    declarations.get('mso-hide') === 'all' ||
    isListMarker(declarations)
  );
}

/** Returns true for a table with data. Newsletters also use tables for layout, mostly around others. */
function hasColumns(table: Element): boolean {
  return !table.querySelector('table') && table.querySelector(':is(td, th) ~ :is(td, th)') !== null;
}

function markerIn(paragraph: Element): string {
  const marker = [...paragraph.querySelectorAll(`[${STYLE_ATTRIBUTE}]`)].find((element) =>
    isListMarker(declarationsIn(element.getAttribute(STYLE_ATTRIBUTE))),
  );
  return marker?.textContent ?? '';
}

function levelOf(element: Element): ListItemLevel | undefined {
  const level = Number(element.getAttribute('data-aria-level') ?? 0);
  return level > 0 ? { level, isNumbered: element.parentElement?.localName === 'ol' } : undefined;
}
