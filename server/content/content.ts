import type { CashBids } from '#contract/cash-bids.ts';
import { presentCashBids } from '#server/cash-bids/present-cash-bids.ts';
import type { Database } from '#server/database/database.ts';
import { readSiteTexts } from '#server/site-text/read-site-texts.ts';
import { createStores } from '#server/stores.ts';

/** All that visitors read, as it stood at one version. */
export type ContentSnapshot = Readonly<{
  /** The number of the newest change in it. */
  version: number;
  /** Texts by their public number, rich ones cleaned. */
  siteTexts: ReadonlyMap<number, string>;
  cashBids: CashBids;
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

/** Reads the content for the first time and keeps watch. Throws DatabaseUnavailableError when it cannot be read. */
export async function openContent(database: Database, log: (error: Error) => void): Promise<Content> {
  let snapshot = await database.read((db) => readSnapshot(createStores(db)));
  let available = true;
  let running: Promise<void> | undefined;
  let again = false;
  const listeners = new Set<() => void>();

  async function look() {
    try {
      const next = await database.read(async (db) => {
        const stores = createStores(db);
        return (await stores.changeLog.version()) === snapshot.version ? undefined : readSnapshot(stores);
      });
      available = true;
      if (!next) return;
      snapshot = next;
      for (const listener of listeners) listener();
    } catch (error) {
      // Told once per loss, not once per look.
      if (available) log(error as Error);
      available = false;
    }
  }

  async function refresh(): Promise<void> {
    // A look that has begun may have missed the caller's write: one more follows it, shared by all who ask meanwhile.
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await look();
      } while (again);
    })().finally(() => (running = undefined));
    return running;
  }

  const stopWatching = database.watch(() => void refresh());

  return {
    snapshot: () => snapshot,
    isAvailable: () => available,
    refresh,
    onChange: (listener) => void listeners.add(listener),
    async close() {
      await stopWatching();
      await running;
    },
  };
}

async function readSnapshot(stores: ReturnType<typeof createStores>): Promise<ContentSnapshot> {
  return {
    version: await stores.changeLog.version(),
    siteTexts: await readSiteTexts(stores.siteText),
    cashBids: presentCashBids(await stores.cashBids.list()),
    isDemo: await stores.changeLog.hasDemoContent(),
  };
}
