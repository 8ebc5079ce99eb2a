import type { RichTextModel } from '#contract/rich-text.ts';
import { parseRichText } from './parse-rich-text.ts';
import { MAX_LENGTH, RichTextTooLargeError } from './rich-text-model.ts';
import { serializeRichText } from './serialize-rich-text.ts';

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
