import { calendarDay } from '#shared/date-time.ts';
import { isStale, type StalenessRule } from '#shared/format-bids.ts';
import type { BidList, CashBids } from '#contract/cash-bids.ts';
import {
  SITE_TEXTS,
  type AllSiteTexts,
  type SavedSiteText,
  type SiteTextEntry,
  type SiteTextType,
} from '#contract/site-text.ts';
import type { Employees, EmployeesSave } from '#contract/employees.ts';
import type { NewPioneerItems, PioneerItem, PioneerItemUpdates } from '#contract/pioneer.ts';
import type {
  PriceTable,
  PriceTableResponse,
  PriceTableSave,
  PriceTableType,
} from '#contract/price-tables.ts';
import type { Site } from '#contract/site.ts';
import { createAccountService } from './accounts/account-service.ts';
import { createApiTokenService } from './accounts/api-token-service.ts';
import type { Author } from '../platform/change-log/change-log-store.ts';
import { applyQuotes } from './cash-bids/apply-quotes.ts';
import { symbolsOf } from './cash-bids/quotes-since.ts';
import { saveBidList, type BidListUpdate } from './cash-bids/cash-bids.ts';
import type { ContentCache } from '../platform/content/content-cache.ts';
import { createSave } from '../platform/content/create-save.ts';
import type { Database } from '../platform/database/database.ts';
import { removeDemoContent } from '../delivery/demo-content/remove-demo-content.ts';
import { deleteEmployee, saveEmployees } from './employees/employees.ts';
import { builtInDescriptions, presentPioneerItem } from './pioneer/present-pioneer-items.ts';
import {
  addPioneerItems,
  deletePioneerItem,
  updatePioneerItems,
} from './pioneer/pioneer-items.ts';
import { presentPriceTable } from './price-tables/present-price-table.ts';
import { savePriceTable } from './price-tables/price-tables.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { Quote } from './cash-bids/futures/futures-source.ts';
import type { TempFiles } from '../platform/files/temp-files.ts';
import { createImageService } from './images/image-service.ts';
import type { ImageWorker } from './images/image-worker.ts';
import { saveSiteText } from './site-text/site-texts.ts';

type BaseVersion = { baseVersion?: number | undefined };

export type Services = ReturnType<typeof createServices>;

/** Creates the services that pages and API endpoints share. They read from the content cache. */
export function createServices({
  content,
  database,
  files,
  tempFiles,
  imageWorker,
  site,
  now = () => new Date(),
}: {
  content: ContentCache;
  database: Database;
  files: FileStore;
  tempFiles: TempFiles;
  imageWorker: ImageWorker;
  site: Pick<Site, 'timeZone' | 'pioneer' | 'cashBids'>;
  now?: () => Date;
}) {
  const builtIn = builtInDescriptions(site);
  const today = () => calendarDay(now(), site.timeZone);
  const age = (): StalenessRule => ({ now: now().getTime(), oldAfterHours: site.cashBids.oldAfterHours });

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
        text: { configType: SiteTextType; message: string } & BaseVersion,
      ): Promise<SavedSiteText> => save((stores) => saveSiteText(stores, author, text)),
    },

    employees: {
      list: (): Employees => content.snapshot().employees,
      save: (author: Author, list: { employees: EmployeesSave } & BaseVersion) =>
        save((stores) => saveEmployees(stores, author, list)),
      remove: (author: Author, employee: { id: string } & BaseVersion) =>
        save((stores) => deleteEmployee(stores, author, employee)),
    },

    priceTables: {
      find: (type: PriceTableType): PriceTable =>
        content.snapshot().priceTables.get(type) ?? { headers: [], rows: [], changedAt: null },
      present(type: PriceTableType): PriceTableResponse {
        return presentPriceTable(type, this.find(type));
      },
      save: (author: Author, table: PriceTableSave & BaseVersion) =>
        save((stores) => savePriceTable(stores, author, table)),
    },

    pioneer: {
      list(category?: number): PioneerItem[] {
        const { pioneerItems, pioneerDescriptions } = content.snapshot();
        return pioneerItems
          .filter((item) => category === undefined || item.category === category)
          .map((item) => presentPioneerItem(item, pioneerDescriptions, builtIn));
      },
      add: (author: Author, items: { items: NewPioneerItems } & BaseVersion) =>
        save((stores) => addPioneerItems(stores, author, { ...items, builtIn })),
      update: (author: Author, items: { items: PioneerItemUpdates } & BaseVersion) =>
        save((stores) => updatePioneerItems(stores, author, { ...items, builtIn })),
      remove: (author: Author, item: { id: string } & BaseVersion) =>
        save((stores) => deletePioneerItem(stores, author, { ...item, builtIn })),
    },

    images: createImageService({ content, database, files, tempFiles, imageWorker, now }),

    cashBids: {
      list: (): CashBids => content.snapshot().cashBids,
      bidList: (): BidList => content.snapshot().bidList,
      age,
      saveBidList: (author: Author, bidList: BidListUpdate) =>
        save((stores) => saveBidList(stores, author, bidList, now())),
      futures(): string[] {
        const { bids, commodities } = content.snapshot().bidList;
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
        `${today()} ${content.snapshot().cashBids.bids.filter(({ asOf }) => isStale(asOf, age())).length}`,
    },
  };
}
