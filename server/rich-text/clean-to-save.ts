import { HttpError } from '#server/errors.ts';
import { cleanRichText, RichTextTooLargeError } from './clean-rich-text.ts';

/** Cleans rich text. Throws 400 for `field` if the text is too large. */
export function cleanToSave(html: string, field: string): string {
  try {
    // Replace lone surrogates, which a length limit can leave behind and UTF-8 cannot encode.
    return cleanRichText(html.toWellFormed());
  } catch (error) {
    if (!(error instanceof RichTextTooLargeError)) throw error;
    throw new HttpError(400, 'too-large', error.message, { field });
  }
}
