import assert from 'node:assert/strict';
import type { Database } from '#server/database/database.ts';
import { createStores } from '#server/stores.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import type { CashBidRow } from './cash-bid-store.ts';
import { saveCashBids } from './save-cash-bids.ts';

const ADMIN = { origin: 'admin', name: 'Dana' } as const;

const aBid = (change: Partial<CashBidRow> = {}): CashBidRow => ({
  id: 'corn',
  location: 'Hickory Bend',
  commodity: 'Corn',
  delivery: 'Spot',
  futures_month: 'Dec 2026',
  basis_cents: -32,
  cash_price: 40_100,
  change_eighths: 24,
  as_of: '2026-11-20T15:00:00.000Z',
  ...change,
});

const save = (database: Database, bids: readonly CashBidRow[]) =>
  database.write((db) => saveCashBids(createStores(db), ADMIN, bids));
const list = (database: Database) => database.read((db) => createStores(db).cashBids.list());

onBothDatabases('The board keeps the order it was given and every figure', async ({ database }) => {
  const bids = [
    aBid({ id: 'z', basis_cents: 0, change_eighths: -1, cash_price: 2_147_483_647 }),
    aBid({ id: 'a', basis_cents: -2_147_483_648 }),
    aBid({ id: 'm' }),
  ];
  assert.equal(await save(database, bids), 1);
  assert.deepEqual(await list(database), bids);
  await save(database, bids.toReversed());
  assert.deepEqual(await list(database), bids.toReversed());
});

onBothDatabases('A new board replaces the whole old one, and both are recorded', async ({ database }) => {
  const [old, next] = [[aBid({ id: 'a' }), aBid({ id: 'b' })], [aBid({ id: 'c' })]];
  await save(database, old);
  await save(database, next);
  await save(database, []);
  assert.deepEqual(await list(database), []);
  assert.deepEqual(
    (await readChangeLog(database)).map(({ subject, before, after }) => [
      subject,
      JSON.parse(before),
      JSON.parse(after),
    ]),
    [
      ['cash-bids', [], old],
      ['cash-bids', old, next],
      ['cash-bids', next, []],
    ],
  );
});

onBothDatabases('A board saved as it was records nothing', async ({ database }) => {
  const bids = [aBid({ id: 'a' }), aBid({ id: 'b' })];
  await save(database, bids);
  assert.equal(await save(database, bids), undefined);
  assert.equal(await save(database, await list(database)), undefined);
  assert.equal((await readChangeLog(database)).length, 1);
});

onBothDatabases('A board with a bid twice is refused whole', async ({ database }) => {
  const bids = [aBid({ id: 'a' })];
  await save(database, bids);
  await assert.rejects(save(database, [aBid({ id: 'b' }), aBid({ id: 'b' })]));
  assert.deepEqual(await list(database), bids);
  assert.equal((await readChangeLog(database)).length, 1);
});

onBothDatabases('A board of a thousand bids is kept', async ({ database }) => {
  const bids = Array.from({ length: 1000 }, (_, number) => aBid({ id: `bid ${number}` }));
  await save(database, bids);
  assert.equal(JSON.stringify(await list(database)), JSON.stringify(bids));
});
