import { SITE_TEXTS } from '#contract/site-text.ts';
import { cleanRichTextForPage } from '#server/rich-text/clean-rich-text.ts';
import type { SiteTextStore } from './site-text-store.ts';

const RICH_TEXT_IDS: ReadonlySet<number> = new Set(
  SITE_TEXTS.filter(({ richText }) => richText).map(({ id }) => id),
);

/**
 * All texts as they may be shown. Rich ones are cleaned here again although they were cleaned when they were saved:
 * a database that somebody else has written to must not reach visitors' browsers as it is.
 */
export async function readSiteTexts(store: SiteTextStore): Promise<Map<number, string>> {
  const texts = await store.list();
  for (const [id, content] of texts) {
    if (RICH_TEXT_IDS.has(id)) texts.set(id, cleanRichTextForPage(content));
  }
  return texts;
}
