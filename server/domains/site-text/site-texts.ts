import { SITE_TEXTS, type SavedSiteText, type SiteTextType } from '#contract/site-text.ts';
import { tooLong } from '#contract/text.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { assertUnchangedSince } from '#server/platform/change-log/assert-unchanged.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { cleanToSave } from '#server/platform/rich-text/clean-to-save.ts';
import type { Stores } from '#tests/support/stores.ts';

/**
 * Cleans and saves a text in the caller's transaction, and logs the change if there is one. Throws ValidationError for
 * a text that is too long, and ConflictError if the text has changed since `baseVersion`.
 */
export async function saveSiteText(
  stores: Pick<Stores, 'siteText' | 'changeLog'>,
  author: Author,
  {
    configType,
    message,
    baseVersion,
  }: { configType: SiteTextType; message: string; baseVersion?: number | undefined },
): Promise<SavedSiteText> {
  const { id, subject, richText, ...limits } = describeText(configType);
  const content = richText ? cleanToSave(message, '/message') : message.toWellFormed();
  const maxLength = 'maxLength' in limits ? limits.maxLength : Infinity;
  if (content.length > maxLength) {
    throw new ValidationError('too-long', tooLong(maxLength), '/message');
  }

  const before = (await stores.siteText.find(id)) ?? '';
  if (before === content) return { content, version: await stores.changeLog.version(), changed: false };
  await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current: before });
  await stores.siteText.save(id, content);
  const version = await stores.changeLog.append({ author, subject, before, after: content });
  return { content, version, changed: true };
}

function describeText(type: SiteTextType) {
  const text = SITE_TEXTS.find((each) => each.type === type);
  if (!text) throw new RangeError(`There is no text named ${type}.`);
  return text;
}
