import {
  HOURS_TEXT_IDS,
  SITE_TEXTS,
  type AllSiteTexts,
  type SavedSiteText,
  type SiteTextEntry,
  type SiteTextType,
} from '#contract/site-text.ts';
import { tooLong } from '#contract/text.ts';
import type { Author, BaseVersion } from '#server/platform/change.ts';
import { assertUnchangedSince } from '#server/records/change-log/assert-unchanged.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import { type RowReader, readableOnly, type ReadRow } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { cleanLater, cleanToSave } from '#server/platform/rich-text/clean-rich-text.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { keepLatest } from '#server/platform/keep-latest.ts';
import { checkRow } from '#server/platform/database/stored-values.ts';

const RICH_TEXT_IDS: ReadonlySet<number> = new Set(
  SITE_TEXTS.filter(({ richText }) => richText).map(({ id }) => id),
);

/** Reads the texts' part of the content, and the times of the last changes of the hours, by public number. */
export async function readSiteTexts(db: DatabaseHandle, rows: RowReader) {
  const stores = siteTextStores(db);
  const siteTexts = await stores.siteText.list(rows('site_text', (id) => [subjectOf(id)]));
  /** As sanitized HTML: another program may have written to the database. */
  const richTexts = new Map(
    [...siteTexts].flatMap(([id, content]) => (RICH_TEXT_IDS.has(id) ? [[id, cleanLater(content)]] : [])),
  );
  const hoursChangedAt = new Map<number, string>();
  for (const { id, subject } of SITE_TEXTS.filter((text) => HOURS_TEXT_IDS.includes(text.id))) {
    const newest = await stores.changeLog.findNewest(subject);
    if (newest) hoursChangedAt.set(id, newest.at);
  }
  return { siteTexts, richTexts, hoursChangedAt };
}

const subjectOf = (id: string) => SITE_TEXTS.find((text) => String(text.id) === id)?.subject ?? '';

type SiteTextContent = Awaited<ReturnType<typeof readSiteTexts>>;
export type SiteTextService = ReturnType<typeof createSiteTextService>;

export function createSiteTextService({ content }: { content: ContentCache<SiteTextContent> }) {
  /** Returns a text as pages show it. */
  function findShown(id: number): string | undefined {
    const { siteTexts, richTexts } = content.snapshot();
    return richTexts.get(id)?.html ?? siteTexts.get(id);
  }
  const find = (id: number): string => findShown(id) ?? '';

  /** Omits unknown ids. */
  function list(ids: readonly number[]): SiteTextEntry[] {
    const { hoursChangedAt } = content.snapshot();
    return [...new Set(ids)].flatMap((configId) => {
      const text = findShown(configId);
      const changedAt = hoursChangedAt.get(configId);
      return text === undefined ? [] : [{ configId, content: text, ...(changedAt && { changedAt }) }];
    });
  }

  /** JSON of each text, after a comma. */
  const entriesOf = keepLatest((_content: object) => {
    const entries = list(SITE_TEXTS.map(({ id }) => id));
    return new Map(
      entries.map((entry) => [entry.configId, [Buffer.from(','), Buffer.from(JSON.stringify(entry))]]),
    );
  });

  return {
    find,
    list,

    /** Returns the JSON of `list` in parts, of which all lists share the texts. */
    listParts(ids: readonly number[]): Buffer[] {
      const entries = entriesOf(content.snapshot());
      const parts = [...new Set(ids)].flatMap((id) => entries.get(id) ?? []);
      return [Buffer.from('['), ...parts.slice(1), Buffer.from(']')];
    },

    all: () => Object.fromEntries(SITE_TEXTS.map(({ id, type }) => [type, find(id)])) as AllSiteTexts,

    save: (author: Author, text: SiteTextUpdate): Promise<SavedSiteText> =>
      content.write((db) => saveSiteText(siteTextStores(db), author, text)),
  };
}

type SiteTextUpdate = { configType: SiteTextType; message: string; baseVersion?: BaseVersion | undefined };

/**
 * Cleans and saves a text in the caller's transaction, and logs the change if there is one. Throws ValidationError for
 * a text that is too long, and ConflictError if the text has changed since `baseVersion`.
 */
export async function saveSiteText(
  stores: SiteTextStores,
  author: Author,
  { configType, message, baseVersion }: SiteTextUpdate,
): Promise<SavedSiteText> {
  const text = SITE_TEXTS.find(({ type }) => type === configType);
  if (!text) throw new RangeError(`There is no text named ${configType}.`);
  const { id, subject, richText, maxLength = Infinity } = text;
  const content = richText ? cleanToSave(message, '/message') : message.toWellFormed();
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

/** Creates the stores that the rules for site texts need. */
export const siteTextStores = (db: DatabaseHandle) => ({
  siteText: createSiteTextStore(db),
  changeLog: createChangeLogStore(db),
});
export type SiteTextStores = ReturnType<typeof siteTextStores>;

const COLUMNS = { config_id: 'number', content: 'text' } as const;

function createSiteTextStore(db: DatabaseHandle) {
  return {
    async list(read: ReadRow = readableOnly): Promise<Map<number, string>> {
      const rows = await db
        .selectFrom('site_text')
        .select(['config_id', 'content'])
        .orderBy('config_id')
        .execute();
      const readable = rows.flatMap((row) => read(row.config_id, () => checkRow(row, COLUMNS)) ?? []);
      return new Map(readable.map((row) => [row.config_id, row.content]));
    },

    async find(id: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('site_text')
        .select('content')
        .where('config_id', '=', id)
        .executeTakeFirst();
      return typeof row?.content === 'string' ? row.content : undefined;
    },

    async save(id: number, content: string): Promise<void> {
      await db
        .insertInto('site_text')
        .values({ config_id: id, content })
        .onConflict((conflict) => conflict.column('config_id').doUpdateSet({ content }))
        .execute();
    },
  };
}
