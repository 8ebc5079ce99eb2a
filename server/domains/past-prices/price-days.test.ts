import assert from 'node:assert/strict';
import type { StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';
import { priceTableSubject } from '#server/domains/price-tables/price-tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { createStores } from '#tests/support/stores.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { keepPriceDays, listBidDays, pricesAt, versionAt } from './price-days.ts';

const DAY_MS = 24 * 60 * 60_000;
const TIME_ZONE = 'America/Chicago';

/** Logs changes of a table in one day, the last of which leaves the stored price. */
async function fill(database: Database, count: number): Promise<void> {
  const steps = Array.from({ length: count }, (_, number) => ({
    item: null,
    before: { at: 0, rows: [['Urea', `${number}`]] },
    after: { at: 0, rows: [['Urea', `${number + 1}`]] },
  }));
  await database.write(async (db) => {
    const { priceTables, changeLog } = createStores(db);
    await priceTables.save(1, { headers: ['Product', 'Price'], rows: [['Urea', `${count}`]] });
    await changeLog.appendAll({ author: { origin: 'feed' }, subject: priceTableSubject(1) }, steps);
  });
}

const keep = (database: Database, days = 1) =>
  keepPriceDays(database, { now: new Date(Date.now() + days * DAY_MS), timeZone: TIME_ZONE });

const readItems = async (database: Database) => {
  const rows = await database.read((db) => db.selectFrom('price_day').select(['item', 'value']).execute());
  return new Map(rows.map(({ item, value }) => [item, JSON.parse(value) as object]));
};

onBothDatabases('stores the days of a long log, and lets other work run in between', async ({ database }) => {
  await fill(database, 2000);
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  count();
  await keep(database);
  clearImmediate(next);
  const table = (await readItems(database)).get('table:1');
  assert.deepEqual(table, { headers: ['Product', 'Price'], rows: [['Urea', '2000']] });
  assert.ok(turns > 3, `${turns} turns`);
});

/** Returns the database of a server that calls `after` with the number of each write that it has made. */
const withWrites = (database: Database, after: (count: number) => Promise<void>): Database => {
  let count = 0;
  const writeAside: Database['writeAside'] = async (work) => {
    const result = await database.writeAside(work);
    await after((count += 1));
    return result;
  };
  return { ...database, writeAside };
};

onBothDatabases('does not count days that another server has deleted', async ({ database }) => {
  await fill(database, 10);
  const isComplete = async () => 'day' in ((await readItems(database)).get('') ?? {});
  const killed = withWrites(database, () => Promise.reject(new Error('killed')));
  await keep(
    withWrites(database, async (count) => {
      if (count === 1) await assert.rejects(keep(killed), /killed/);
    }),
  );
  assert.equal(await isComplete(), false);
  await keep(database);
  assert.equal(await isComplete(), true);
  await keep(database, 2);
  assert.equal((await readItems(database)).size, 7);
});

onBothDatabases('stores no more days once another run has derived them again', async ({ database }) => {
  const replaceBids = (bids: readonly StoredBid[]) =>
    database.write((db) => createStores(db).cashBids.replace(bids));
  // More than a run collects before it writes.
  await replaceBids(Array.from({ length: 600 }, () => aBid()));
  await fill(database, 10);
  await keep(
    withWrites(database, async (count) => {
      if (count > 1) return;
      await replaceBids([]);
      await keep(database);
    }),
  );
  assert.equal((await readItems(database)).size, 7);
});

onBothDatabases('derives unreadable days again, or leaves them out', async ({ database }) => {
  const bid = aBid({ id: 'corn' });
  await database.write((db) => createStores(db).cashBids.replace([bid]));
  await fill(database, 10);
  await keep(database);
  const breakItem = (item: string, value: string) =>
    database.write((db) => db.updateTable('price_day').set({ value }).where('item', '=', item).execute());
  const read = () =>
    database.read(async (db) => {
      const version = await versionAt(db, Date.now());
      const { rows, tables } = await pricesAt(db, { version, time: Date.now(), timeZone: TIME_ZONE });
      return { ids: rows.map(({ id }) => id), table: tables.get(1)?.rows };
    });
  const expected = { ids: ['corn'], table: [['Urea', '10']] };
  for (const value of ['{', '5', '{"row":null}']) {
    await breakItem('bid:corn', value);
    await breakItem('table:1', value);
    assert.deepEqual(await read(), expected, value);
    const days = database.read((db) =>
      listBidDays(db, { id: 'corn', from: '2020-01-01', timeZone: TIME_ZONE }),
    );
    assert.deepEqual(await days, [], value);
  }
  for (const value of ['{', '5', '{"day":"2026-11-20"}']) {
    await breakItem('', value);
    assert.deepEqual(await read(), expected, value);
    await keep(database);
    const days = database.read((db) =>
      listBidDays(db, { id: 'corn', from: '2020-01-01', timeZone: TIME_ZONE }),
    );
    assert.equal((await days).length, 1, value);
  }
});
