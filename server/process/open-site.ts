import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { PageEntry } from '#shared/page-content.ts';
import { galleryPages, IMAGE_TYPE } from '#contract/images.ts';
import type { Site } from '#contract/site.ts';
import { CONTENT_PARTS, FILE_KINDS, type Content } from '#server/domains/domains.ts';
import { createFirstAdmin, listDamagedPasswords } from '#server/domains/accounts/manage-admins.ts';
import { siteNames } from '#server/domains/accounts/account-rules.ts';
import { createApp } from './app.ts';
import { createDrafts } from './drafts.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { openContentCache } from '#server/records/content/content-cache.ts';
import { isDamage } from '#server/platform/database/database.ts';
import { createLease } from '#server/platform/database/lease.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createChecksumStore, recordChecksums } from '#server/platform/files/checksums.ts';
import { watchAccess } from '#server/platform/database/transaction.ts';
import { openFileStore } from '#server/platform/files/open-files.ts';
import { createTempFiles } from '#server/platform/files/temp-files.ts';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import { createBarchartSource } from '#server/domains/cash-bids/futures/barchart-source.ts';
import { POLL_LEASE, pollFutures } from '#server/domains/cash-bids/futures/poll-futures.ts';
import { ROOT } from '#server/platform/root.ts';
import { createImageWorker, type ImageWorker } from '#server/domains/images/image-worker.ts';
import { scrubFiles } from '#server/records/stored-file/check-files.ts';
import { scheduleGarbageCollection } from '#server/records/garbage/schedule-garbage-collection.ts';
import { checkFilesFolder } from './check-files-folder.ts';
import { garbageAges, type collectGarbage } from '#server/records/garbage/collect-garbage.ts';
import { COLLECTION_LEASE, collectOnSchedule } from '#server/records/garbage/collect-on-schedule.ts';
import { checkSitePaths, contentPagesOf, findUnservedPaths } from '#server/pages/check-site-paths.ts';
import { readAssets, type Assets } from '#server/pages/assets.ts';
import { createKeptAssets, type KeptAssets } from '#server/pages/kept-assets.ts';
import { createPageRenderer, type PageRenderer } from '#server/pages/page-renderer.ts';
import { findIcon } from '#server/pages/page-source.ts';
import { createSiteFiles } from '#server/pages/site-files.ts';
import { runSchedule } from '#server/domains/schedule/run-schedule.ts';
import { createScheduleService } from '#server/domains/schedule/schedule-service.ts';
import { createServices, type Services } from '#server/domains/services.ts';
import type { CheckPaths } from '#server/domains/site-settings/setting-rules.ts';
import type { Log } from '#server/records/content/part-reader.ts';
import { toStartError } from '#server/platform/start-error.ts';

const BUILD_FOLDER = join(ROOT, 'build');
const PUBLIC_FOLDER = join(ROOT, 'public');
/** Slow storage must not delay the start for longer. */
const KEEP_ASSETS_MS = 10_000;
/** Delay before prices of past days are stored, so that it does not slow down a start. */
const KEEP_PRICES_AFTER_MS = 10_000;
const DEMO_GALLERY = join(ROOT, 'content/demo/gallery');

export type OpenSite = Awaited<ReturnType<typeof openSite>>;

export type Development = {
  entry: PageEntry;
  assets: Assets;
  /** Makes documents load source files instead of built files. */
  wrap(renderer: PageRenderer): PageRenderer;
  add(app: FastifyInstance): Promise<void>;
};

export type SiteOptions = {
  config: Config;
  site: Site;
  logger?: FastifyServerOptions['logger'];
  /** Prints a line for the operator during the start. */
  print?: (line: string) => void;
  development?: Development;
  now?: () => Date;
  /** Closed with the site. */
  imageWorker?: ImageWorker;
  /** Folder of the files for browsers. */
  buildFolder?: string;
};

/** Opens the database and the content cache, and creates the app. Throws StartError if the site cannot start. */
export async function openSite({
  config,
  site,
  logger,
  print,
  development,
  now = () => new Date(),
  imageWorker = createImageWorker({ isSandboxRequired: config.isImageSandboxRequired }),
  buildFolder = join(BUILD_FOLDER, 'browser'),
}: SiteOptions) {
  const { entry, assets: built } = development ?? {
    entry: await importBuiltEntry(),
    assets: readAssets(buildFolder),
  };
  const folder = development ? PUBLIC_FOLDER : buildFolder;
  const issues = checkSitePaths(site, basename(config.siteFile), folder);
  if (issues.length > 0) throw toStartError(issues);

  // Close in reverse order: the HTTP server first, so that no request outlives the database.
  await using cleanup = new AsyncDisposableStack();
  let app: FastifyInstance | undefined;
  /** Problems found before the log exists. */
  const early: [Error, string][] = [];
  const log = (error: Error, sentence: string) =>
    app ? app.log.error(error, sentence) : void early.push([error, sentence]);

  const { database, health } = watchAccess(await openDatabase(config, print), {
    fail: (error, sentence) => log(error as Error, sentence),
    note: (sentence) => app?.log.warn(sentence),
  });
  cleanup.defer(() => database.close());
  const { files: store, diskFiles } = await openFileStore(config, { now: () => now().getTime(), log });
  const files = recordChecksums(store, (checksum) =>
    database.writeAside((db) => createChecksumStore(db).save([checksum])),
  );
  const tempFiles = createTempFiles(config.dataDir);
  /** Continues the start without a step whose tables are damaged. */
  const unlessDamaged = (error: unknown) => {
    if (!isDamage(error)) throw error;
    log(error as Error, 'Part of the database is damaged. Restore the newest backup: see docs/operating.md.');
    return undefined;
  };
  await seedContent(database, config.seedContent, now(), { files: store, folder: DEMO_GALLERY }).catch(
    unlessDamaged,
  );
  if (config.databaseUrl && diskFiles) {
    const warning = await checkFilesFolder(database, diskFiles, config.dataDir);
    if (warning) print?.(warning);
  }
  const content = await openContentCache<Content>(database, CONTENT_PARTS, log);
  cleanup.defer(() => content.close());
  const { deletedImageDays } = config;
  const checkPaths = (each: Site) =>
    findUnservedPaths(each, folder, contentPagesOf(content.snapshot(), each));
  const parts = { database, files, tempFiles };
  // Load it only where it is used.
  const { smtpUrl } = config;
  const sendMail = smtpUrl ? (await import('#server/platform/mail.ts')).createMailer(smtpUrl) : undefined;
  const serviceParts = { ...parts, health, imageWorker, site, checkPaths, deletedImageDays, sendMail };
  const services = createServices({ ...serviceParts, content, now });
  const firstAdmin = await createFirstAdmin(database, {
    ...config.firstAdmin,
    names: siteNames(services.site.current()),
  }).catch(unlessDamaged);
  for (const name of (await listDamagedPasswords(database).catch(unlessDamaged)) ?? []) {
    print?.(
      `The stored password of ${name} is damaged, so ${name} can't sign in. To set a new one, run: npm run admin -- reset-password "${name}"`,
    );
  }
  // The change log may have the account now.
  await content.refresh();
  for (const line of problemsOf(site, services, checkPaths, basename(config.siteFile))) print?.(line);
  const findSiteFile = createSiteFiles(services.site.current, () => ({
    galleryPages: galleryPages(services.images.count(IMAGE_TYPE.gallery)),
    ownPages: services.ownPages.listShown().map(({ address }) => `/${address}`),
    icon: findIcon(services),
  }));
  const assets: Assets = { ...built, find: (url) => findSiteFile(url) ?? built.find(url) };
  const keptAssets = development
    ? undefined
    : createKeptAssets({ folder: buildFolder, files, now: () => now().getTime() });
  cleanup.use(startBackgroundWork({ ...parts, config, services, keptAssets, log, now }));
  cleanup.defer(() => imageWorker.close());

  const rendererOf = (of: Services) => {
    const renderer = createPageRenderer({
      entry,
      services: of,
      assets,
      deletedImageDays,
      sendsMail: sendMail !== undefined,
      uploadOrigin: config.objectStorage && new URL(config.objectStorage.publicUrl).origin,
    });
    return development?.wrap(renderer) ?? renderer;
  };
  const drafts = createDrafts({
    database,
    content,
    now,
    build(view) {
      const ofDraft = createServices({ ...serviceParts, ...view });
      return { services: ofDraft, renderer: rendererOf(ofDraft) };
    },
  });
  const schedule = createScheduleService({
    database,
    drafts,
    itemsSince: services.history.itemsSince,
    site: services.site.current,
    now,
  });
  const running = runSchedule({ schedule, onCheck: content.onCheck, log });
  cleanup.defer(() => running.close());
  const metrics =
    config.metrics &&
    (await import('./metrics.ts')).createMetrics({
      content: { ...content, isAvailable: () => content.isAvailable() && !health.failure() },
      queuedImages: services.images.queueLength,
      documentBytes: services.documents.bytes,
      lastBackupAt: services.lastBackup.find,
    });
  app = await createApp({
    services,
    now,
    diskFiles,
    renderer: rendererOf(services),
    drafts,
    schedule,
    assets,
    keptAssets,
    buildFolder,
    config,
    metrics,
    logger,
    addDevelopment: development?.add,
  });
  cleanup.use(app);
  for (const [error, sentence] of early) log(error, sentence);

  const opened = cleanup.move();
  return {
    app,
    database,
    content,
    health,
    schedule,
    /** Returns the site with the settings of the editor. */
    currentSite: services.site.current,
    /** Credentials to show once; undefined unless this start generated the first administrator's password. */
    firstAdmin,
    /** Undefined unless the settings name a port for them. */
    metrics,
    /** Stores the built files for servers of other releases. Call it before pages are served; it logs failures. */
    keepAssets: () => storeAssets(keptAssets, log),
    close: () => opened.disposeAsync(),
  };
}

async function storeAssets(keptAssets: KeptAssets | undefined, log: Log): Promise<void> {
  const stored = keptAssets
    ?.keep()
    .catch((error: Error) => log(error, "Couldn't keep this version's files for other servers."));
  await Promise.race([stored, sleep(KEEP_ASSETS_MS, undefined, { ref: false })]);
}

/** Starts what runs beside requests: futures prices, garbage collection, and prices of past days. */
function startBackgroundWork({
  config,
  services,
  keptAssets,
  log,
  now,
  ...parts
}: {
  config: Config;
  services: Services;
  keptAssets: KeptAssets | undefined;
  log: Log;
  now: () => Date;
} & Pick<Parameters<typeof collectGarbage>[0], 'database' | 'files' | 'tempFiles'>): AsyncDisposableStack {
  const cleanup = new AsyncDisposableStack();
  if (config.barchart) {
    const polling = pollFutures({
      source: createBarchartSource(config.barchart, { now: () => now().getTime() }),
      symbols: services.cashBids.futures,
      apply: services.cashBids.applyQuotes,
      log,
      lease: createLease(parts.database, { ...POLL_LEASE, now }),
    });
    cleanup.defer(() => polling.close());
  }
  const collectionLease = createLease(parts.database, { ...COLLECTION_LEASE, now });
  cleanup.defer(() => collectionLease.release());
  let isCollector = false;
  const lease = { acquire: async () => (isCollector = await collectionLease.acquire()) };
  const stored = { ...parts, kinds: FILE_KINDS };
  const { deletedImageDays } = config;
  const collect = async (signal: AbortSignal) => {
    await keptAssets?.keep();
    await collectOnSchedule({ ...stored, lease, ages: garbageAges(config), machineTime: now });
    if (isCollector) await scrubFiles({ ...stored, deletedImageDays, log, signal });
  };
  const garbageCollection = scheduleGarbageCollection(collect, log);
  cleanup.defer(() => garbageCollection.close());
  // A restore, an update, or another time zone can leave years of days, and a visitor would wait for them.
  const timer = setTimeout(() => void services.pastPrices.keep(), KEEP_PRICES_AFTER_MS).unref();
  cleanup.defer(() => clearTimeout(timer));
  return cleanup;
}

/** Names links of the site file that lead nowhere, and the settings that no longer come from it. */
function problemsOf(site: Site, services: Services, checkPaths: CheckPaths, file: string): string[] {
  const replaced = services.site.replaced();
  const left = replaced.includes('navigation') ? [] : checkPaths(site);
  const lines = left.map(({ path, problem }) => `${file} ${path} ${problem}. The menu leaves it out.`);
  if (replaced.length === 0) return lines;
  return [
    ...lines,
    `The editor has replaced these settings of ${file}: ${replaced.join(', ')}. To see the current values, run: npm run admin -- export-site FILE`,
  ];
}

async function importBuiltEntry(): Promise<PageEntry> {
  return (await import(pathToFileURL(join(BUILD_FOLDER, 'server/entry-server.js')).href)) as PageEntry;
}
