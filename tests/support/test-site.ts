import { IMAGE_TYPE } from '#contract/images.ts';
import type { FastifyServerOptions } from 'fastify';
import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Commodity } from '#contract/cash-bids.ts';
import type { EmployeesSave } from '#contract/employees.ts';
import type { LocationsSave } from '#contract/locations.ts';
import type { OwnPage } from '#contract/own-pages.ts';
import { PIONEER_CATEGORIES } from '#contract/pioneer.ts';
import { PRICE_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import type { Site } from '#contract/site.ts';
import { SITE_SETTINGS, type SiteSetting } from '#contract/site-settings.ts';
import { SITE_TEXTS, type SiteTextType } from '#contract/site-text.ts';
import type { StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';
import type { Author } from '#server/platform/change.ts';
import { listCommodities, replaceCommodities, saveCashBids } from '#server/domains/cash-bids/cash-bids.ts';
import { readConfig } from '#server/platform/settings/config.ts';
import { databaseFile } from '#server/platform/database/open-database.ts';
import { saveEmployees } from '#server/domains/employees/employees.ts';
import {
  DOCUMENT_ORDER_SUBJECT,
  documentRules,
  type StoredDocument,
} from '#server/domains/documents/document-kind.ts';
import type { StoredImage } from '#server/domains/images/image-files.ts';
import { imageOrderSubject, imageRules } from '#server/domains/images/image-kind.ts';
import { harvestList } from '#server/domains/harvest/harvest.ts';
import type { HarvestRow } from '#server/domains/harvest/harvest-rows.ts';
import type { ImageWorker } from '#server/domains/images/image-worker.ts';
import { locationList, saveLocations } from '#server/domains/locations/locations.ts';
import { addOwnPage, removeOwnPage, toOwnPage } from '#server/domains/own-pages/own-pages.ts';
import {
  addPioneerItems,
  deletePioneerItem,
  pioneerCategorySubject,
} from '#server/domains/pioneer/pioneer-items.ts';
import { savePriceTableContent } from '#server/domains/price-tables/price-tables.ts';
import { openSite, type OpenSite } from '#server/process/open-site.ts';
import { readSiteFile } from '#server/platform/settings/site-file.ts';
import { saveSiteSettings, toChanges } from '#server/domains/site-settings/site-settings.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import { createStores, type Stores } from '#tests/support/stores.ts';
import { DEMO_VARIABLE, TEMPLATE_VARIABLES } from './databases.ts';
import { tally } from './tally.ts';

/** Processes images in this process: the worker of the server has the lowest priority and may wait seconds for a CPU. */
const inProcessImageWorker: ImageWorker = {
  async work(job) {
    const { makeRenditions } = await import('#server/domains/images/make-renditions.ts');
    const response = await makeRenditions(job);
    if ('error' in response) throw new Error(response.error);
    return response;
  },
  close: () => undefined,
};

const SITE_FILE = join(import.meta.dirname, '../../site.json');

type SettingValues = Pick<Site, SiteSetting>;

export type ContentChange = {
  texts?: Partial<Record<SiteTextType, string>>;
  cashBids?: StoredBid[];
  commodities?: Commodity[];
  employees?: EmployeesSave;
  locations?: LocationsSave;
  /** All entries of the harvest board. */
  harvest?: HarvestRow[];
  /** Complete tables; other tables stay unchanged. */
  priceTables?: { type: PriceTableType; headers: string[]; rows: string[][] }[];
  /** All Pioneer items, by category. An empty description means the built-in one. */
  pioneer?: { category: number; description?: string; items: string[] }[];
  /** All settings of the editor. The site file sets the others. */
  settings?: Partial<SettingValues>;
  /** All images. Only those of the demo content have files. */
  images?: StoredImage[];
  /** All pages that administrators have created. */
  ownPages?: OwnPage[];
  /** All documents, which have no files. */
  documents?: StoredDocument[];
};

export type TestSite = OpenSite & {
  /** Saves content with the rules of the editor, as an administrator named Test, and refreshes the content cache. */
  change(change: ContentChange): Promise<void>;
  /** Restores the content from when the site was opened, logged as demo content. */
  reset(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export function demoSite(): Site {
  const { value, issues } = readSiteFile(SITE_FILE);
  if (!value) throw new Error(JSON.stringify(issues));
  return value;
}

/** Opens the real site in this process, on a copy of the data folder of the global setup if possible. */
export async function openTestSite({
  site = demoSite(),
  seedContent = 'demo',
  databaseUrl,
  environment = {},
  now,
  imageWorker = inProcessImageWorker,
  logger,
  print,
  buildFolder,
}: {
  site?: Site;
  seedContent?: 'demo' | 'none';
  databaseUrl?: string;
  environment?: NodeJS.ProcessEnv;
  now?: () => Date;
  imageWorker?: ImageWorker;
  logger?: FastifyServerOptions['logger'];
  print?: (line: string) => void;
  /** Folder of another build's files for browsers. */
  buildFolder?: string;
} = {}): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scalehouse-test-'));
  const otherDatabase = databaseUrl ?? environment['DATA_DIR'] ?? environment['DATABASE_URL'];
  if (otherDatabase === undefined) tally('databases');
  if (otherDatabase === undefined && !environment['S3_ENDPOINT']) {
    await copyTemplate(dataDir, { demo: seedContent === 'demo' && !now });
  }
  const config = readConfig({
    DATA_DIR: dataDir,
    DRAIN_SECONDS: '0',
    DATABASE_URL: databaseUrl,
    SEED_CONTENT: seedContent === 'none' ? 'none' : undefined,
    ...environment,
  });
  if (!config.value) throw new Error(JSON.stringify(config.issues));
  const open = await openSite({
    config: config.value,
    site,
    imageWorker,
    logger,
    ...(print && { print }),
    ...(now && { now }),
    ...(buildFolder !== undefined && { buildFolder }),
  });
  const first = await open.database.read((db) => readAll(createStores(db)));

  async function save(
    author: Author,
    {
      texts = {},
      cashBids,
      commodities,
      employees,
      locations,
      harvest,
      priceTables = [],
      pioneer,
      settings,
      images,
      documents,
      ownPages,
    }: ContentChange,
  ) {
    await open.database.write(async (db) => {
      const stores = createStores(db);
      for (const [type, content] of Object.entries(texts)) {
        await saveSiteText(stores, author, { configType: type as SiteTextType, message: content });
      }
      if (commodities) await replaceCommodities(stores, restoreInsteadOfDemo(author), commodities);
      if (cashBids) await saveCashBids(stores, author, cashBids);
      if (employees) await saveEmployees(stores, author, { employees });
      if (locations) await saveLocations(stores, author, { locations });
      if (harvest) await harvestList.save(stores, author, { harvest });
      for (const { type, ...table } of priceTables)
        await savePriceTableContent(stores, author, { type, table });
      if (pioneer) await replacePioneerItems(stores, author, pioneer);
      if (settings) await replaceSettings(stores, restoreInsteadOfDemo(author), { settings, file: site });
      if (images) await replaceImages(stores, author, images);
      if (documents) await replaceDocuments(stores, author, documents);
      if (ownPages) await replaceOwnPages(stores, author, ownPages, site);
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

async function copyTemplate(dataDir: string, { demo }: { demo: boolean }): Promise<void> {
  const [folder, database] = [process.env[DEMO_VARIABLE], process.env[TEMPLATE_VARIABLES.SQLite]];
  if (demo && folder) await cp(folder, dataDir, { recursive: true });
  else if (database) await copyFile(database, databaseFile(dataDir));
}

/** Logs a reset as a restore where the demo content has no values: commodity rules and the order of images. */
const restoreInsteadOfDemo = (author: Author): Author =>
  author.origin === 'demo' ? { origin: 'restore' } : author;

const NO_BUILT_IN = { builtIn: () => '' };

async function replacePioneerItems(
  stores: Stores,
  author: Author,
  categories: NonNullable<ContentChange['pioneer']>,
): Promise<void> {
  // Most tests do not change the items, and replacing them would assign new ids.
  if (isDeepStrictEqual(await readPioneer(stores), categories)) return;
  for (const { id } of await stores.pioneer.list()) {
    await deletePioneerItem(stores, author, { id, ...NO_BUILT_IN });
  }
  for (const [category, before] of await stores.pioneer.listDescriptions()) {
    await stores.pioneer.saveDescription(category, '');
    await stores.changeLog.append({ author, subject: pioneerCategorySubject(category), before, after: '' });
  }
  for (const { category, description = '', items } of categories) {
    await addPioneerItems(stores, author, {
      items: items.map((item) => ({
        pioneerCategory: category,
        description: item,
        categoryDescription: description,
      })),
      ...NO_BUILT_IN,
    });
  }
}

async function replaceSettings(
  stores: Stores,
  author: Author,
  { settings, file }: { settings: Partial<SettingValues>; file: Site },
): Promise<void> {
  const fromFile = SITE_SETTINGS.filter((name) => !(name in settings));
  const changes = toChanges({ values: settings, fromFile }, file);
  await saveSiteSettings(stores, author, { changes, file, checkPaths: () => [] });
}

async function replaceImages(stores: Stores, author: Author, images: readonly StoredImage[]): Promise<void> {
  for (const { id } of await stores.images.list()) {
    if (!images.some((image) => image.id === id)) await imageRules.remove(stores, author, id, new Date());
  }
  for (const image of images)
    await imageRules.store(stores, author, { before: await stores.images.find(image.id), after: image });
  for (const imageType of Object.values(IMAGE_TYPE)) {
    const imageIds = images.filter(({ type }) => type === imageType).map(({ id }) => id);
    const order = { subject: imageOrderSubject(imageType), ids: imageIds };
    await imageRules.order(stores, restoreInsteadOfDemo(author), order);
  }
}

async function replaceOwnPages(
  stores: Stores,
  author: Author,
  pages: readonly OwnPage[],
  { contentSecurityPolicy: { frames: frameOrigins } }: Site,
): Promise<void> {
  for (const { id } of await stores.ownPages.list()) await removeOwnPage(stores, author, { id });
  for (const page of pages) await addOwnPage(stores, author, { page, frameOrigins });
}

async function replaceDocuments(
  stores: Stores,
  author: Author,
  documents: readonly StoredDocument[],
): Promise<void> {
  for (const { id } of await stores.documents.list()) {
    if (!documents.some((document) => document.id === id))
      await documentRules.remove(stores, author, id, new Date());
  }
  for (const document of documents)
    await documentRules.store(stores, author, {
      before: await stores.documents.find(document.id),
      after: document,
    });
  const order = { subject: DOCUMENT_ORDER_SUBJECT, ids: documents.map(({ id }) => id) };
  await documentRules.order(stores, restoreInsteadOfDemo(author), order);
}

async function readAll(stores: Stores): Promise<ContentChange> {
  const { siteText, cashBids, employees, priceTables, siteSettings, images, ownPages } = stores;
  const texts: ContentChange['texts'] = {};
  for (const { id, type } of SITE_TEXTS) texts[type] = (await siteText.find(id)) ?? '';
  const tables: ContentChange['priceTables'] = [];
  for (const { type } of PRICE_TABLES) tables.push({ type, ...(await priceTables.find(type)) });
  return {
    texts,
    cashBids: await cashBids.list(),
    commodities: await listCommodities(stores),
    employees: await employees.list(),
    locations: (await stores.locations.list()).map(locationList.present),
    harvest: await stores.harvest.list(),
    priceTables: tables,
    pioneer: await readPioneer(stores),
    settings: Object.fromEntries(await siteSettings.list()),
    images: await images.list(),
    ownPages: (await ownPages.list()).map(toOwnPage),
    documents: await stores.documents.list(),
  };
}

async function readPioneer({ pioneer }: Stores): Promise<NonNullable<ContentChange['pioneer']>> {
  const items = await pioneer.list();
  const descriptions = await pioneer.listDescriptions();
  return PIONEER_CATEGORIES.map(({ category }) => ({
    category,
    description: descriptions.get(category) ?? '',
    items: items.filter((item) => item.category === category).map(({ description }) => description),
  }));
}
