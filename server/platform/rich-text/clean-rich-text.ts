import { type RichTextModel, RICH_TEXT_SIZES } from '#contract/rich-text.ts';
import { parseRichText } from './parse-rich-text.ts';
import {
  MAX_LENGTH,
  RichTextTooLargeError,
  isLink,
  type Block,
  type Cell,
  type Inline,
  type Mark,
  type Marks,
  NO_MARKS,
  type RichText,
} from './rich-text-model.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { escapeAttribute, escapeText } from 'entities/escape';

export { RichTextTooLargeError };

/**
 * Reduces HTML to rich text: `p`, `br`, `ul`, `ol`, `li`, `strong`, `em`, `u`, `s` and `span` with a size class, and no
 * other attribute. Cleaning twice changes nothing. Throws `RichTextTooLargeError` if the text is longer than a million
 * UTF-16 code units before or after, has more than `RICH_TEXT_MAX_NODES` nodes, or takes too much work to parse.
 *
 * With the model `page`, it also keeps `h2`, `h3`, simple tables, and `a` with an address that `linkOf` allows.
 */
export function cleanRichText(html: string, model: RichTextModel = 'field'): string {
  const cleaned = serializeRichText(parseRichText(html, model));
  // Check again, because escaping lengthens a text, which must stay short enough to be cleaned again.
  if (cleaned.length > MAX_LENGTH) throw new RichTextTooLargeError();
  return cleaned;
}

/** Cuts oversized text, which other programs may have stored, to keep the page usable. */
export function cleanRichTextForPage(html: string, model: RichTextModel = 'field'): string {
  for (let shortened = html; ; shortened = shortened.slice(0, shortened.length / 2)) {
    try {
      return cleanRichText(shortened, model);
    } catch (error) {
      if (!(error instanceof RichTextTooLargeError)) throw error;
    }
  }
}

export type ShownText = { readonly html: string };

/** Returns a text that is cleaned for pages when `html` is first read, because cleaning all texts would delay a start. */
export function cleanLater(stored: string): ShownText {
  let cleaned: string | undefined;
  return {
    get html() {
      return (cleaned ??= cleanRichTextForPage(stored));
    },
  };
}

/** Cleans rich text. Throws ValidationError with `path` if the text is too large. */
export function cleanToSave(html: string, path: string, model: RichTextModel = 'field'): string {
  try {
    // Replace lone surrogates, which a length limit can leave behind and UTF-8 cannot encode.
    return cleanRichText(html.toWellFormed(), model);
  } catch (error) {
    if (!(error instanceof RichTextTooLargeError)) throw error;
    throw new ValidationError('too-large', error.message, path);
  }
}

/**
 * Serializes rich text as browsers do, so that an editor reads back the same string. Of attributes, only the addresses
 * of links come from input.
 */
export function serializeRichText(richText: RichText): string {
  return richText.map(blockHtml).join('');
}

/** Serializes a block. Recursion is safe, because the model limits the depth of lists. */
function blockHtml(block: Block): string {
  if (block.kind === 'table') {
    const rows = block.rows.map((cells) => `<tr>${cells.map(cellHtml).join('')}</tr>`).join('');
    return `<table><tbody>${rows}</tbody></table>`;
  }
  if (block.kind === 'paragraph') {
    const tag = block.level === undefined ? 'p' : `h${block.level}`;
    return `<${tag}>${inlineHtml(block.content)}</${tag}>`;
  }
  const items = block.items.map((item) => `<li>${item.content.map(blockHtml).join('')}</li>`).join('');
  return block.ordered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`;
}

function cellHtml({ isHeader, content }: Cell): string {
  const tag = isHeader ? 'th' : 'td';
  return `<${tag}>${inlineHtml(content)}</${tag}>`;
}

/** Serializes runs. Adjacent runs share the tags of their common marks, outermost first. */
function inlineHtml(content: readonly Inline[]): string {
  let html = '';
  let open: Marks = NO_MARKS;
  for (const inline of content) {
    html += tagsBetween(open, inline.marks) + (inline.kind === 'break' ? '<br>' : escapeText(inline.text));
    open = inline.marks;
  }
  return html + tagsBetween(open, NO_MARKS);
}

function tagsBetween(before: Marks, after: Marks): string {
  const firstDifference = before.findIndex((mark, index) => mark !== after[index]);
  const shared = firstDifference === -1 ? before.length : firstDifference;
  const closing = before.slice(shared).toReversed().map(endTag);
  const opening = after.slice(shared).map(startTag);
  return [...closing, ...opening].join('');
}

const SIZE_CLASSES = new Map<Mark, string>(RICH_TEXT_SIZES.map((size) => [size.name, size.class]));

function startTag(mark: Mark): string {
  if (isLink(mark)) return `<a href="${escapeAttribute(mark.slice('link:'.length))}">`;
  const sizeClass = SIZE_CLASSES.get(mark);
  return sizeClass ? `<span class="${sizeClass}">` : `<${mark}>`;
}

function endTag(mark: Mark): string {
  if (isLink(mark)) return '</a>';
  return SIZE_CLASSES.has(mark) ? '</span>' : `</${mark}>`;
}
