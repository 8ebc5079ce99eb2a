import {
  SITE_TEXTS,
  type AllSiteTexts,
  type SavedSiteText,
  type SiteTextEntry,
  type SiteTextType,
} from '#contract/site-text.ts';
import { tooLong } from '#contract/text.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { assertUnchangedSince } from '#server/platform/change-log/assert-unchanged.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { cleanRichTextForPage } from '#server/platform/rich-text/clean-rich-text.ts';
import { cleanToSave } from '#server/platform/rich-text/clean-to-save.ts';
import { createSiteTextStore, siteTextStores, type SiteTextStores } from './site-text-store.ts';

/** Texts by public number; rich texts are sanitized HTML. */
type SiteTextContent = { siteTexts: ReadonlyMap<number, string> };

const RICH_TEXT_IDS: ReadonlySet<number> = new Set(
  SITE_TEXTS.filter(({ richText }) => richText).map(({ id }) => id),
);

/** Reads the texts' part of the content. Cleans rich text again: another program may have written to the database. */
export async function readSiteTexts(db: DatabaseHandle): Promise<SiteTextContent> {
  const siteTexts = await createSiteTextStore(db).list();
  for (const [id, content] of siteTexts) {
    if (RICH_TEXT_IDS.has(id)) siteTexts.set(id, cleanRichTextForPage(content));
  }
  return { siteTexts };
}

export type SiteTextService = ReturnType<typeof createSiteTextService>;

export function createSiteTextService(content: ContentCache<SiteTextContent>) {
  const find = (id: number): string => content.snapshot().siteTexts.get(id) ?? '';
  return {
    find,

    /** Omits unknown ids. */
    list(ids: readonly number[]): SiteTextEntry[] {
      const { siteTexts } = content.snapshot();
      return [...new Set(ids)].flatMap((configId) => {
        const text = siteTexts.get(configId);
        return text === undefined ? [] : [{ configId, content: text }];
      });
    },

    all: () => Object.fromEntries(SITE_TEXTS.map(({ id, type }) => [type, find(id)])) as AllSiteTexts,

    save: (author: Author, text: SiteTextUpdate): Promise<SavedSiteText> =>
      content.write((db) => saveSiteText(siteTextStores(db), author, text)),
  };
}

type SiteTextUpdate = { configType: SiteTextType; message: string; baseVersion?: number | undefined };

/**
 * Cleans and saves a text in the caller's transaction, and logs the change if there is one. Throws ValidationError for
 * a text that is too long, and ConflictError if the text has changed since `baseVersion`.
 */
export async function saveSiteText(
  stores: SiteTextStores,
  author: Author,
  { configType, message, baseVersion }: SiteTextUpdate,
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
