import { DELETED_IMAGE_DAYS } from '#contract/images.ts';
import type { Site } from '#contract/site.ts';
import type { SiteSetting } from '#contract/site-settings.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Database } from '#server/platform/database/database.ts';
import { findLastBackup } from '#server/platform/database/last-backup.ts';
import type { DatabaseHealth } from '#server/platform/database/transaction.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { SendMail } from '#server/platform/mail.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import { calendarDay, localTime } from '#shared/date-time.ts';
import { siteNames } from './accounts/account-rules.ts';
import { createAccountService } from './accounts/account-service.ts';
import { createApiTokenService } from './accounts/api-token-service.ts';
import { createPeopleService } from './accounts/people-service.ts';
import { createCredentialLimit } from '#server/domains/accounts/sessions.ts';
import { createAttentionService } from './attention.ts';
import { createDemoContentService } from './demo-content/remove-demo-content.ts';
import { contentStores, createContentServices, HISTORIES, type Content } from './domains.ts';
import { createHistoryService } from './history/history-service.ts';
import { createItemHistories } from './history/item-histories.ts';
import type { ImageWorker } from './images/image-worker.ts';
import { createTurnCounter } from './count-turns.ts';
import { followLocations } from './follow-locations.ts';
import { createLastSaveService } from './last-saves.ts';
import { createShownFiles } from './shown-files.ts';
import { builtInDescriptions } from './pioneer/pioneer-store.ts';
import { createPastPriceService } from './past-prices/past-price-service.ts';
import { createPresenceService } from './presence.ts';
import { createPreviewLinkService } from './preview-links.ts';
import { recordingPrices } from './past-prices/price-changes.ts';
import { createCurrentSite } from './site-settings/site-settings.ts';
import type { CheckPaths } from './site-settings/setting-rules.ts';

export type Services = ReturnType<typeof createServices>;

/** Creates the services that pages and API endpoints share. They read from the content cache. */
export function createServices({
  content: contentCache,
  database,
  files,
  tempFiles,
  health,
  imageWorker,
  site: siteFile,
  checkPaths = () => [],
  deletedImageDays = DELETED_IMAGE_DAYS,
  now = () => new Date(),
  sendMail,
}: {
  content: ContentCache<Content>;
  database: Database;
  health: DatabaseHealth;
  files: FileStore;
  tempFiles: TempFiles;
  imageWorker: ImageWorker;
  /** The site file. Services use the current site, which has the settings of the editor. */
  site: Site;
  checkPaths?: CheckPaths | undefined;
  /** Days for which deleted and replaced images can be restored. */
  deletedImageDays?: number;
  now?: () => Date;
  sendMail?: SendMail | undefined;
}) {
  const content = recordingPrices(contentCache);
  const credentials = createCredentialLimit();
  const settings = { file: siteFile, checkPaths };
  const site = createCurrentSite(content, siteFile);
  // Each request of the editor needs one of the settings.
  const settingOf = (name: SiteSetting) => content.snapshot().siteSettings.get(name) ?? siteFile[name];
  const histories = createItemHistories(HISTORIES, contentStores);
  const today = () => calendarDay(now(), site().timeZone);
  const domains = createContentServices({
    content,
    database,
    files,
    tempFiles,
    imageWorker,
    site,
    settings,
    deletedImageDays,
    now,
    followLocations,
    shownFiles: createShownFiles(content, site),
  });
  const countTurns = createTurnCounter({
    content,
    site,
    localTime: () => localTime(now().toISOString(), site().timeZone),
  });
  return {
    ...domains,
    content,
    health,
    accounts: createAccountService({
      database,
      content,
      names: () => siteNames(site()),
      isRequired: () => settingOf('requireSecondFactor') === true,
      siteName: () => site().name,
      now,
      credentials,
    }),
    apiTokens: createApiTokenService({ database, content, now, credentials }),
    people: createPeopleService({
      database,
      content,
      names: () => siteNames(site()),
      site,
      now,
      credentials,
      sendMail,
    }),
    demo: createDemoContentService({ content, database, site, now }),
    history: createHistoryService({
      histories,
      content,
      database,
      files,
      site,
      deletedImageDays,
      now,
      restoreParts: () => ({ settings, followLocations, builtIn: builtInDescriptions(site()) }),
    }),
    lastSaves: createLastSaveService(database, histories),
    lastBackup: {
      /** Returns the time of the newest complete backup in ISO 8601, or null if there is none. */
      find: async () => (await database.read(findLastBackup)) ?? null,
    },
    attention: createAttentionService({ database, site, today, services: domains }),
    presence: createPresenceService(database),
    previewLinks: createPreviewLinkService({ database, credentials, now }),
    pastPrices: createPastPriceService({ database, site, now }),

    calendar: {
      today,
      /** Returns the time in the site's time zone, such as 2026-11-20 09:05. */
      localTime: () => localTime(now().toISOString(), site().timeZone),
      /**
       * Returns a text that changes at midnight in the site's time zone, when a bid becomes stale, when a location opens or
       * closes, and when an entry of the harvest board ends.
       */
      state: () => `${today()} ${domains.cashBids.countStale()} ${countTurns()} ${domains.harvest.state()}`,
    },
  };
}
