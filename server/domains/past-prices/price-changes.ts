import { sql } from 'kysely';
import { contentStores } from '#server/domains/domains.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { fromItems, PRICE_SUBJECTS, readPrices, undoPriceStep, type PriceState } from './price-state.ts';

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
    : Math.max(version, (await stores.changeLog.findLast())?.version ?? 0);
  const state = isRecorded ? await readRows(db, known) : await readPrices(stores);
  if (known > version) {
    const steps = stores.changeLog.stepsBackTo(PRICE_SUBJECTS, version, known + 1);
    for await (const step of steps) undoPriceStep(state, step);
  }
  return state;
}

async function readRows(db: DatabaseHandle, version: number): Promise<PriceState> {
  // Steps through the index from item to item.
  const { rows } = await sql<{ item: string; value: string | null }>`
    with recursive known(item) as (
      select min(item) from price_change
      union all
      select (select min(item) from price_change where price_change.item > known.item) from known
      where known.item is not null
    )
    select known.item as item, (
      select value from price_change
      where price_change.item = known.item and price_change.version <= ${version}
      order by price_change.version desc limit 1
    ) as value
    from known where known.item is not null`.execute(db);
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
