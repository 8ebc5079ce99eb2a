import { setImmediate } from 'node:timers/promises';
import { contentStores, type ContentStores } from '#server/domains/domains.ts';
import { createChangeLogStore, type LoggedStep } from '#server/records/change-log/change-log-store.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Database, DatabaseHandle, Tables } from '#server/platform/database/database.ts';
import { DomainError } from '#server/platform/errors.ts';
import { findRecorded, MARK, pricesAt } from './price-changes.ts';
import {
  createSerializer,
  PRICE_SUBJECTS,
  readPrices,
  undoPriceStep,
  type PriceState,
} from './price-state.ts';

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
  return (await changeLog.findLast()) !== undefined;
}

/** Records the newest changes, or a page of older ones. Returns false before an unreadable change. */
const recordMore = async (db: DatabaseHandle): Promise<boolean> =>
  (await recordNewest(db)) ? recordOlder(db) : startAtNewest(db);

/** Records the changes since the newest mark. Returns false if there are too many, one is unreadable, or no mark. */
async function recordNewest(db: DatabaseHandle): Promise<boolean> {
  const recorded = await findRecorded(db);
  if (!recorded || recorded.isNewest) return recorded !== undefined;
  const stores = contentStores(db);
  const newest = await stores.changeLog.findLast();
  if (!newest || newest.version - recorded.to > BEHIND_MAX) return false;
  const range = { since: recorded.to, until: newest.version };
  const { changes, version } = await undoSaves(stores, await readPrices(stores), range);
  if (version !== recorded.to) return false;
  await saveRows(db, [...changes, { item: MARK, version: newest.version, value: newest.hash }]);
  return true;
}

async function startAtNewest(db: DatabaseHandle): Promise<boolean> {
  const stores = contentStores(db);
  const newest = await stores.changeLog.findLast();
  if (!newest) return false;
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
