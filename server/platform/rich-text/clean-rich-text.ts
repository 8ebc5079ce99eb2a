import type { RichTextModel } from '#contract/rich-text.ts';
import { parseRichText } from './parse-rich-text.ts';
import {
  MAX_LENGTH,
  RichTextTooLargeError,
  isLink,
  type Block,
  type Cell,
  type Inline,
  type RichText,
} from './rich-text-model.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { escapeText } from 'entities/escape';
import { serializeRuns, startTag } from '#shared/rich-text-html.ts';

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

const inlineHtml = (content: readonly Inline[]): string =>
  serializeRuns(
    content.map((inline) => ({
      tags: inline.marks.map((mark) =>
        startTag({ name: mark, href: isLink(mark) ? mark.slice('link:'.length) : undefined }),
      ),
      html: inline.kind === 'break' ? '<br>' : escapeText(inline.text),
    })),
  );
