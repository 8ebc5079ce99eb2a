import type { Site } from '#contract/site.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { BidHistory, HistoryDays } from '#shared/bid-history.ts';
import { findBidHistory } from './bid-history.ts';
import { parseLocalMinute } from './local-minute.ts';
import { findPastPrices, isFinalMinute, type FoundPrices } from './past-prices.ts';
import { recordAll } from './price-changes.ts';

export type PastPriceService = ReturnType<typeof createPastPriceService>;

export function createPastPriceService({
  database,
  site,
  now,
}: {
  database: Database;
  site: () => Pick<Site, 'timeZone' | 'pastPrices'>;
  now: () => Date;
}) {
  let recording: Promise<void> | undefined;
  /** Records prices that are not, such as those of an earlier release. If that fails, reads find them another way. */
  const keep = () =>
    (recording ??= recordAll(database)
      .catch(() => undefined)
      .finally(() => (recording = undefined)));

  return {
    isPublic: () => site().pastPrices.public,

    /** Returns the prices of a minute; see `findPastPrices`. */
    async find(minute: string): Promise<FoundPrices[]> {
      await keep();
      const { timeZone, pastPrices } = site();
      return findPastPrices(database, minute, {
        timeZone,
        now: now().getTime(),
        isPublic: pastPrices.public,
      });
    },

    /** Returns the key of the response to everyone about a minute that can no longer change, or null for any other. */
    keyOf(minute: string): string | null {
      const { timeZone, pastPrices } = site();
      const parsed = pastPrices.public && parseLocalMinute(minute, timeZone);
      if (!parsed || 'skipped' in parsed) return null;
      return parsed.instants.every((each) => isFinalMinute(each, now().getTime()))
        ? parsed.instants.join(' ')
        : null;
    },

    async history(id: string, days: HistoryDays): Promise<BidHistory> {
      await keep();
      return database.read((db) => findBidHistory(db, { id, days, now: now(), timeZone: site().timeZone }));
    },

    keep,
  };
}
