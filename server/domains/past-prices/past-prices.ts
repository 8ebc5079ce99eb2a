import { sql } from 'kysely';
import type { PastBid, PastPrices, PastTable, PriceSource } from '#contract/past-prices.ts';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import type { Site } from '#contract/site.ts';
import { fromColumns, type StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';
import { CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT } from '#server/domains/cash-bids/cash-bids.ts';
import { presentCashBids } from '#server/domains/cash-bids/present-cash-bids.ts';
import {
  FUTURES_SUBJECT,
  haveSameFutures,
  symbolOfBid,
  type FeedChange,
} from '#server/domains/cash-bids/quotes-since.ts';
import { priceTableSubject } from '#server/domains/price-tables/price-tables.ts';
import { entryId, RESTORE_SUBJECT, type LogEntry } from '#server/platform/change-log/change-log-store.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { formatFullDateTime } from '#shared/date-time.ts';
import { parseLocalMinute } from './local-minute.ts';
import { pricesAt, versionAt } from './price-days.ts';
import { contentStores } from '../domains.ts';
import { PRICE_SUBJECTS } from './price-state.ts';

const MINUTE_MS = 60_000;
/** Time after which no running save can still log a change in an earlier minute. */
const SETTLED_MS = 2 * MINUTE_MS;

/** Prices of a minute. `isFinal` is false while they can still change. */
export type FoundPrices = { prices: PastPrices; isFinal: boolean };

/** Error of a time that clocks skipped, with the nearest minutes. */
export type SkippedTimeError = ValidationError & { nearest: readonly number[] };

/**
 * Returns the prices of a minute in the cooperative's time zone; those of both, if clocks repeated it. Throws
 * ValidationError for a time that did not exist or is still to come, and NotFoundError for one before the history.
 */
export async function findPastPrices(
  database: Database,
  text: string,
  { site, now }: { site: Pick<Site, 'timeZone' | 'cashBids'>; now: number },
): Promise<FoundPrices[]> {
  const { timeZone } = site;
  const full = (time: number) => fullTime(time, timeZone);
  const parsed = parseLocalMinute(text, timeZone);
  if (!parsed)
    throw new ValidationError('invalid', 'Enter a date and time, such as 2026-11-20T09:05.', '/at');
  if ('skipped' in parsed) {
    const { before, after } = parsed.skipped;
    const sentence = `There was no such time that day. Clocks went from ${full(before)} straight to ${full(after)}.`;
    const error = new ValidationError('invalid', sentence, '/at');
    throw Object.assign(error, { nearest: [before, after] }) satisfies SkippedTimeError;
  }
  const past = parsed.instants.filter((minute) => minute <= now);
  if (past.length === 0) {
    throw new ValidationError('invalid', 'That time is still to come. Enter a time in the past.', '/at');
  }
  return database.read(async (db) => {
    const first = await db.selectFrom('change_log').select('at').orderBy('at').limit(1).executeTakeFirst();
    const trim = await contentStores(db).changeLog.checkpoint();
    const start = Date.parse(trim?.at ?? first?.at ?? '');
    const found: FoundPrices[] = [];
    for (const minute of past) {
      const time = Math.min(minute + MINUTE_MS - 1, now);
      if (!(time >= start)) continue;
      const prices = await readMinute(db, { minute, time, timeZone });
      found.push({ prices, isFinal: time + SETTLED_MS < now });
    }
    if (found.length > 0) return found;
    const reason = !first
      ? 'The history of your website is empty.'
      : trim
        ? `The history from before ${full(start)} was deleted.`
        : `The history of your website starts on ${full(start)}.`;
    throw new NotFoundError('not-found', `We have no prices from that time. ${reason}`, '/at');
  });
}

const fullTime = (time: number, timeZone: string) =>
  formatFullDateTime(new Date(time).toISOString(), timeZone);

async function readMinute(
  db: DatabaseHandle,
  { minute, time, timeZone }: { minute: number; time: number; timeZone: string },
): Promise<PastPrices> {
  const version = await versionAt(db, time);
  const { rows, commodities, tables } = await pricesAt(db, { version, time, timeZone });
  const bids = rows.map(fromColumns).filter(({ active }) => active);
  const shown = presentCashBids(bids, commodities);
  const sources = createSources(db, version);
  const ofBids = await sources.listOfBids(bids);
  const feed = await sources.findNewest(FUTURES_SUBJECT);
  const quotes = new Map(
    ((feed && (parseValue(feed.after) as FeedChange | null))?.quotes ?? []).map((quote) => [
      quote.symbol,
      quote,
    ]),
  );
  const isFromFeed = (bid: StoredBid) =>
    bid.cashPrice === null &&
    bid.futuresEighths !== null &&
    haveSameFutures(bid, quotes.get(symbolOfBid(bid, commodities) ?? ''));
  const used = [...ofBids.values()];
  const pastBids = shown.bids.map((bid, index): PastBid => {
    const stored = bids[index] as StoredBid;
    const futures = feed && isFromFeed(stored) ? feed : undefined;
    if (futures) used.push(futures);
    const setBy = ofBids.get(stored.id);
    return { ...bid, setBy: setBy ? toSource(setBy) : null, futuresBy: futures ? toSource(futures) : null };
  });
  const rules = await sources.findNewest(COMMODITIES_SUBJECT);
  if (rules && bids.length > 0) used.push(rules);
  const pastTables: PastTable[] = [];
  for (const { type } of PRICE_TABLES) {
    const entry = await sources.findNewest(priceTableSubject(type));
    if (entry) used.push(entry);
    const { headers = [], rows: cells = [] } = tables.get(type) ?? {};
    const source = entry ? toSource(entry) : null;
    pastTables.push({ type, headers, rows: cells, changedAt: source?.at ?? null, setBy: source });
  }
  const byVersion = new Map(used.map((entry) => [entry.version, entry]));
  return {
    minute: new Date(minute).toISOString(),
    at: new Date(time).toISOString(),
    timeZone,
    asOf: shown.asOf,
    bids: pastBids,
    tables: pastTables,
    changes: [...byVersion.values()].toSorted((a, b) => a.version - b.version).map(toSource),
    changesInMinute: await sources.countBetween(minute, time),
    lost: await findLost(db, { version, time }),
  };
}

const OTHER_AUTHORS: Record<string, string> = {
  demo: 'Demo content',
  restore: 'Restored',
  feed: 'Futures vendor',
};

const toSource = (entry: LogEntry): PriceSource => ({
  id: entryId(entry),
  at: entry.at,
  by: entry.author ?? OTHER_AUTHORS[entry.origin] ?? entry.origin,
});

/** Fields of a bid that its price consists of. An entry with one of them, or with a whole bid, has set the price. */
const PRICE_FIELDS = ['futures_month', 'futures_eighths', 'basis_hundredths', 'cash_price', 'commodity'];

/** Bids per query. */
const BIDS_AT_ONCE = 500;

/** Finds the log entries from which the values of a version come. */
function createSources(db: DatabaseHandle, version: number) {
  const newest = (subject: string) =>
    db
      .selectFrom('change_log')
      .selectAll()
      .where('subject', '=', subject)
      .where('version', '<=', version)
      .orderBy('version', 'desc')
      .limit(1);

  return {
    findNewest: (subject: string): Promise<LogEntry | undefined> => newest(subject).executeTakeFirst(),

    /** Finds the entry that set the price of each bid, by its id. */
    async listOfBids(bids: readonly StoredBid[]): Promise<Map<string, LogEntry>> {
      const found = new Map<string, LogEntry>();
      for (let from = 0; from < bids.length; from += BIDS_AT_ONCE) {
        const ids = bids.slice(from, from + BIDS_AT_ONCE).map(({ id }) => sql`(${id})`);
        const setsPrice = sql.join(
          PRICE_FIELDS.map((field) => sql`entry.after like ${`%"${field}"%`}`),
          sql` or `,
        );
        const { rows } = await sql<{ version: number | null }>`select (
            select entry.version from change_log as entry
            where entry.item = bid.column1 and entry.version <= cast(${version} as integer) and (${setsPrice})
            order by entry.version desc limit 1
          ) as version from (values ${sql.join(ids)}) as bid`.execute(db);
        const versions = rows.flatMap((row) => row.version ?? []);
        if (versions.length === 0) continue;
        const entries = await db
          .selectFrom('change_log')
          .selectAll()
          .where('version', 'in', versions)
          .where('subject', '=', CASH_BIDS_SUBJECT)
          .execute();
        for (const entry of entries) found.set(entry.item ?? '', entry);
      }
      // Entries of earlier releases hold all bids.
      const all =
        found.size < bids.length
          ? await newest(CASH_BIDS_SUBJECT)
              .where('item', 'is', null)
              .where('after', 'like', '[{%')
              .executeTakeFirst()
          : undefined;
      if (all) for (const { id } of bids) if (!found.has(id)) found.set(id, all);
      return found;
    },

    /** Returns how many saves have changed prices in a time. */
    async countBetween(from: number, to: number): Promise<number> {
      // Only by time, so that the databases use the index of times.
      const entries = await db
        .selectFrom('change_log')
        .select(['at', 'subject'])
        .where('at', '>=', new Date(from).toISOString())
        .where('at', '<=', new Date(to).toISOString())
        .execute();
      const ofPrices = entries.filter(({ subject }) => PRICE_SUBJECTS.includes(subject));
      return new Set(ofPrices.map(({ at }) => at)).size;
    },
  };
}

/** Returns the time without history if the next restored backup was made before `time`. */
async function findLost(
  db: DatabaseHandle,
  { version, time }: { version: number; time: number },
): Promise<PastPrices['lost']> {
  const restore = await db
    .selectFrom('change_log')
    .select(['at', 'after'])
    .where('subject', '=', RESTORE_SUBJECT)
    .where('version', '>', version)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst();
  const made = restore && (parseValue(restore.after) as { backup?: string } | null)?.backup;
  return made !== undefined && Date.parse(made) <= time ? { from: made, to: restore?.at ?? made } : null;
}
