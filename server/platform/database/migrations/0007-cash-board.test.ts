import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { presentCashBids } from '#server/domains/cash-bids/present-cash-bids.ts';
import { listCommodities } from '#server/domains/cash-bids/cash-bids.ts';
import { migrateTo, migrateToLatest } from '#server/platform/database/migrate.ts';
import { openScratchDatabase } from '#server/platform/database/sqlite.ts';
import { createStores } from '#tests/support/stores.ts';

test('keeps every bid and price, in order', async () => {
  const db = openScratchDatabase();
  await migrateTo(db, '0004-images');
  for (const [id, position, commodity, basis, cash] of [
    ['b', 0, 'Corn', -32, 40_100],
    ['a', 1, 'Rye', 0, 51_225],
  ] as const) {
    await sql`insert into cash_bid values (${id}, ${position}, 'Hickory Bend', ${commodity}, 'Spot', 'Dec 2026',
      ${basis}, ${cash}, 24, '2026-11-20T15:00:00.000Z')`.execute(db);
  }
  await migrateToLatest(db);
  const stores = createStores(db);
  const commodities = await listCommodities(stores);
  const shown = commodities.map(({ name, decimals }) => [name, decimals]);
  assert.deepEqual(shown, [
    ['Corn', 2],
    ['Soybeans', 2],
    ['Wheat', 2],
    ['Milo', 2],
    ['Rye', 4],
  ]);
  assert.deepEqual(
    presentCashBids(await stores.cashBids.list(), commodities).bids.map((bid) => [
      bid.commodity,
      bid.basis,
      bid.cashPrice,
      bid.change,
      bid.futures,
      bid.asOf,
    ]),
    [
      ['Corn', '-32', '4.01', "3'0", '', '2026-11-20T15:00:00.000Z'],
      ['Rye', '0', '5.1225', "3'0", '', '2026-11-20T15:00:00.000Z'],
    ],
  );
  await db.destroy();
});
