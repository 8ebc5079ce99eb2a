import type { Site } from '#contract/site.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { BidHistory, HistoryDays } from '#shared/bid-history.ts';
import { calendarDay } from '#shared/date-time.ts';
import { findBidHistory } from './bid-history.ts';
import { findPastPrices, type FoundPrices } from './past-prices.ts';
import { keepPriceDays } from './price-days.ts';

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
  const timeZone = () => site().timeZone;
  let keeping: Promise<void> | undefined;

  /** Stores the prices of the days before today, if they are not. Without them, reads only take longer. */
  const keep = (): Promise<void> =>
    (keeping ??= keepPriceDays(database, { now: now(), timeZone: timeZone() })
      .catch(() => undefined)
      .finally(() => (keeping = undefined)));

  let day = calendarDay(now(), timeZone());
  content.onChange(() => {
    const today = calendarDay(now(), timeZone());
    if (today === day) return;
    day = today;
    void keep();
  });

  return {
    isPublic: () => site().pastPrices.public,

    /** Returns the prices of a minute; see `findPastPrices`. */
    async find(minute: string): Promise<FoundPrices[]> {
      void keep();
      return findPastPrices(database, minute, { site: site(), now: now().getTime() });
    },

    async history(id: string, days: HistoryDays): Promise<BidHistory> {
      await keep();
      return database.read((db) => findBidHistory(db, { id, days, now: now(), timeZone: timeZone() }));
    },

    /** Waits until the prices of past days are stored. */
    keep,
  };
}
