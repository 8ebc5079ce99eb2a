import { SITE_TEXTS } from '#contract/site-text.ts';
import { cleanRichTextForPage } from '#server/platform/rich-text/clean-rich-text.ts';
import type { SiteTextStore } from './site-text-store.ts';

const RICH_TEXT_IDS: ReadonlySet<number> = new Set(
  SITE_TEXTS.filter(({ richText }) => richText).map(({ id }) => id),
);

/** Returns all texts. Cleans rich text again, because another program may have written to the database. */
export async function readSiteTexts(store: SiteTextStore): Promise<Map<number, string>> {
  const texts = await store.list();
  for (const [id, content] of texts) {
    if (RICH_TEXT_IDS.has(id)) texts.set(id, cleanRichTextForPage(content));
  }
  return texts;
}
