import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { contentStores, type ContentStores } from '#server/domains/domains.ts';
import { createChangeLogStore, type LoggedStep } from '#server/records/change-log/change-log-store.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { distinctValues } from '#server/platform/database/distinct-values.ts';
import { DomainError } from '#server/platform/errors.ts';
import {
  createSerializer,
  fromItems,
  PRICE_SUBJECTS,
  readPrices,
  undoPriceStep,
  type PriceState,
} from './price-state.ts';

/**
 * Item of the marks. All changes of prices between the oldest mark and the newest one are recorded, and all prices at
 * the oldest one. The value of the newest mark is the hash of its log entry.
 */
export const MARK = '';

/**
 * Returns the versions of the oldest and the newest mark, and whether no price has changed since. Undefined without a
 * mark, or if the log is another one, such as that of a restored backup.
 */
export async function findRecorded(db: DatabaseHandle) {
  const newest = sql`(select version from price_change where item = ${MARK} order by version desc limit 1)`;
  const { rows } = await sql<{ from: number; to: number; next: number | null }>`
    select (select min(version) from price_change where item = ${MARK}) as "from", mark.version as "to", (
      select version from change_log where version > mark.version and subject in (${sql.join(PRICE_SUBJECTS)}) limit 1
    ) as next
    from price_change as mark join change_log on change_log.version = mark.version and change_log.hash = mark.value
    where mark.item = ${MARK} and mark.version = ${newest}`.execute(db);
  return rows[0] && { from: rows[0].from, to: rows[0].to, isNewest: rows[0].next === null };
}

/**
 * Returns the prices as of a version. Those that are not recorded, as while the database is read-only, are found by
 * undoing changes. Throws like `stepsBackTo` if the log does not have these.
 */
export async function pricesAt(db: DatabaseHandle, version: number): Promise<PriceState> {
  const stores = contentStores(db);
  const recorded = await findRecorded(db);
  const isRecorded = recorded && (recorded.isNewest || version <= recorded.to);
  const known = isRecorded
    ? Math.max(version, recorded.from)
    : Math.max(version, await stores.changeLog.version());
  const state = isRecorded ? await readRows(db, known) : await readPrices(stores);
  if (known > version) {
    const steps = stores.changeLog.stepsBackTo(PRICE_SUBJECTS, version, known + 1);
    for await (const step of steps) undoPriceStep(state, step);
  }
  return state;
}

async function readRows(db: DatabaseHandle, version: number): Promise<PriceState> {
  const { rows } = await sql<{ item: string; value: string | null }>`
    select known.value as item, (
      select value from price_change
      where price_change.item = known.value and price_change.version <= ${version}
      order by price_change.version desc limit 1
    ) as value
    from (${distinctValues('price_change', 'item')}) as known`.execute(db);
  return fromItems(new Map(rows.map(({ item, value }) => [item, value ?? 'null'])));
}

/** Numbers after an entry that may have an earlier time, because a clock was set back. */
const OUT_OF_ORDER = 500;

/** Returns the number of the newest log entry at a time; 0 if there is none. */
export async function versionAt(db: DatabaseHandle, time: number): Promise<number> {
  const entries = db
    .selectFrom('change_log')
    .select('version')
    .where('at', '<=', new Date(time).toISOString())
    .limit(1);
  const newest = await entries.orderBy('at', 'desc').orderBy('version', 'desc').executeTakeFirst();
  if (!newest) return 0;
  const later = await entries
    .where('version', '>', newest.version)
    .where('version', '<=', newest.version + OUT_OF_ORDER)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return later?.version ?? newest.version;
}

/** Changes per transaction, which takes a few milliseconds, in which requests and saves wait. */
const PAGE = 100;
/** Log entries after the newest mark that a save records with its own. */
const BEHIND_MAX = 5000;
const ROWS_PER_INSERT = 500;

/** Makes writes record the prices that they change, in their transaction. */
export const recordingPrices = <Content>(content: ContentCache<Content>): ContentCache<Content> => ({
  ...content,
  write: (work, options) =>
    content.write(async (db) => {
      const result = await work(db);
      await recordNewest(db);
      return result;
    }, options),
});

/** Records what the log has and the rows do not: after an update or a restore, or of a server of an earlier release. */
export async function recordAll(database: Database): Promise<void> {
  while ((await database.read(isIncomplete)) && (await database.write(recordMore))) {
    // SQLite returns without waiting for the system, and thousands of pages would keep requests waiting.
    await setImmediate();
  }
}

async function isIncomplete(db: DatabaseHandle): Promise<boolean> {
  const recorded = await findRecorded(db);
  const changeLog = createChangeLogStore(db);
  if (recorded) return !recorded.isNewest || recorded.from > ((await changeLog.checkpoint())?.version ?? 0);
  return (await changeLog.version()) > 0;
}

/** Records the newest changes, or a page of older ones. Returns false before an unreadable change. */
const recordMore = async (db: DatabaseHandle): Promise<boolean> =>
  (await recordNewest(db)) ? recordOlder(db) : startAtNewest(db);

/** Records the changes since the newest mark. Returns false if there are too many, one is unreadable, or no mark. */
async function recordNewest(db: DatabaseHandle): Promise<boolean> {
  const recorded = await findRecorded(db);
  if (!recorded || recorded.isNewest) return recorded !== undefined;
  const stores = contentStores(db);
  const newest = await stores.changeLog.last();
  if (newest.version === 0 || newest.version - recorded.to > BEHIND_MAX) return false;
  const range = { since: recorded.to, until: newest.version };
  const { changes, version } = await undoSaves(stores, await readPrices(stores), range);
  if (version !== recorded.to) return false;
  await saveRows(db, [...changes, { item: MARK, version: newest.version, value: newest.hash }]);
  return true;
}

async function startAtNewest(db: DatabaseHandle): Promise<boolean> {
  const stores = contentStores(db);
  const newest = await stores.changeLog.last();
  if (newest.version === 0) return false;
  await db.deleteFrom('price_change').execute();
  const items = createSerializer()(await readPrices(stores)).set(MARK, newest.hash);
  await saveRows(db, changesBetween(new Map(), items, newest.version));
  return true;
}

/** Records a page of the changes up to the oldest mark. */
async function recordOlder(db: DatabaseHandle): Promise<boolean> {
  const stores = contentStores(db);
  const until = (await findRecorded(db))?.from ?? 0;
  const since = (await stores.changeLog.checkpoint())?.version ?? 0;
  if (until <= since) return true;
  const range = { since, until, max: PAGE };
  const { changes, items, version } = await undoSaves(stores, await pricesAt(db, until), range);
  if (version === until) return false;
  // All prices at the mark become those that changed then, and all prices at the next mark.
  await db.deleteFrom('price_change').where('version', '=', until).where('item', '!=', MARK).execute();
  await saveRows(db, [...changes, ...changesBetween(new Map(), items.set(MARK, ''), version)]);
  return true;
}

type PriceRow = Tables['price_change'];
/** JSON by item. */
type Items = Map<string, string>;

/**
 * Undoes the changes from version `until` back to `since`, or to the save after `max` of them or an unreadable one.
 * Returns their rows, and the prices of `version`, where they end.
 */
async function undoSaves(
  { changeLog }: ContentStores,
  state: PriceState,
  { since, until, max = Infinity }: { since: number; until: number; max?: number },
): Promise<{ changes: PriceRow[]; items: Items; version: number }> {
  const serialize = createSerializer();
  const changes: PriceRow[] = [];
  let items = serialize(state);
  /** Newest step of a save, whose steps have the same time. */
  let save: LoggedStep | undefined;
  let [count, version] = [0, until + 1];
  const endSave = () => {
    const before = serialize(state);
    if (save) changes.push(...changesBetween(before, items, save.version));
    items = before;
  };
  try {
    for await (const step of changeLog.stepsBackTo(PRICE_SUBJECTS, since, until + 1)) {
      if (step.at !== save?.at) {
        endSave();
        if (count >= max) return { changes, items, version: step.version };
        save = step;
      }
      undoPriceStep(state, step);
      version = step.version;
      count += 1;
    }
    version = since + 1;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  endSave();
  return { changes, items, version: version - 1 };
}

const changesBetween = (before: Items, after: Items, version: number): PriceRow[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((item) => {
    const value = after.get(item) ?? 'null';
    return value === before.get(item) ? [] : { item, version, value };
  });

async function saveRows(db: DatabaseHandle, rows: readonly PriceRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await db
      .insertInto('price_change')
      .values(rows.slice(at, at + ROWS_PER_INSERT))
      .execute();
  }
}
