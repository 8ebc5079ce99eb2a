import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '#contract/site.ts';
import { contentPagesOf, findUnservedPaths } from '#server/delivery/pages/check-site-paths.ts';
import { contentStores } from '#server/domains/domains.ts';
import { readOwnPages } from '#server/domains/own-pages/own-pages.ts';
import type { CheckPaths } from '#server/domains/site-settings/setting-rules.ts';
import { readSiteSettings, withStored } from '#server/domains/site-settings/site-settings.ts';
import { readableOnly } from '#server/platform/content/row-reader.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ROOT } from '#server/platform/root.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { readSiteFile } from '#server/platform/settings/site-file.ts';
import { toStartError } from '#server/platform/start-error.ts';

/** Reads the site file. Throws StartError if it is not valid. */
export function readSite({ siteFile }: Config): Site {
  const { value, issues } = readSiteFile(siteFile);
  if (!value) throw toStartError(issues);
  return value;
}

/** Returns the function that checks paths with the files and pages that a server serves. */
export async function readPathCheck(database: Pick<Database, 'read'>): Promise<CheckPaths> {
  const built = join(ROOT, 'build/browser');
  const folder = existsSync(built) ? built : join(ROOT, 'public');
  const pages = await database.read(async (db) => ({
    ...(await readOwnPages(db, () => readableOnly)),
    ...(await readSiteSettings(db, () => readableOnly)),
  }));
  return (site) => findUnservedPaths(site, folder, contentPagesOf(pages, site));
}

/** Returns the site with the settings of the editor. */
export const readCurrentSite = (database: Pick<Database, 'read'>, file: Site): Promise<Site> =>
  database.read(async (db) => withStored(file, await contentStores(db).siteSettings.list()));
