import type { Site } from '#contract/site.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import { calendarDay } from '#shared/date-time.ts';
import { createAccountService } from './accounts/account-service.ts';
import { createApiTokenService } from './accounts/api-token-service.ts';
import { createCashBidService, readCashBids } from './cash-bids/cash-bid-service.ts';
import { createDemoContentService } from './demo-content/remove-demo-content.ts';
import { createEmployeeService, readEmployees } from './employees/employees.ts';
import { createImageService, readImages } from './images/image-service.ts';
import type { ImageWorker } from './images/image-worker.ts';
import { createPioneerService, readPioneerItems } from './pioneer/pioneer-items.ts';
import { builtInDescriptions } from './pioneer/present-pioneer-items.ts';
import { createPriceTableService, readPriceTables } from './price-tables/price-tables.ts';
import { createSiteTextService, readSiteTexts } from './site-text/site-texts.ts';

/** Reads the content of all domains. */
export const readContent = async (db: DatabaseHandle) => ({
  ...(await readSiteTexts(db)),
  ...(await readCashBids(db)),
  ...(await readEmployees(db)),
  ...(await readPriceTables(db)),
  ...(await readPioneerItems(db)),
  ...(await readImages(db)),
});

export type Content = Awaited<ReturnType<typeof readContent>>;
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
  content: ContentCache<Content>;
  database: Database;
  files: FileStore;
  tempFiles: TempFiles;
  imageWorker: ImageWorker;
  site: Pick<Site, 'timeZone' | 'pioneer' | 'cashBids'>;
  now?: () => Date;
}) {
  const today = () => calendarDay(now(), site.timeZone);
  const cashBids = createCashBidService(content, { now, oldAfterHours: site.cashBids.oldAfterHours });
  return {
    accounts: createAccountService({ database, now: () => now().getTime() }),
    apiTokens: createApiTokenService({ database, content, now }),
    siteText: createSiteTextService(content),
    employees: createEmployeeService(content),
    priceTables: createPriceTableService(content),
    pioneer: createPioneerService(content, builtInDescriptions(site)),
    images: createImageService({ content, database, files, tempFiles, imageWorker, now }),
    cashBids,
    demo: createDemoContentService(content, now),

    content: {
      version: () => content.snapshot().version,
      isAvailable: content.isAvailable,
    },

    calendar: {
      today,
      /** Returns a text that changes at midnight in the site's time zone and when a bid becomes stale. */
      state: () => `${today()} ${cashBids.countStale()}`,
    },
  };
}
