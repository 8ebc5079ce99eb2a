import { SITE_TEXTS, type SavedSiteText, type SiteTextType } from '#contract/site-text.ts';
import type { Author } from '#server/change-log/change-log-store.ts';
import { conflict, HttpError } from '#server/errors.ts';
import { cleanRichText, RichTextTooLargeError } from '#server/rich-text/clean-rich-text.ts';
import type { Stores } from '#server/stores.ts';

/**
 * Stores a text and records the change, inside the caller's write. Rich text is cleaned first; a text that stays as it
 * was records nothing. Throws 400 for a text that is too long, and 409 when the text has changed since `basedOn`, the
 * content version that the caller has seen.
 */
export async function saveSiteText(
  stores: Pick<Stores, 'siteText' | 'changeLog'>,
  author: Author,
  {
    configType,
    message,
    basedOn,
  }: { configType: SiteTextType; message: string; basedOn?: number | undefined },
): Promise<SavedSiteText> {
  const { id, subject, richText, ...limits } = describeText(configType);
  // Half a character of two units, cut off by a limit: no database can keep it, so what is told and logged has none.
  const typed = message.toWellFormed();
  const content = richText ? clean(typed) : typed;
  const maxLength = 'maxLength' in limits ? limits.maxLength : Infinity;
  if (content.length > maxLength) {
    throw new HttpError(400, 'too-long', `must not be longer than ${maxLength} characters`, {
      field: 'body/message',
    });
  }

  const before = (await stores.siteText.find(id)) ?? '';
  if (before === content) return { content, version: await stores.changeLog.version(), changed: false };
  const newest = await stores.changeLog.findNewest(subject);
  if (newest && basedOn !== undefined && newest.version > basedOn) {
    throw conflict({ ...newest, content: before });
  }
  await stores.siteText.save(id, content);
  const version = await stores.changeLog.append({ author, subject, before, after: content });
  return { content, version, changed: true };
}

function describeText(type: SiteTextType) {
  const text = SITE_TEXTS.find((each) => each.type === type);
  if (!text) throw new RangeError(`There is no text named ${type}.`);
  return text;
}

function clean(html: string): string {
  try {
    return cleanRichText(html);
  } catch (error) {
    if (!(error instanceof RichTextTooLargeError)) throw error;
    throw new HttpError(400, 'too-large', error.message, { field: 'body/message' });
  }
}
