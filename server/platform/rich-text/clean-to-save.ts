import type { RichTextModel } from '#contract/rich-text.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { cleanRichText, RichTextTooLargeError } from './clean-rich-text.ts';

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
