import type { PastPrices } from '#contract/past-prices.ts';
import type { Site } from '#contract/site.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { BidHistory, HistoryDays } from '#shared/bid-history.ts';
import { calendarDay } from '#shared/date-time.ts';
import { parseLocalMinute } from '#server/platform/local-minute.ts';
import { findPastPrices } from './past-prices.ts';
import { recordAll } from './price-changes.ts';
import { findBidHistory, readPriceDays, type PriceDay } from './price-days.ts';

const MINUTE_MS = 60_000;
/** Time after the start of a minute from which no running save can still log a change in it. */
const FINAL_AFTER_MS = 3 * MINUTE_MS;

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
  /** Days of the last read, which stay the same until the next day or other bids. */
  let known: { key: string; days: Promise<readonly PriceDay[]> } | undefined;
  /** Records prices that are not, such as those of an earlier release. If that fails, reads find them another way. */
  const keep = () =>
    (recording ??= recordAll(database)
      .catch(() => undefined)
      .finally(() => (recording = undefined)));

  return {
    isPublic: () => site().pastPrices.public,

    /** Returns the prices of a minute; see `findPastPrices`. */
    async find(minute: string): Promise<PastPrices[]> {
      await keep();
      const { timeZone, pastPrices } = site();
      return findPastPrices(database, minute, {
        timeZone,
        now: now().getTime(),
        isPublic: pastPrices.public,
      });
    },

    /**
     * Returns how the prices of a minute are cached; the key is null for those that can still change. Administrators'
     * responses must not remain on a shared device. Public ones are kept for a day only, because a restored backup or a
     * trimmed history can change them.
     */
    cachingOf(minute: string): { key: string | null; cacheControl: string } {
      const { timeZone, pastPrices } = site();
      if (!pastPrices.public) return { key: null, cacheControl: 'private, no-store' };
      const parsed = parseLocalMinute(minute, timeZone);
      const instants = parsed && 'instants' in parsed ? parsed.instants : [Infinity];
      const isFinal = instants.every((each) => each + FINAL_AFTER_MS <= now().getTime());
      return isFinal
        ? { key: instants.join(' '), cacheControl: 'public, max-age=86400, immutable' }
        : { key: null, cacheControl: 'no-cache' };
    },

    async history(id: string, days: HistoryDays): Promise<BidHistory> {
      await keep();
      return database.read((db) => findBidHistory(db, { id, days, now: now(), timeZone: site().timeZone }));
    },

    /** Returns the prices of the days before today, oldest first; none while the database cannot be read. */
    recentDays(ids: readonly string[]): Promise<readonly PriceDay[]> {
      const [time, { timeZone }] = [now(), site()];
      const key = [calendarDay(time, timeZone), ...ids].join(' ');
      if (known?.key === key) return known.days;
      const days = keep()
        .then(() => database.read((db) => readPriceDays(db, { ids, now: time, timeZone })))
        .catch(() => {
          known = undefined;
          return [];
        });
      known = { key, days };
      return days;
    },

    keep,
  };
}
