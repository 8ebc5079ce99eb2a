import type { Site } from '#contract/site.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { BidHistory, HistoryDays } from '#shared/bid-history.ts';
import { findBidHistory } from './bid-history.ts';
import { findPastPrices, type FoundPrices } from './past-prices.ts';
import { recordAll } from './record-prices.ts';

export type PastPriceService = ReturnType<typeof createPastPriceService>;

export function createPastPriceService({
  database,
  content,
  site,
  now,
}: {
  database: Database;
  content: Pick<ContentCache<object>, 'onChange'>;
  site: () => Pick<Site, 'timeZone' | 'cashBids' | 'pastPrices'>;
  now: () => Date;
}) {
  let filling: Promise<void> | undefined;

  /** Records the changes that have no rows yet, such as those of an earlier release, and waits for it. */
  const fill = (): Promise<void> => (filling ??= recordAll(database).finally(() => (filling = undefined)));

  // A read reports what fails.
  const keep = () => fill().catch(() => undefined);
  content.onChange(() => void keep());

  return {
    isPublic: () => site().pastPrices.public,

    /** Returns the prices of a minute; see `findPastPrices`. */
    async find(minute: string): Promise<FoundPrices[]> {
      await fill();
      return findPastPrices(database, minute, { site: site(), now: now().getTime() });
    },

    async history(id: string, days: HistoryDays): Promise<BidHistory> {
      await fill();
      return database.read((db) => findBidHistory(db, { id, days, now: now(), timeZone: site().timeZone }));
    },

    keep,
  };
}
