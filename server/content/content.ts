import type { BidBoard, CashBids } from '#contract/cash-bids.ts';
import type { Employees } from '#contract/employees.ts';
import type { Image } from '#contract/images.ts';
import { PRICE_TABLES, type PriceTable, type PriceTableType } from '#contract/price-tables.ts';
import { presentBoard, presentCashBids } from '#server/cash-bids/present-cash-bids.ts';
import { listCommodities } from '#server/cash-bids/save-cash-bids.ts';
import type { Database } from '#server/database/database.ts';
import { toEmployee } from '#server/employees/save-employees.ts';
import { presentImage } from '#server/images/image-files.ts';
import type { StoredPioneerItem } from '#server/pioneer/pioneer-store.ts';
import { priceTableSubject } from '#server/price-tables/save-price-table.ts';
import { cleanRichTextForPage } from '#server/rich-text/clean-rich-text.ts';
import { readSiteTexts } from '#server/site-text/read-site-texts.ts';
import { createStores } from '#server/stores.ts';

/** All that visitors read, as it stood at one version. */
export type ContentSnapshot = Readonly<{
  /** The number of the newest change in it. */
  version: number;
  /** Texts by their public number, rich ones cleaned. */
  siteTexts: ReadonlyMap<number, string>;
  cashBids: CashBids;
  /** The same as it is edited, with what visitors do not see. */
  bidBoard: BidBoard;
  employees: Employees;
  priceTables: ReadonlyMap<PriceTableType, PriceTable>;
  /** Cleaned, in the order of their categories. */
  pioneerItems: readonly StoredPioneerItem[];
  /** The descriptions that are set, by category. */
  pioneerDescriptions: ReadonlyMap<number, string>;
  /** The pictures by the names of their files, in the cooperative's order. */
  images: ReadonlyMap<string, Image>;
  /** True while something in it is demo content. */
  isDemo: boolean;
}>;

/**
 * The content in memory: reading a page or a call never waits for the database. It is read anew, whole, when the
 * version has moved; it is small and changes a few times a day.
 */
export type Content = {
  /** What is current. Stays the last known when the database fails. */
  snapshot(): ContentSnapshot;
  /** False from a failed look at the database until the next that succeeds. */
  isAvailable(): boolean;
  /** Looks at the version and reads what is newer. Call it after every write. Never throws: see isAvailable. */
  refresh(): Promise<void>;
  /** Runs a listener after each new snapshot, before it can be asked for. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
};

/** Told of a look that failed and of a listener that threw: the error, and a sentence that says which. */
type Log = (error: Error, sentence: string) => void;

/** Reads the content for the first time and keeps watch. Throws DatabaseUnavailableError when it cannot be read. */
export async function openContent(database: Database, log: Log): Promise<Content> {
  let snapshot = await database.read((db) => readSnapshot(createStores(db)));
  let available = true;
  /** The newest look, begun or not. */
  let newest = Promise.resolve();
  /** The look that has not begun yet, shared by all who ask meanwhile. */
  let waiting: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function look() {
    try {
      const next = await database.read(async (db) => {
        const stores = createStores(db);
        return (await stores.changeLog.version()) === snapshot.version ? undefined : readSnapshot(stores);
      });
      available = true;
      if (next) show(next);
    } catch (error) {
      // Told once per loss, not once per look.
      if (available) log(error as Error, 'The database does not answer.');
      available = false;
    }
  }

  function show(next: ContentSnapshot) {
    snapshot = next;
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        // The others are to hear of the change all the same, and the database has no part in it.
        log(error as Error, 'Something did not follow a change of the content.');
      }
    }
  }

  // A look that has begun may have missed the caller's write, so what is waited for is always one that has not.
  async function refresh(): Promise<void> {
    waiting ??= newest.then(() => {
      waiting = undefined;
      return look();
    });
    newest = waiting;
    return waiting;
  }

  const stopWatching = database.watch(() => void refresh());

  return {
    snapshot: () => snapshot,
    isAvailable: () => available,
    refresh,
    onChange: (listener) => void listeners.add(listener),
    async close() {
      await stopWatching();
      await newest;
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
    bidBoard: presentBoard(bids, commodities),
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
