import assert from 'node:assert/strict';
import { aBid } from '#tests/support/a-bid.ts';
import { readChangeLog, tamper, trimLog } from '#tests/support/change-log.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createStores, DANA, saveText } from '#tests/support/stores.ts';
import { saveCashBids } from '#server/domains/cash-bids/cash-bids.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { findBidHistory } from './price-days.ts';
import { findRecorded, pricesAt, recordAll, recordingPrices } from './price-changes.ts';

const corn = aBid({ id: 'corn' });
const savePrice = (cashPrice: number) => (db: DatabaseHandle) =>
  saveCashBids(createStores(db), DANA, [{ ...corn, cashPrice }]);

/** Logs a price per change, the number of which is the price. */
async function fill(database: Database, count: number): Promise<void> {
  await database.write(async (db) => {
    for (let price = 1; price <= count; price += 1) await savePrice(price)(db);
  });
  await dateApart(database);
}

/** Gives changes of the same millisecond other times, because those of one save have the same. */
const dateApart = (database: Database) =>
  tamper(database, `update change_log set at = substr(at, 1, 24) || version`);

const priceAt = (database: Database, version: number) =>
  database.read(async (db) => (await pricesAt(db, version)).bids[0]?.cashPrice);

const recordedOf = (database: Database) => database.read(findRecorded);

onBothDatabases('records a long log in pages, between which other work runs', async ({ database }) => {
  await fill(database, 350);
  let pages = 0;
  const killed: Database = {
    ...database,
    write: async (work) => {
      if ((pages += 1) > 2) throw new Error('killed');
      return database.write(work);
    },
  };
  await assert.rejects(recordAll(killed), /killed/);
  assert.deepEqual(await recordedOf(database), { from: 250, to: 350, isNewest: true });
  assert.equal(await priceAt(database, 300), 300);
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  count();
  // Another server can do the same.
  await Promise.all([recordAll(database), recordAll(database)]);
  clearImmediate(next);
  assert.ok(turns > 1, `${turns} turns`);
  assert.deepEqual(await recordedOf(database), { from: 0, to: 350, isNewest: true });
  for (const version of [1, 2, 100, 249, 250, 251, 350])
    assert.equal(await priceAt(database, version), version);
  const rows = await database.read((db) =>
    db.selectFrom('price_change').select('version').where('item', '=', 'bid:corn').execute(),
  );
  assert.equal(rows.length, 350, 'one row per change');
});

onBothDatabases('has prices that are not recorded, as in a read-only database', async ({ database }) => {
  await fill(database, 3);
  assert.deepEqual([await priceAt(database, 1), await priceAt(database, 3)], [1, 3]);
  await recordAll(database);
  await database.write(savePrice(4));
  await database.write(savePrice(5));
  await dateApart(database);
  for (const version of [1, 3, 4, 5]) assert.equal(await priceAt(database, version), version);
});

onBothDatabases('records prices in the transaction that changes them', async ({ database }) => {
  await fill(database, 3);
  await recordAll(database);
  const { write } = recordingPrices({ write: (work) => database.write(work) } as ContentCache<object>);
  await write(savePrice(4));
  assert.deepEqual(await recordedOf(database), { from: 0, to: 4, isNewest: true });
  // A server of an earlier release records none, and other changes need none.
  await database.write(savePrice(5));
  await dateApart(database);
  assert.equal((await recordedOf(database))?.isNewest, false);
  await write(savePrice(6));
  await saveText(database, 'Welcome');
  assert.deepEqual(await recordedOf(database), { from: 0, to: 6, isNewest: true });
  for (const version of [4, 5, 6]) assert.equal(await priceAt(database, version), version);
  await assert.rejects(
    write(async (db) => {
      await savePrice(7)(db);
      throw new Error('failed');
    }),
    /failed/,
  );
  assert.equal((await recordedOf(database))?.to, 6);
});

onBothDatabases('starts again in another log', async ({ database }) => {
  await fill(database, 3);
  await recordAll(database);
  // As when an earlier release restores a backup.
  await tamper(database, `update change_log set hash = 'another' where version = 3`);
  assert.equal(await recordedOf(database), undefined);
  await recordAll(database);
  assert.deepEqual(await recordedOf(database), { from: 0, to: 3, isNewest: true });
});

onBothDatabases('has the prices since an unreadable change, and names that before', async ({ database }) => {
  await fill(database, 5);
  await tamper(database, `update change_log set before = '{' where version = 3`);
  await recordAll(database);
  assert.deepEqual([await priceAt(database, 3), await priceAt(database, 4)], [3, 4]);
  await assert.rejects(priceAt(database, 2), /^UnavailableError: Change 3 in the history can't be read\./);
  const broken = (await readChangeLog(database)).length + 1;
  await database.write(savePrice(broken));
  await tamper(database, `update change_log set before = '{' where version = ${broken}`);
  const { write } = recordingPrices({ write: (work) => database.write(work) } as ContentCache<object>);
  await write(savePrice(broken + 1));
  await recordAll(database);
  assert.equal(await priceAt(database, broken + 1), broken + 1);
  await assert.rejects(priceAt(database, broken - 1), /UnavailableError/);
});

onBothDatabases('has the prices since a trim', async ({ database }) => {
  await fill(database, 5);
  await trimLog(database, 3, '2026-11-20T15:00:00.000Z');
  await recordAll(database);
  assert.equal((await recordedOf(database))?.from, 3);
  assert.deepEqual([await priceAt(database, 3), await priceAt(database, 4)], [3, 4]);
  await assert.rejects(priceAt(database, 2), /^NotFoundError: The history starts on 2026-11-20/);
});

onBothDatabases('has the days since a trim, even without a change since then', async ({ database }) => {
  await fill(database, 5);
  await saveText(database, 'Welcome');
  const now = new Date();
  await trimLog(database, 6, new Date(now.getTime() - 48 * 3_600_000).toISOString());
  await recordAll(database);
  const question = { id: 'corn', days: 30, now, timeZone: 'UTC' } as const;
  const { points } = await database.read((db) => findBidHistory(db, question));
  assert.equal(points.length, 3);
});
