import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageEntry } from '#shared/page-content.ts';
import type { Site } from '#contract/site.ts';
import { createFirstAdmin } from './domains/accounts/first-admin.ts';
import { createApp } from './delivery/app.ts';
import type { Config } from './platform/settings/config.ts';
import { openContentCache, type ContentCache } from './platform/content/content-cache.ts';
import type { Database } from './platform/database/database.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { openFileStore } from './platform/files/open-files.ts';
import { createTempFiles } from './platform/files/temp-files.ts';
import { seedContent } from './domains/demo-content/seed-content.ts';
import { createBarchartSource } from './domains/cash-bids/futures/barchart-source.ts';
import { pollFutures } from './domains/cash-bids/futures/poll-futures.ts';
import { securityHeaders } from './platform/http/headers.ts';
import { createImageWorker, type ImageWorker } from './domains/images/image-worker.ts';
import { scheduleGarbageCollection } from './domains/images/schedule-garbage-collection.ts';
import { collectGarbage } from './domains/images/collect-garbage.ts';
import { readAssets, type Assets } from './delivery/pages/assets.ts';
import { createPageRenderer, type PageRenderer } from './delivery/pages/page-renderer.ts';
import { createSiteFiles } from './delivery/pages/site-files.ts';
import { createServices, readContent, type Content } from './domains/services.ts';

const BUILD_FOLDER = resolve(import.meta.dirname, '../build');
const DEMO_GALLERY = resolve(import.meta.dirname, '../content/demo/gallery');

export type OpenSite = {
  app: FastifyInstance;
  database: Database;
  content: ContentCache<Content>;
  /** Credentials to show once; undefined unless this start generated the first administrator's password. */
  firstAdmin: { username: string; password: string } | undefined;
  close(): Promise<void>;
};

export type Development = {
  entry: PageEntry;
  assets: Assets;
  /** Makes documents load source files instead of built files. */
  wrap(renderer: PageRenderer): PageRenderer;
  add(app: FastifyInstance): Promise<void>;
};

/** Opens the database and the content cache, and creates the app. Throws StartError if the site cannot start. */
export async function openSite({
  config,
  site,
  logger,
  development,
  now = () => new Date(),
  imageWorker = createImageWorker(),
  recompress,
}: {
  config: Config;
  site: Site;
  logger?: FastifyServerOptions['logger'];
  development?: Development;
  now?: () => Date;
  /** Closed with the site. */
  imageWorker?: ImageWorker;
  /** Option of `createResponseCache`. */
  recompress?: boolean;
}): Promise<OpenSite> {
  const buildFolder = resolve(BUILD_FOLDER, 'browser');
  const headers = securityHeaders({ behindTls: config.trustProxy.length > 0 });
  const { entry, assets: built } = development ?? {
    entry: await importBuiltEntry(),
    assets: readAssets(buildFolder, headers),
  };
  const siteFiles = createSiteFiles(site, headers);
  const assets: Assets = { ...built, find: (url) => siteFiles.get(url) ?? built.find(url) };

  // Close in reverse order: the HTTP server first, so that no request outlives the database.
  await using cleanup = new AsyncDisposableStack();
  let app: FastifyInstance | undefined;
  const log = (error: Error, sentence: string) => app?.log.error(error, sentence);

  const database = await openDatabase(config);
  cleanup.defer(() => database.close());
  const { files, diskFiles } = await openFileStore(config, () => now().getTime());
  const tempFiles = createTempFiles(config.dataDir);
  await seedContent(database, config.seedContent, now(), { files, folder: DEMO_GALLERY });
  const firstAdmin = await createFirstAdmin(database, config.firstAdmin);

  const content = await openContentCache(database, readContent, log);
  cleanup.defer(() => content.close());
  const services = createServices({ content, database, files, tempFiles, imageWorker, site, now });
  if (config.barchart) {
    const polling = pollFutures({
      source: createBarchartSource(config.barchart, { now: () => now().getTime() }),
      symbols: services.cashBids.futures,
      apply: services.cashBids.applyQuotes,
      log,
    });
    cleanup.defer(() => polling.close());
  }
  const collect = () => collectGarbage({ database, files, tempFiles, now: now() });
  const garbageCollection = scheduleGarbageCollection(collect, log);
  cleanup.defer(() => garbageCollection.close());
  cleanup.defer(() => imageWorker.close());

  const renderer = createPageRenderer({
    entry,
    site,
    services,
    assets,
    headers,
    uploadOrigin: config.objectStorage && new URL(config.objectStorage.publicUrl).origin,
  });
  app = await createApp({
    content,
    services,
    diskFiles,
    renderer: development?.wrap(renderer) ?? renderer,
    assets,
    buildFolder,
    trustProxy: config.trustProxy,
    logger,
    recompress,
    addDevelopment: development?.add,
  });
  cleanup.use(app);

  const opened = cleanup.move();
  return { app, database, content, firstAdmin, close: () => opened.disposeAsync() };
}

async function importBuiltEntry(): Promise<PageEntry> {
  return (await import(pathToFileURL(resolve(BUILD_FOLDER, 'server/entry-server.js')).href)) as PageEntry;
}
