import { calendarDay } from '#contract/date-time.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import {
  SITE_TEXTS,
  type AllSiteTexts,
  type SavedSiteText,
  type SiteTextEntry,
  type SiteTextType,
} from '#contract/site-text.ts';
import { createAccountService } from './accounts/account-service.ts';
import type { Author } from './change-log/change-log-store.ts';
import type { Content } from './content/content.ts';
import type { Database } from './database/database.ts';
import type { FileStore } from './files/file-store.ts';
import { createImageService } from './images/image-service.ts';
import type { ImageWorker } from './images/image-worker.ts';
import { saveSiteText } from './site-text/save-site-text.ts';
import { createStores } from './stores.ts';

export type Services = ReturnType<typeof createServices>;

/** What pages and calls ask: two doors, one hallway. Content is read from memory. */
export function createServices({
  content,
  database,
  files,
  imageWorker,
  timeZone,
  now = () => new Date(),
}: {
  content: Content;
  database: Database;
  files: FileStore;
  imageWorker: ImageWorker;
  timeZone: string;
  now?: () => Date;
}) {
  return {
    accounts: createAccountService({ database, now: () => now().getTime() }),

    content: {
      version: () => content.snapshot().version,
      isAvailable: content.isAvailable,
    },

    siteText: {
      /** The texts of these numbers, in the order asked; numbers that name none are left out. */
      list(ids: readonly number[]): SiteTextEntry[] {
        const { siteTexts } = content.snapshot();
        return [...new Set(ids)].flatMap((configId) => {
          const text = siteTexts.get(configId);
          return text === undefined ? [] : [{ configId, content: text }];
        });
      },

      /** The text of a number; empty when it was never set. */
      find: (id: number): string => content.snapshot().siteTexts.get(id) ?? '',

      /** Every text by its name; one that was never set is empty. */
      all(): AllSiteTexts {
        const { siteTexts } = content.snapshot();
        return Object.fromEntries(
          SITE_TEXTS.map(({ id, type }) => [type, siteTexts.get(id) ?? '']),
        ) as AllSiteTexts;
      },

      /** Saves a text; visitors see it when this resolves. Throws as saveSiteText does. */
      async save(
        author: Author,
        save: { configType: SiteTextType; message: string; basedOn?: number | undefined },
      ): Promise<SavedSiteText> {
        const saved = await database.write((db) => saveSiteText(createStores(db), author, save));
        await content.refresh();
        return saved;
      },
    },

    images: createImageService({ content, database, files, imageWorker, now }),

    cashBids: { list: (): CashBids => content.snapshot().cashBids },

    demo: { isStanding: () => content.snapshot().isDemo },

    calendar: { today: () => calendarDay(now(), timeZone) },
  };
}
