import { HttpError } from '#server/errors.ts';
import { cleanRichText, RichTextTooLargeError } from './clean-rich-text.ts';

/** Rich text as it is stored. Throws 400, naming the field, for one that is too large. */
export function cleanToSave(html: string, field: string): string {
  try {
    // Half a character of two units, cut off by a limit: no database can keep it.
    return cleanRichText(html.toWellFormed());
  } catch (error) {
    if (!(error instanceof RichTextTooLargeError)) throw error;
    throw new HttpError(400, 'too-large', error.message, { field });
  }
}
