import { sql } from 'kysely';
import type { CashBid } from '#contract/cash-bids.ts';
import type { PastBid, PastPrices, PastTable, PriceSource } from '#contract/past-prices.ts';
import type { StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';
import { CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT } from '#server/domains/cash-bids/cash-bids.ts';
import { presentCashBids } from '#server/domains/cash-bids/present-cash-bids.ts';
import { FUTURES_SUBJECT } from '#server/domains/cash-bids/quotes-since.ts';
import { contentStores } from '#server/domains/domains.ts';
import { presentPastRows } from '#server/domains/harvest/harvest-rows.ts';
import { priceTableSubject } from '#server/domains/price-tables/price-tables.ts';
import type { LogEntry } from '#server/platform/change.ts';
import { entryId, RESTORE_SUBJECT } from '#server/records/change-log/change-log-store.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { formatFullDateTime } from '#shared/date-time.ts';
import { parseLocalMinute } from '#server/platform/local-minute.ts';
import { pricesAt, versionAt } from './price-changes.ts';
import { isQuoted, PRICE_SUBJECTS } from './price-state.ts';

const MINUTE_MS = 60_000;

/** Error of a time that clocks skipped, with the nearest minutes. */
export type SkippedTimeError = ValidationError & { nearest: readonly number[] };

/**
 * Returns the prices of a minute in the cooperative's time zone; those of both, if clocks repeated it. Throws
 * ValidationError for a time that did not exist or is still to come, and NotFoundError for one before the history.
 */
export async function findPastPrices(
  database: Database,
  text: string,
  { timeZone, now, isPublic }: { timeZone: string; now: number; isPublic: boolean },
): Promise<PastPrices[]> {
  const full = (time: number) => formatFullDateTime(new Date(time).toISOString(), timeZone);
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
    const found: PastPrices[] = [];
    for (const minute of past) {
      const time = Math.min(minute + MINUTE_MS - 1, now);
      if (time >= start) found.push(await readMinute(db, { minute, time, timeZone, isPublic }));
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

async function readMinute(
  db: DatabaseHandle,
  { minute, time, timeZone, isPublic }: { minute: number; time: number; timeZone: string; isPublic: boolean },
): Promise<PastPrices> {
  const version = await versionAt(db, time);
  const prices = await pricesAt(db, version);
  const stored = prices.bids.filter(({ active }) => active);
  const shown = presentCashBids(stored, prices.commodities);
  const sources = await findSources(db, stored, version);
  const feed = await findNewest(db, FUTURES_SUBJECT, version);
  const used = new Map<number, PriceSource>();
  const cite = (entry: LogEntry | undefined): PriceSource | null => {
    if (!entry) return null;
    const source = toSource(entry, isPublic);
    used.set(entry.version, source);
    return source;
  };
  const bids = stored.map((bid, index): PastBid => ({
    ...(shown.bids[index] as CashBid),
    setBy: cite(sources.get(bid.id)),
    futuresBy: isQuoted(bid, prices) ? cite(feed) : null,
  }));
  if (bids.length > 0) cite(await findNewest(db, COMMODITIES_SUBJECT, version));
  const tables: PastTable[] = [];
  for (const [type, table] of prices.tables) {
    const setBy = cite(await findNewest(db, priceTableSubject(type), version));
    tables.push({ type, ...table, changedAt: setBy?.at ?? null, setBy });
  }
  return {
    minute: new Date(minute).toISOString(),
    at: new Date(time).toISOString(),
    timeZone,
    asOf: shown.asOf,
    bids,
    tables,
    harvest: presentPastRows(prices.harvest, { now: new Date(time), timeZone }),
    changes: [...used].toSorted(([a], [b]) => a - b).map(([, source]) => source),
    changesInMinute: await countSaves(db, { from: minute, to: time }),
    lost: await findLost(db, version, time),
  };
}

const OTHER_AUTHORS: Record<string, string> = {
  demo: 'Demo content',
  restore: 'Restored',
  feed: 'Futures vendor',
};

/** Says "the office" to visitors in place of the name of an administrator or a token. */
const toSource = (entry: LogEntry, isPublic: boolean): PriceSource => ({
  id: entryId(entry),
  at: entry.at,
  by: entry.author && isPublic ? 'the office' : (entry.author ?? OTHER_AUTHORS[entry.origin] ?? entry.origin),
});

const findNewest = (db: DatabaseHandle, subject: string, version: number): Promise<LogEntry | undefined> =>
  db
    .selectFrom('change_log')
    .selectAll()
    .where('subject', '=', subject)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Fields of a bid that its price consists of. An entry with one of them, or with a whole bid, has set the price. */
const PRICE_FIELDS = ['futures_month', 'futures_eighths', 'basis_hundredths', 'cash_price', 'commodity'];

/** Finds the entry that set the price of each bid, by its id. Entries of earlier releases hold all bids. */
async function findSources(
  db: DatabaseHandle,
  bids: readonly StoredBid[],
  version: number,
): Promise<ReadonlyMap<string, LogEntry | undefined>> {
  if (bids.length === 0) return new Map();
  const ids = bids.map(({ id }) => sql`(${id})`);
  const likes = PRICE_FIELDS.map((field) => sql`after like ${`%"${field}"%`}`);
  const { rows } = await sql<{ id: string; version: number | null }>`select bid.column1 as id, coalesce(
      (select version from change_log where item = bid.column1 and version <= cast(${version} as integer)
        and (${sql.join(likes, sql` or `)}) order by version desc limit 1),
      (select version from change_log where subject = ${CASH_BIDS_SUBJECT}
        and version <= cast(${version} as integer) and item is null and after like '[{%'
        order by version desc limit 1)
    ) as version from (values ${sql.join(ids)}) as bid`.execute(db);
  const versions = rows.map((row) => row.version ?? 0);
  const entries = await db.selectFrom('change_log').selectAll().where('version', 'in', versions).execute();
  const byVersion = new Map(entries.map((entry) => [entry.version, entry]));
  return new Map(rows.map((row) => [row.id, byVersion.get(row.version ?? 0)]));
}

/** Returns how many saves have changed prices in a time. */
async function countSaves(db: DatabaseHandle, { from, to }: { from: number; to: number }): Promise<number> {
  // Only by time, so that the databases use the index of times.
  const entries = await db
    .selectFrom('change_log')
    .select(['at', 'subject'])
    .where('at', '>=', new Date(from).toISOString())
    .where('at', '<=', new Date(to).toISOString())
    .execute();
  return new Set(entries.flatMap(({ at, subject }) => (PRICE_SUBJECTS.includes(subject) ? at : []))).size;
}

/** Returns the time without history if the next restored backup was made before `time`. */
async function findLost(db: DatabaseHandle, version: number, time: number): Promise<PastPrices['lost']> {
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
