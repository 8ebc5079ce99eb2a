import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Commodity } from '#contract/cash-bids.ts';
import {
  emptyPriceTable,
  isTableContent,
  type PriceTableContent,
} from '#server/domains/price-tables/price-table-store.ts';
import { PRICE_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import { fromColumns, type BidColumns } from '#server/domains/cash-bids/cash-bid-store.ts';
import { priceOf } from '#server/domains/cash-bids/present-cash-bids.ts';
import { contentStores } from '#server/domains/domains.ts';
import type { LoggedStep } from '#server/platform/change-log/change-log-store.ts';
import { readableOnly } from '#server/platform/content/row-reader.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { parseStored } from '#server/platform/database/stored-values.ts';
import { calendarDay } from '#shared/date-time.ts';
import { addDays, startOfDay } from './local-minute.ts';
import { PRICE_SUBJECTS, readPrices, undoPriceStep, type PriceState } from './price-state.ts';

/** A bid at the end of a day. `cash` is the price that visitors saw. */
export type BidDay = { row: BidColumns; position: number; cash: string };

/**
 * Last day whose prices are stored, and the newest log entry then. Invalid in a log without that entry, and while all days
 * are derived again: then it only has the id of the run that does so.
 */
type Marker = { day: string; version: number; hash: string; timeZone: string } | { run: string };

/** Items of the table `price_day`. */
const MARKER = '';
const COMMODITIES = 'commodities';
const BID = 'bid:';
const TABLE = 'table:';

const bidItem = (id: string) => BID + id;

/** Entries or rows per transaction. Reading and undoing this many takes a few milliseconds, in which requests wait. */
const PAGE = 100;
/** Numbers after an entry that may have an earlier time, because a clock was set back. */
const OUT_OF_ORDER = 500;

/** Returns the number of the newest log entry at a time; 0 if there is none. */
export async function versionAt(db: DatabaseHandle, time: number): Promise<number> {
  const at = new Date(time).toISOString();
  const newest = await db
    .selectFrom('change_log')
    .select('version')
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return 0;
  const later = await db
    .selectFrom('change_log')
    .select('version')
    .where('version', '>', newest.version)
    .where('version', '<=', newest.version + OUT_OF_ORDER)
    .where('at', '<=', at)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return later?.version ?? newest.version;
}

/** Returns the prices as of a version and a time within its validity, by undoing all newer changes of the same day. */
export async function pricesAt(
  db: DatabaseHandle,
  { version, time, timeZone }: { version: number; time: number; timeZone: string },
): Promise<PriceState> {
  const stores = contentStores(db);
  const day = calendarDay(new Date(time), timeZone);
  const marker = await findMarker(db, timeZone);
  const isStored = marker !== undefined && day <= marker.day;
  const stored = isStored ? await readDay(db, day) : undefined;
  const state = stored ?? (await readPrices(stores));
  const below = stored ? (await versionAt(db, endOfDay(day, timeZone))) + 1 : undefined;
  for await (const step of stores.changeLog.stepsBackTo(PRICE_SUBJECTS, version, below))
    undoPriceStep(state, step);
  return state;
}

/** Lists the stored days of a bid from `from` on, oldest first, preceded by the newest day before. Null if removed. */
export async function listBidDays(
  db: DatabaseHandle,
  { id, from, timeZone }: { id: string; from: string; timeZone: string },
): Promise<{ day: string; bid: BidDay | null }[]> {
  if (!(await findMarker(db, timeZone))) return [];
  const days = db.selectFrom('price_day').select(['day', 'value']).where('item', '=', bidItem(id));
  const before = await days.where('day', '<', from).orderBy('day', 'desc').limit(1).execute();
  const since = await days.where('day', '>=', from).orderBy('day').execute();
  return [...before, ...since].flatMap(
    ({ day, value }) =>
      readableOnly(day, () => ({ day, bid: parsePriceDay(bidItem(id), value) as BidDay | null })) ?? [],
  );
}

/**
 * Stores the prices at the end of each day before today, so that later reads undo the changes of one day instead of
 * all. Everything is derived from the change log, and derived again after a restore or in another time zone.
 */
export async function keepPriceDays(
  database: Database,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  const today = calendarDay(now, timeZone);
  const until = addDays(today, -1);
  const begun = await database.read(async (db) => {
    const stored = await readMarker(db);
    const marker = await validMarker(db, stored, timeZone);
    if (marker && marker.day >= until) return undefined;
    const stores = contentStores(db);
    const newest = await stores.changeLog.findLast();
    const trim = await stores.changeLog.checkpoint();
    const since = marker ? await versionAt(db, endOfDay(marker.day, timeZone)) : (trim?.version ?? 0);
    return newest && { stored, marker, newest, trim, since, state: await readPrices(stores) };
  });
  if (!begun) return;
  const { marker, newest, trim, since, state } = begun;
  const run = JSON.stringify({ run: randomUUID() } satisfies Marker);
  const begunFrom = marker ? begun.stored : run;

  let rows: { item: string; day: string; value: string }[] = [];
  const flush = async () => {
    for (let from = 0; from < rows.length; from += PAGE) {
      const page = rows.slice(from, from + PAGE);
      await database.writeAside(async (db) => {
        // Another run, such as that after a restore, may have deleted all days and derived them from another log.
        if ((await readMarker(db)) === begunFrom) await saveRows(db, page);
      });
      await setImmediate();
    }
    rows = [];
  };
  let day = today;
  let dayStart = new Date(startOfDay(day, timeZone)).toISOString();
  let end: ReadonlyMap<string, string> = new Map();
  const serialize = createSerializer();
  /** Adds what changed on `day`, at whose beginning the prices were `before`. */
  const add = async (before: ReadonlyMap<string, string>) => {
    if (day > until) return;
    for (const item of new Set([...before.keys(), ...end.keys()])) {
      const value = end.get(item) ?? 'null';
      if (value !== before.get(item)) rows.push({ item, day, value });
    }
    if (rows.length >= PAGE) await flush();
  };
  if (!marker) {
    await database.writeAside(async (db) => {
      await db.deleteFrom('price_day').execute();
      await saveRows(db, [{ item: MARKER, day: '', value: run }]);
    });
  }
  for await (const step of pagedSteps(database, { since, below: newest.version + 1 })) {
    if (step.at < dayStart) {
      const items = itemsOf(state, serialize);
      await add(items);
      end = items;
      day = calendarDay(new Date(step.at), timeZone);
      dayStart = new Date(startOfDay(day, timeZone)).toISOString();
    }
    undoPriceStep(state, step);
  }
  const trimDay = trim && calendarDay(new Date(trim.at), timeZone);
  if (marker || (trimDay && trimDay < day)) await add(itemsOf(state, serialize));
  if (!marker && trimDay && trimDay < day) [day, end] = [trimDay, itemsOf(state, serialize)];
  if (!marker) await add(new Map());
  const value = JSON.stringify({ day: until, ...newest, timeZone } satisfies Marker);
  rows.push({ item: MARKER, day: '', value });
  await flush();
}

/** Yields entries newest first, with one transaction per page. */
async function* pagedSteps(
  database: Database,
  { since, below }: { since: number; below: number },
): AsyncGenerator<LoggedStep> {
  for (let until = below; ;) {
    const page = await database.read(async (db) => {
      const steps: LoggedStep[] = [];
      for await (const step of contentStores(db).changeLog.stepsBackTo(PRICE_SUBJECTS, since, until, PAGE)) {
        if (steps.push(step) === PAGE) break;
      }
      return steps;
    });
    yield* page;
    if (page.length < PAGE) return;
    // SQLite returns without waiting for the system, and thousands of pages would keep requests waiting.
    await setImmediate();
    until = page.at(-1)?.version ?? 0;
  }
}

async function saveRows(
  db: DatabaseHandle,
  rows: readonly { item: string; day: string; value: string }[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += PAGE) {
    await db
      .insertInto('price_day')
      .values(rows.slice(from, from + PAGE))
      .onConflict((conflict) =>
        conflict.columns(['item', 'day']).doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
      )
      .execute();
  }
}

async function readMarker(db: DatabaseHandle): Promise<string | undefined> {
  const row = await db.selectFrom('price_day').select('value').where('item', '=', MARKER).executeTakeFirst();
  return row?.value;
}

const findMarker = async (db: DatabaseHandle, timeZone: string) =>
  validMarker(db, await readMarker(db), timeZone);

async function validMarker(db: DatabaseHandle, stored: string | undefined, timeZone: string) {
  const marker = readableOnly(MARKER, () => parsePriceDay(MARKER, stored) as Marker | null);
  if (!marker || 'run' in marker) return undefined;
  const entry = await db
    .selectFrom('change_log')
    .select('hash')
    .where('version', '=', marker.version)
    .executeTakeFirst();
  return entry?.hash === marker.hash && marker.timeZone === timeZone ? marker : undefined;
}

const endOfDay = (day: string, timeZone: string) => startOfDay(addDays(day, 1), timeZone) - 1;

function itemsOf(
  { rows, commodities, tables }: PriceState,
  serialize: ReturnType<typeof createSerializer>,
): Map<string, string> {
  const rules = new Map(commodities.map((rule) => [rule.name, rule]));
  const toItem = (item: string, parts: readonly unknown[], toValue: () => unknown): [string, string] => [
    item,
    serialize(item, parts, toValue),
  ];
  return new Map([
    ...rows.map((row, position) => {
      const rule = rules.get(row.commodity);
      const toBidDay = (): BidDay => ({ row, position, cash: priceOf(fromColumns(row), rule) });
      return toItem(bidItem(row.id), [row, position, rule], toBidDay);
    }),
    toItem(COMMODITIES, [commodities], () => commodities),
    ...[...tables].map(([type, table]) => toItem(TABLE + type, [table], () => table)),
  ]);
}

/**
 * Creates a function that serializes an item once as long as the parts from which it is made are the same objects: a day
 * changes few of them, and none in place.
 */
function createSerializer() {
  const known = new Map<string, { parts: readonly unknown[]; text: string }>();
  return (item: string, parts: readonly unknown[], toValue: () => unknown): string => {
    const before = known.get(item);
    if (before?.parts.every((part, at) => part === parts[at])) return before.text;
    const text = JSON.stringify(toValue());
    known.set(item, { parts, text });
    return text;
  };
}

/** Parses a stored value, which is null for a removed item. Throws a reason for people if it is unreadable. */
export function parsePriceDay(item: string, value: unknown): unknown {
  const others = item === COMMODITIES ? Array.isArray : isTableContent;
  const isOfItem = item === MARKER ? isMarker : item.startsWith(BID) ? isBidDay : others;
  return parseStored('value', value, (each): each is unknown => each === null || isOfItem(each));
}

function isMarker(value: unknown): boolean {
  const marker = value as Record<string, unknown>;
  const isText = (name: string) => typeof marker[name] === 'string';
  return (
    isText('run') || (['day', 'hash', 'timeZone'].every(isText) && Number.isSafeInteger(marker['version']))
  );
}

function isBidDay(value: unknown): boolean {
  const { row, position, cash } = value as Partial<BidDay>;
  return typeof row?.id === 'string' && Number.isSafeInteger(position) && typeof cash === 'string';
}

/** Reads the prices at the end of a stored day. Returns undefined if one is unreadable. */
async function readDay(db: DatabaseHandle, day: string): Promise<PriceState | undefined> {
  // Steps through the index from item to item.
  const { rows: found } = await sql<{ item: string; value: string | null }>`
    with recursive known(item) as (
      select min(item) from price_day
      union all
      select (select min(item) from price_day where price_day.item > known.item) from known
      where known.item is not null
    )
    select known.item as item, (
      select value from price_day where price_day.item = known.item and price_day.day <= ${day}
      order by price_day.day desc limit 1
    ) as value
    from known where known.item is not null`.execute(db);
  const bids: BidDay[] = [];
  let commodities: Commodity[] = [];
  const tables = new Map<PriceTableType, PriceTableContent>(
    PRICE_TABLES.map(({ type }) => [type, emptyPriceTable(type)]),
  );
  for (const { item, value } of found) {
    if (item === MARKER || value === null || value === 'null') continue;
    const parsed = readableOnly(item, () => parsePriceDay(item, value));
    if (parsed === undefined) return undefined;
    if (item.startsWith(BID)) bids.push(parsed as BidDay);
    else if (item === COMMODITIES) commodities = parsed as Commodity[];
    else tables.set(Number(item.slice(TABLE.length)) as PriceTableType, parsed as PriceTableContent);
  }
  const rows = bids.toSorted((a, b) => a.position - b.position).map(({ row }) => row);
  return { rows, commodities, tables };
}
