import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from '#contract/site.ts';
import { SITE_TEXTS, type SiteTextType } from '#contract/site-text.ts';
import type { CashBidRow } from '#server/cash-bids/cash-bid-store.ts';
import type { Author } from '#server/change-log/change-log-store.ts';
import { saveCashBids } from '#server/cash-bids/save-cash-bids.ts';
import { readConfig } from '#server/config.ts';
import { openSite, type OpenSite } from '#server/open-site.ts';
import { readSiteFile } from '#server/site-file.ts';
import { saveSiteText } from '#server/site-text/save-site-text.ts';
import { createStores, type Stores } from '#server/stores.ts';

const SITE_FILE = join(import.meta.dirname, '../../site.json');

export type ContentChange = { texts?: Partial<Record<SiteTextType, string>>; cashBids?: CashBidRow[] };

export type TestSite = OpenSite & {
  /** Saves content the way the editor does, signed by a test's administrator, and waits until visitors see it. */
  change(change: ContentChange): Promise<void>;
  /** Puts back what the site began with, as the demo content's own change. */
  reset(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The demo cooperative's site file, as the start reads it. */
export function demoSite(): Site {
  const { value, mistakes } = readSiteFile(SITE_FILE);
  if (!value) throw new Error(JSON.stringify(mistakes));
  return value;
}

/** Opens the real site in this process on a folder of its own, or on the PostgreSQL of `databaseUrl`. */
export async function openTestSite({
  site = demoSite(),
  seedContent = 'demo',
  databaseUrl,
  environment = {},
  now,
}: {
  site?: Site;
  seedContent?: 'demo' | 'none';
  databaseUrl?: string;
  environment?: NodeJS.ProcessEnv;
  now?: () => Date;
} = {}): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scalehouse-test-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SEED_CONTENT: seedContent === 'none' ? 'none' : undefined,
    ...environment,
  });
  if (!config.value) throw new Error(JSON.stringify(config.mistakes));
  const open = await openSite({ config: config.value, site, ...(now && { now }) });
  const first = await open.database.read((db) => readAll(createStores(db)));

  async function save(author: Author, { texts = {}, cashBids }: ContentChange) {
    await open.database.write(async (db) => {
      const stores = createStores(db);
      for (const [type, content] of Object.entries(texts)) {
        await saveSiteText(stores, author, { configType: type as SiteTextType, message: content });
      }
      if (cashBids) await saveCashBids(stores, author, cashBids);
    });
    await open.content.refresh();
  }

  return {
    ...open,
    change: (change) => save({ origin: 'admin', name: 'Test' }, change),
    reset: () => save({ origin: 'demo' }, first),

    async [Symbol.asyncDispose]() {
      await open.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function readAll({ siteText, cashBids }: Stores): Promise<ContentChange> {
  const texts: ContentChange['texts'] = {};
  for (const { id, type } of SITE_TEXTS) texts[type] = (await siteText.find(id)) ?? '';
  return { texts, cashBids: await cashBids.list() };
}
