import { parseRichText } from './parse-rich-text.ts';
import { MAX_LENGTH, RichTextTooLargeError } from './rich-text-model.ts';
import { serialiseRichText } from './serialise-rich-text.ts';

export { RichTextTooLargeError };

/**
 * Reduces any HTML to rich text: `p`, `br`, `ul`, `ol`, `li`, `strong`, `em`, `u`, `s` and `span` with a size class,
 * and no other attribute. Cleaning twice changes nothing. For text on its way in: throws `RichTextTooLargeError`
 * when it is longer than a million UTF-16 code units before or after, has more than `RICH_TEXT_MAX_NODES` nodes, or
 * would take more than bounded work to read.
 */
export function cleanRichText(html: string): string {
  const cleaned = serialiseRichText(parseRichText(html));
  // Escaping lengthens a text: what is kept must be short enough to be read again.
  if (cleaned.length > MAX_LENGTH) throw new RichTextTooLargeError();
  return cleaned;
}

/**
 * The same for text on its way out: a text too large, which only a changed database can hold, is cut until the rest
 * fits, so that the page still stands.
 */
export function cleanRichTextForPage(html: string): string {
  for (let kept = html; ; kept = kept.slice(0, kept.length / 2)) {
    try {
      return cleanRichText(kept);
    } catch (error) {
      if (!(error instanceof RichTextTooLargeError)) throw error;
    }
  }
}
