import type { BidList, CashBids } from '#contract/cash-bids.ts';
import type { Employees } from '#contract/employees.ts';
import type { Image } from '#contract/images.ts';
import { PRICE_TABLES, type PriceTable, type PriceTableType } from '#contract/price-tables.ts';
import { presentBidList, presentCashBids } from '#server/domains/cash-bids/present-cash-bids.ts';
import { listCommodities } from '#server/domains/cash-bids/cash-bids.ts';
import type { Database } from '#server/platform/database/database.ts';
import { toEmployee } from '#server/domains/employees/employees.ts';
import { presentImage } from '#server/domains/images/image-files.ts';
import type { StoredPioneerItem } from '#server/domains/pioneer/pioneer-store.ts';
import { priceTableSubject } from '#server/domains/price-tables/price-tables.ts';
import { cleanRichTextForPage } from '#server/platform/rich-text/clean-rich-text.ts';
import { readSiteTexts } from '#server/domains/site-text/read-site-texts.ts';
import { createStores } from '#tests/support/stores.ts';

export type ContentSnapshot = Readonly<{
  version: number;
  /** Texts by id; rich texts are sanitized HTML. */
  siteTexts: ReadonlyMap<number, string>;
  cashBids: CashBids;
  /** All bids, including inactive ones, and the commodities. */
  bidList: BidList;
  employees: Employees;
  priceTables: ReadonlyMap<PriceTableType, PriceTable>;
  /** In the order of their categories, with sanitized descriptions. */
  pioneerItems: readonly StoredPioneerItem[];
  /** Descriptions that were set, by category. */
  pioneerDescriptions: ReadonlyMap<number, string>;
  /** Images by file name, in the cooperative's order. */
  images: ReadonlyMap<string, Image>;
  isDemo: boolean;
}>;

/** Content cache. Reads never wait for the database. Every change reloads everything, because content is small. */
export type ContentCache = {
  /** Current snapshot, or the last known one while the database is unavailable. */
  snapshot(): ContentSnapshot;
  /** False from a failed refresh until the next successful one. */
  isAvailable(): boolean;
  /** Reloads the content if the version has changed. Call it after every write. Never throws. */
  refresh(): Promise<void>;
  /** Calls `listener` synchronously after each change, so that no request uses outdated caches. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
};

type Log = (error: Error, sentence: string) => void;

/** Loads the content and starts watching it. Throws DatabaseUnavailableError if it cannot be read. */
export async function openContentCache(database: Database, log: Log): Promise<ContentCache> {
  let snapshot = await database.read((db) => readSnapshot(createStores(db)));
  let available = true;
  let lastRefresh = Promise.resolve();
  /** Refresh that has not started, shared by all callers. */
  let pending: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function reload() {
    try {
      const next = await database.read(async (db) => {
        const stores = createStores(db);
        return (await stores.changeLog.version()) === snapshot.version ? undefined : readSnapshot(stores);
      });
      available = true;
      if (next) replaceSnapshot(next);
    } catch (error) {
      // Log the transition to unavailable, not every failed refresh.
      if (available) log(error as Error, "The database isn't responding.");
      available = false;
    }
  }

  function replaceSnapshot(next: ContentSnapshot) {
    snapshot = next;
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        // Continue with the other listeners. The database is still available.
        log(error as Error, 'A step failed after a content change.');
      }
    }
  }

  // Wait for a refresh that has not started: a running one may have read before the caller's write.
  async function refresh(): Promise<void> {
    pending ??= lastRefresh.then(() => {
      pending = undefined;
      return reload();
    });
    lastRefresh = pending;
    return pending;
  }

  const stopWatching = database.watch(() => void refresh());

  return {
    snapshot: () => snapshot,
    isAvailable: () => available,
    refresh,
    onChange: (listener) => void listeners.add(listener),
    async close() {
      await stopWatching();
      await lastRefresh;
    },
  };
}

async function readSnapshot(stores: ReturnType<typeof createStores>): Promise<ContentSnapshot> {
  const bids = await stores.cashBids.list();
  const commodities = await listCommodities(stores);
  return {
    version: await stores.changeLog.version(),
    siteTexts: await readSiteTexts(stores.siteText),
    cashBids: presentCashBids(bids, commodities),
    bidList: presentBidList(bids, commodities),
    employees: (await stores.employees.list()).map(toEmployee),
    priceTables: await readPriceTables(stores),
    pioneerItems: (await stores.pioneer.list()).map((item) => ({
      ...item,
      description: cleanRichTextForPage(item.description),
    })),
    pioneerDescriptions: await stores.pioneer.listDescriptions(),
    images: new Map((await stores.images.list()).map((row) => [row.file_name, presentImage(row)])),
    isDemo: await stores.changeLog.hasDemoContent(),
  };
}

async function readPriceTables({
  priceTables,
  changeLog,
}: ReturnType<typeof createStores>): Promise<Map<PriceTableType, PriceTable>> {
  const tables = new Map<PriceTableType, PriceTable>();
  for (const { type } of PRICE_TABLES) {
    const changedAt = (await changeLog.findNewest(priceTableSubject(type)))?.at ?? null;
    tables.set(type, { ...(await priceTables.find(type)), changedAt });
  }
  return tables;
}
