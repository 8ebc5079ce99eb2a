import { calendarDay } from '#contract/date-time.ts';
import { isOld, type AgeRule } from '#contract/bids-shown.ts';
import type { BidBoard, CashBids } from '#contract/cash-bids.ts';
import {
  SITE_TEXTS,
  type AllSiteTexts,
  type SavedSiteText,
  type SiteTextEntry,
  type SiteTextType,
} from '#contract/site-text.ts';
import type { Employees, EmployeesSave } from '#contract/employees.ts';
import type { NewPioneerItems, PioneerItem, PioneerItemUpdates } from '#contract/pioneer.ts';
import type { PriceTable, PriceTableAnswer, PriceTableSave, PriceTableType } from '#contract/price-tables.ts';
import type { Site } from '#contract/site.ts';
import { createAccountService } from './accounts/account-service.ts';
import { createApiTokenService } from './accounts/api-token-service.ts';
import type { Author } from './change-log/change-log-store.ts';
import { applyQuotes } from './cash-bids/apply-quotes.ts';
import { symbolsOf } from './cash-bids/quotes-since.ts';
import { saveBoard, type BoardSave } from './cash-bids/save-cash-bids.ts';
import type { Content } from './content/content.ts';
import { createSave } from './content/create-save.ts';
import type { Database } from './database/database.ts';
import { removeDemoContent } from './demo-content/remove-demo-content.ts';
import { deleteEmployee, saveEmployees } from './employees/save-employees.ts';
import { builtInDescriptions, presentPioneerItem } from './pioneer/present-pioneer-items.ts';
import { addPioneerItems, deletePioneerItem, updatePioneerItems } from './pioneer/save-pioneer-items.ts';
import { presentPriceTable } from './price-tables/present-price-table.ts';
import { savePriceTable } from './price-tables/save-price-table.ts';
import type { FileStore } from './files/file-store.ts';
import type { Quote } from './futures/futures-source.ts';
import type { WorkFiles } from './files/work-files.ts';
import { createImageService } from './images/image-service.ts';
import type { ImageWorker } from './images/image-worker.ts';
import { saveSiteText } from './site-text/save-site-text.ts';

type BasedOn = { basedOn?: number | undefined };

export type Services = ReturnType<typeof createServices>;

/** Creates the services that pages and API endpoints share. They read from the content cache. */
export function createServices({
  content,
  database,
  files,
  workFiles,
  imageWorker,
  site,
  now = () => new Date(),
}: {
  content: Content;
  database: Database;
  files: FileStore;
  workFiles: WorkFiles;
  imageWorker: ImageWorker;
  site: Pick<Site, 'timeZone' | 'pioneer' | 'cashBids'>;
  now?: () => Date;
}) {
  const builtIn = builtInDescriptions(site);
  const today = () => calendarDay(now(), site.timeZone);
  const age = (): AgeRule => ({ now: now().getTime(), oldAfterHours: site.cashBids.oldAfterHours });

  const save = createSave({ content, database });

  return {
    accounts: createAccountService({ database, now: () => now().getTime() }),
    apiTokens: createApiTokenService({ database, save, now }),

    content: {
      version: () => content.snapshot().version,
      isAvailable: content.isAvailable,
    },

    siteText: {
      /** Omits unknown ids. */
      list(ids: readonly number[]): SiteTextEntry[] {
        const { siteTexts } = content.snapshot();
        return [...new Set(ids)].flatMap((configId) => {
          const text = siteTexts.get(configId);
          return text === undefined ? [] : [{ configId, content: text }];
        });
      },

      find: (id: number): string => content.snapshot().siteTexts.get(id) ?? '',

      all(): AllSiteTexts {
        const { siteTexts } = content.snapshot();
        return Object.fromEntries(
          SITE_TEXTS.map(({ id, type }) => [type, siteTexts.get(id) ?? '']),
        ) as AllSiteTexts;
      },

      save: (
        author: Author,
        text: { configType: SiteTextType; message: string } & BasedOn,
      ): Promise<SavedSiteText> => save((stores) => saveSiteText(stores, author, text)),
    },

    employees: {
      list: (): Employees => content.snapshot().employees,
      save: (author: Author, list: { employees: EmployeesSave } & BasedOn) =>
        save((stores) => saveEmployees(stores, author, list)),
      remove: (author: Author, employee: { id: string } & BasedOn) =>
        save((stores) => deleteEmployee(stores, author, employee)),
    },

    priceTables: {
      find: (type: PriceTableType): PriceTable =>
        content.snapshot().priceTables.get(type) ?? { headers: [], rows: [], changedAt: null },
      present(type: PriceTableType): PriceTableAnswer {
        return presentPriceTable(type, this.find(type));
      },
      save: (author: Author, table: PriceTableSave & BasedOn) =>
        save((stores) => savePriceTable(stores, author, table)),
    },

    pioneer: {
      list(category?: number): PioneerItem[] {
        const { pioneerItems, pioneerDescriptions } = content.snapshot();
        return pioneerItems
          .filter((item) => category === undefined || item.category === category)
          .map((item) => presentPioneerItem(item, pioneerDescriptions, builtIn));
      },
      add: (author: Author, items: { items: NewPioneerItems } & BasedOn) =>
        save((stores) => addPioneerItems(stores, author, { ...items, builtIn })),
      update: (author: Author, items: { items: PioneerItemUpdates } & BasedOn) =>
        save((stores) => updatePioneerItems(stores, author, { ...items, builtIn })),
      remove: (author: Author, item: { id: string } & BasedOn) =>
        save((stores) => deletePioneerItem(stores, author, { ...item, builtIn })),
    },

    images: createImageService({ content, database, files, workFiles, imageWorker, now }),

    cashBids: {
      list: (): CashBids => content.snapshot().cashBids,
      board: (): BidBoard => content.snapshot().bidBoard,
      age,
      saveBoard: (author: Author, board: BoardSave) =>
        save((stores) => saveBoard(stores, author, board, now())),
      futures(): string[] {
        const { bids, commodities } = content.snapshot().bidBoard;
        return symbolsOf(bids, commodities);
      },
      applyQuotes: (quotes: readonly Quote[]) => save((stores) => applyQuotes(stores, quotes)),
    },

    demo: {
      isStanding: () => content.snapshot().isDemo,
      remove: (author: Author) => save((stores) => removeDemoContent(stores, author, now())),
    },

    calendar: {
      today,
      /** Returns a text that changes at midnight in the site's time zone and when a bid becomes stale. */
      state: () =>
        `${today()} ${content.snapshot().cashBids.bids.filter(({ asOf }) => isOld(asOf, age())).length}`,
    },
  };
}
