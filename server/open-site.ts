import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageEntry } from '#contract/page-content.ts';
import type { Site } from '#contract/site.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openContent, type Content } from './content/content.ts';
import { openDatabase, type Database } from './database/database.ts';
import { giveFirstContent } from './first-content.ts';
import { securityHeaders } from './http/security-headers.ts';
import { readAssets } from './pages/assets.ts';
import { createPageRenderer } from './pages/page-renderer.ts';
import { createServices } from './services.ts';

const BUILD_FOLDER = resolve(import.meta.dirname, '../build');

export type OpenSite = { app: FastifyInstance; database: Database; content: Content; close(): Promise<void> };

/** Opens database, content and pages and puts the app on them. Throws StartError when one cannot be used. */
export async function openSite({
  config,
  site,
  logger,
}: {
  config: Config;
  site: Site;
  logger?: FastifyServerOptions['logger'];
}): Promise<OpenSite> {
  const buildFolder = resolve(BUILD_FOLDER, 'browser');
  const headers = securityHeaders({ behindTls: config.trustProxy.length > 0 });
  const assets = readAssets(buildFolder, headers);
  const entry = (await import(
    pathToFileURL(resolve(BUILD_FOLDER, 'server/entry-server.js')).href
  )) as PageEntry;

  const database = await openDatabase(config);
  let app: FastifyInstance | undefined;
  await giveFirstContent(database, config.seedContent);
  const content = await openContent(database, (error, sentence) => app?.log.error(error, sentence));
  const services = createServices({ content, timeZone: site.timeZone });
  const renderer = createPageRenderer({ entry, site, services, assets, headers });
  app = await createApp({
    content,
    services,
    renderer,
    assets,
    buildFolder,
    trustProxy: config.trustProxy,
    logger,
  });

  return {
    app,
    database,
    content,
    async close() {
      await app.close();
      await content.close();
      await database.close();
    },
  };
}
