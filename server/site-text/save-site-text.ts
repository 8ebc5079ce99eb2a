import { SITE_TEXTS, type SiteTextType } from '#contract/site-text.ts';
import type { Author } from '#server/change-log/change-log-store.ts';
import type { Stores } from '#server/stores.ts';

/**
 * Stores a text and records the change, inside the caller's write. A text that stays as it was records nothing.
 * Answers the number of the change, or undefined when there was none.
 */
export async function saveSiteText(
  stores: Pick<Stores, 'siteText' | 'changeLog'>,
  author: Author,
  type: SiteTextType,
  content: string,
): Promise<number | undefined> {
  const text = SITE_TEXTS.find((each) => each.type === type);
  if (!text) throw new RangeError(`There is no text named ${type}.`);
  const before = (await stores.siteText.find(text.id)) ?? '';
  if (before === content) return undefined;
  await stores.siteText.save(text.id, content);
  return stores.changeLog.append({ author, subject: text.subject, before, after: content });
}
