import { join } from 'node:path';
import { createApp, type AppParts } from '#server/process/app.ts';
import type { PageRenderer } from '#server/pages/page-renderer.ts';
import { readAssets } from '#server/pages/assets.ts';
import { createScheduleService } from '#server/domains/schedule/schedule-service.ts';
import { createServices } from '#server/domains/services.ts';
import { demoSite, type TestSite } from './test-site.ts';
import { UNUSED_IMAGE_SERVICES } from './unused-image-services.ts';

const BUILD_FOLDER = join(import.meta.dirname, '../../build/browser');

const noPages = () => Promise.reject(new Error('There are no pages.'));
const noDrafts = () => Promise.reject(new Error('There are no drafts.'));
const drafts = { prepare: noDrafts, commit: noDrafts, rehearse: noDrafts };

/** Creates the app on the content of a site, without pages and images unless `parts` has them. */
export function createTestApp(
  { content, database, health }: Pick<TestSite, 'content' | 'database' | 'health'>,
  { renderer, ...parts }: Partial<Omit<AppParts, 'renderer'> & { renderer: Partial<PageRenderer> }> = {},
) {
  return createApp({
    services: createServices({ content, database, health, site: demoSite(), ...UNUSED_IMAGE_SERVICES }),
    renderer: {
      has: () => false,
      render: noPages,
      renderPastPrices: noPages,
      siteRevision: () => '',
      mark: () => '',
      ...renderer,
    },
    drafts,
    schedule: createScheduleService({
      database,
      drafts,
      itemsSince: async () => [],
      site: demoSite,
      now: () => new Date(),
    }),
    assets: readAssets(BUILD_FOLDER),
    buildFolder: BUILD_FOLDER,
    ...parts,
  });
}
